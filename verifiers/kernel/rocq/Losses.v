(* The data-fitting terms L(y) = sum of loss(y_i) and linv(L(y)), and what their gradients are for scores y = V w, that is
   y_i = <w, z_i> with rows z_i, where V* a is the sum of the a_i z_i. A gradient is what gives all directional derivatives. *)
From Coq Require Import Reals Lra Lia Compare_dec.
From Lemmacheck Require Import Space.
Open Scope R_scope.

Lemma sum_above_zero f n : (forall i, 0 < f i) -> (0 < n)%nat -> 0 < sum f n.
Proof. intros P. destruct n as [|n]; [intros N; inversion N|intros _]. induction n as [|n H]; cbn [sum] in *.
  - specialize (P 0%nat). lra.
  - specialize (P (S n)). lra. Qed.
Lemma derivative_of_sum (f : nat -> R -> R) (d : nat -> R) s n : (forall i, derivable_pt_lim (f i) s (d i)) ->
  derivable_pt_lim (fun s => sum (fun i => f i s) n) s (sum d n).
Proof. intros D. induction n as [|n H]; cbn [sum]; [exact (derivable_pt_lim_const 0 s)|].
  exact (derivable_pt_lim_plus _ _ s _ _ H (D n)). Qed.
Lemma derivative_along a b s : derivable_pt_lim (fun s => a + s * b) s b.
Proof. apply derivable_pt_lim_ext with (f := plus_fct (fct_cte a) (mult_real_fct b id)).
  - intros u. unfold plus_fct, fct_cte, mult_real_fct, id. ring.
  - replace b with (0 + b * 1) at 2 by ring. apply derivable_pt_lim_plus; [apply derivable_pt_lim_const|].
    apply derivable_pt_lim_scal, derivable_pt_lim_id. Qed.

Definition unit_vector i k := if Nat.eq_dec i k then 1 else 0.
Lemma picked a i m : sum (fun k => a k * unit_vector i k) m = if lt_dec i m then a i else 0.
Proof. induction m as [|m H]; cbn [sum]; [destruct (lt_dec i 0); [lia|reflexivity]|]. rewrite H. unfold unit_vector.
  destruct (Nat.eq_dec i m), (lt_dec i m), (lt_dec i (S m)); try lia; subst; lra. Qed.

Section Rows.
Variables (E : space) (n : nat) (z : nat -> E).
Hypothesis rows : (0 < n)%nat.
Definition scores (w : E) i := ip w (z i). (* V w *)
Definition pull a := total (fun i => scal (a i) (z i)) n. (* V* a *)
(* g is the gradient at w of a function of a vector of E; a is one at y of a function of n numbers. *)
Definition gradient_at (F : E -> R) w g := forall h, derivable_pt_lim (fun s => F (add w (scal s h))) 0 (ip g h).
Definition slopes_at (F : (nat -> R) -> R) y a :=
  forall x, derivable_pt_lim (fun s => F (fun i => y i + s * x i)) 0 (sum (fun i => a i * x i) n).
Lemma one_gradient F w g g' : gradient_at F w g -> gradient_at F w g' -> g = g'.
Proof. intros G G'. apply ip_same. intros h. exact (uniqueness_limite _ _ _ _ (G h) (G' h)). Qed.
Lemma one_slope F y a b i : (i < n)%nat -> slopes_at F y a -> slopes_at F y b -> a i = b i.
Proof. intros N A B. pose proof (uniqueness_limite _ _ _ _ (A (unit_vector i)) (B (unit_vector i))) as U.
  rewrite !picked in U. destruct (lt_dec i n); [exact U|contradiction]. Qed.
(* The chain rule through V. *)
Lemma pulled F w a : (forall y y', (forall i, y i = y' i) -> F y = F y') -> slopes_at F (scores w) a ->
  gradient_at (fun w => F (scores w)) w (pull a).
Proof. intros X A h. unfold pull. rewrite ip_total.
  replace (sum (fun j => ip (scal (a j) (z j)) h) n) with (sum (fun i => a i * scores h i) n).
  - apply derivable_pt_lim_ext with (2 := A (scores h)). intros s. apply X. intros i. unfold scores. spread. ring.
  - apply sum_ext. intros i _. unfold scores. now rewrite ip_scal, (ip_sym _ h). Qed.

Section AnyLoss.
Variables loss slope linv : R -> R.
Hypothesis derivative : forall x, derivable_pt_lim loss x (slope x).
Definition L y := sum (fun i => loss (y i)) n.
Definition Lt y := linv (L y).
Definition risk w := L (scores w). (* a sum over the rows *)
Lemma L_same y y' : (forall i, y i = y' i) -> L y = L y'.
Proof. intros X. apply sum_ext. intros i _. now rewrite X. Qed.
Lemma slopes_of_L y : slopes_at L y (fun i => slope (y i)).
Proof. intros x. apply (derivative_of_sum (fun i s => loss (y i + s * x i))). intros i.
  apply (derivable_pt_lim_comp (fun s => y i + s * x i) loss); [apply derivative_along|].
  replace (y i + 0 * x i) with (y i) by ring. apply derivative. Qed.
Lemma slopes_of_Lt y d : derivable_pt_lim linv (L y) d -> slopes_at Lt y (fun i => d * slope (y i)).
Proof. intros D x. pose proof (slopes_of_L y x) as A.
  replace (sum (fun i => d * slope (y i) * x i) n) with (d * sum (fun i => slope (y i) * x i) n).
  - apply (derivable_pt_lim_comp (fun s => L (fun i => y i + s * x i)) linv 0 _ d A).
    replace (L (fun i => y i + 0 * x i)) with (L y); [exact D|]. apply L_same. intros i. ring.
  - rewrite <- sum_scal. apply sum_ext. intros i _. ring. Qed.
(* The gradient of linv(L) is (linv)'(L) times that of L. *)
Lemma parallel y d a b i : (i < n)%nat -> derivable_pt_lim linv (L y) d ->
  slopes_at L y a -> slopes_at Lt y b -> b i = d * a i.
Proof. intros N D A B. rewrite (one_slope _ _ _ _ _ N B (slopes_of_Lt y d D)). f_equal.
  exact (one_slope _ _ _ _ _ N (slopes_of_L y) A). Qed.
Theorem pulled_gradient w a g : slopes_at L (scores w) a -> gradient_at risk w g <-> g = pull a.
Proof. intros A. pose proof (pulled L w a L_same A) as P.
  split; [intros G; exact (one_gradient _ _ _ _ G P)|intros ->; exact P]. Qed.
End AnyLoss.

(* The exponential loss and the logistic one. *)
Definition logistic x := ln (1 + exp x).
Definition sigmoid x := exp x / (1 + exp x).
Definition logistic_inverse s := ln (exp s - 1).
Lemma derivative_of_logistic x : derivable_pt_lim logistic x (sigmoid x).
Proof. pose proof (exp_pos x). unfold sigmoid, Rdiv. rewrite Rmult_comm.
  apply (derivable_pt_lim_comp (fun x => 1 + exp x) ln); [|apply derivable_pt_lim_ln; lra].
  replace (exp x) with (0 + exp x) by ring.
  exact (derivable_pt_lim_plus _ _ x _ _ (derivable_pt_lim_const 1 x) (derivable_pt_lim_exp x)). Qed.
Lemma derivative_of_inverse s : 0 < s -> derivable_pt_lim logistic_inverse s (/ (exp s - 1) * exp s).
Proof. intros P. assert (1 < exp s) by (rewrite <- exp_0; now apply exp_increasing).
  apply (derivable_pt_lim_comp (fun s => exp s - 1) ln); [|apply derivable_pt_lim_ln; lra].
  replace (exp s) with (exp s - 0) by ring.
  exact (derivable_pt_lim_minus _ _ s _ _ (derivable_pt_lim_exp s) (derivable_pt_lim_const 1 s)). Qed.
Lemma L_pos y : 0 < L exp y.
Proof. apply sum_above_zero; [|exact rows]. intros i. apply exp_pos. Qed.
Theorem dual_variables_are_parallel y i : (i < n)%nat ->
  (let d := / L exp y in derivable_pt_lim ln (L exp y) d /\
    forall a b, slopes_at (L exp) y a -> slopes_at (Lt exp ln) y b -> b i = d * a i) /\
  (let d := / (exp (L logistic y) - 1) * exp (L logistic y) in derivable_pt_lim logistic_inverse (L logistic y) d /\
    logistic (logistic_inverse (L logistic y)) = L logistic y /\
    forall a b, slopes_at (L logistic) y a -> slopes_at (Lt logistic logistic_inverse) y b -> b i = d * a i).
Proof. intros N. split; intros d.
  - assert (D : derivable_pt_lim ln (L exp y) d) by apply derivable_pt_lim_ln, L_pos. split; [exact D|].
    intros a b. exact (parallel exp exp ln derivable_pt_lim_exp y d a b i N D).
  - assert (P : 0 < L logistic y).
    { apply sum_above_zero; [|exact rows]. intros k. rewrite <- ln_1. pose proof (exp_pos (y k)). apply ln_increasing; lra. }
    pose proof (derivative_of_inverse _ P) as D. split; [exact D|split].
    + pose proof (exp_increasing _ _ P) as I. rewrite exp_0 in I. unfold logistic at 1, logistic_inverse.
      rewrite exp_ln by lra. rewrite <- (ln_exp (L logistic y)) at 2. f_equal. ring.
    + intros a b. exact (parallel logistic sigmoid logistic_inverse derivative_of_logistic y d a b i N D). Qed.
Theorem pulled_gradient_is_the_risks w a g : slopes_at (L exp) (scores w) a -> gradient_at (risk exp) w g <-> g = pull a.
Proof. exact (pulled_gradient exp w a g). Qed.
Theorem pulled_gradient_is_normalised w a g : slopes_at (Lt exp ln) (scores w) a ->
  gradient_at (risk exp) w g <-> pull a = scal (/ risk exp w) g.
Proof. intros A. pose proof (L_pos (scores w)) as P. fold (risk exp w) in P.
  assert (X : forall v, ip (pull a) v = / risk exp w * ip (pull (fun i => exp (scores w i))) v).
  { intros v. unfold pull. rewrite !ip_total, <- sum_scal. apply sum_ext. intros i I. rewrite !ip_scal.
    rewrite (proj2 (proj1 (dual_variables_are_parallel (scores w) i I)) _ a (slopes_of_L exp exp derivable_pt_lim_exp _) A).
    unfold risk. ring. }
  rewrite (pulled_gradient_is_the_risks w _ g (slopes_of_L exp exp derivable_pt_lim_exp _)). split.
  - intros ->. apply ip_same. intros v. now rewrite ip_scal, X.
  - intros S. apply ip_same. intros v. pose proof (X v) as Y. rewrite S, ip_scal in Y.
    apply Rmult_eq_reg_l with (/ risk exp w); [exact Y|]. apply Rinv_neq_0_compat. lra. Qed.

(* w_{t+1} = w_t - eta_t grad R(w_t) / n, R / n being the mean, and w_{t+1} = w_t - eta_t grad R(w_t) / R(w_t). *)
Theorem vanilla_step (w : nat -> E) eta : (forall t, w (S t) = minus (w t)
    (scal (eta t) (scal (/ INR n) (pull (fun i => exp (scores (w t) i)))))) ->
  forall t g, gradient_at (risk exp) (w t) g -> w (S t) = minus (w t) (scal (eta t / INR n) g).
Proof. intros W t g G. apply (pulled_gradient_is_the_risks (w t) _ g (slopes_of_L exp exp derivable_pt_lim_exp _)) in G.
  rewrite W, G. same. unfold Rdiv. ring. Qed.
Definition softmax y i := exp (y i) / L exp y.
Lemma slopes_of_softmax y : slopes_at (Lt exp ln) y (softmax y).
Proof. intros x. pose proof (slopes_of_Lt exp exp ln derivable_pt_lim_exp y _ (derivable_pt_lim_ln _ (L_pos y)) x) as A.
  replace (sum (fun i => softmax y i * x i) n) with (sum (fun i => / L exp y * exp (y i) * x i) n); [exact A|].
  apply sum_ext. intros i _. unfold softmax, Rdiv. ring. Qed.
Theorem normalised_step (w : nat -> E) eta :
  (forall t, w (S t) = minus (w t) (scal (eta t) (pull (softmax (scores (w t)))))) ->
  forall t g, gradient_at (risk exp) (w t) g -> w (S t) = minus (w t) (scal (eta t) (scal (/ risk exp (w t)) g)).
Proof. intros W t g G. rewrite W. do 2 f_equal.
  now apply (pulled_gradient_is_normalised (w t) _ _ (slopes_of_softmax (scores (w t)))). Qed.

(* The softmax is the dual variable of y: the largest <a, y> - sum of a_i ln a_i over the simplex is ln(L(y)), there. *)
Lemma softmax_in_simplex y : (forall i, 0 < softmax y i) /\ sum (softmax y) n = 1.
Proof. pose proof (L_pos y) as P. split.
  - intros i. apply Rmult_lt_0_compat; [apply exp_pos|now apply Rinv_0_lt_compat].
  - rewrite (sum_ext _ (fun i => / L exp y * exp (y i))) by (intros; unfold softmax, Rdiv; ring).
    rewrite sum_scal. fold (L exp y). field. lra. Qed.
Lemma ln_softmax y i : ln (softmax y i) = y i - ln (L exp y).
Proof. pose proof (L_pos y) as P. unfold softmax, Rdiv.
  rewrite ln_mult, ln_exp, ln_Rinv; [ring|exact P|apply exp_pos|now apply Rinv_0_lt_compat]. Qed.
Lemma softmax_is_optimal y : sum (fun i => softmax y i * y i - softmax y i * ln (softmax y i)) n = ln (L exp y).
Proof. pose proof (L_pos y) as P. destruct (softmax_in_simplex y) as [_ T].
  rewrite (sum_ext _ (fun i => ln (L exp y) * softmax y i)).
  - rewrite sum_scal, T. ring.
  - intros i _. rewrite ln_softmax. ring. Qed.
Lemma ln_below x : 0 < x -> ln x <= x - 1.
Proof. intros P. pose proof (exp_ineq1_le (ln x)) as I. rewrite exp_ln in I by exact P. lra. Qed.
Lemma no_point_is_better y b : (forall i, 0 <= b i) -> sum b n = 1 -> sum (fun i => b i * y i - b i * ln (b i)) n <= ln (L exp y).
Proof. intros B T. pose proof (L_pos y) as P. destruct (softmax_in_simplex y) as [Q U].
  assert (A : sum (fun i => b i * y i - b i * ln (b i)) n <= sum (fun i => ln (L exp y) * b i + (softmax y i + - 1 * b i)) n).
  { apply sum_le. intros i _. specialize (B i). specialize (Q i). destruct (Req_dec (b i) 0) as [Z|Z]; [rewrite Z; lra|].
    assert (K : 0 < / b i) by (apply Rinv_0_lt_compat; lra).
    pose proof (ln_below (softmax y i * / b i) ltac:(now apply Rmult_lt_0_compat)) as I.
    rewrite ln_mult, ln_Rinv, ln_softmax in I by lra. apply (Rmult_le_compat_l (b i)) in I; [|lra].
    replace (b i * (softmax y i * / b i - 1)) with (softmax y i - b i) in I by (field; lra). lra. }
  rewrite sum_add, sum_add, !sum_scal, T, U in A. lra. Qed.

Theorem other_dual_variable y : slopes_at (Lt exp ln) y (softmax y) /\
  sum (fun i => softmax y i * y i - softmax y i * ln (softmax y i)) n = Lt exp ln y /\
  forall b, (forall i, 0 <= b i) -> sum b n = 1 -> sum (fun i => b i * y i - b i * ln (b i)) n <= Lt exp ln y.
Proof. split; [apply slopes_of_softmax|split; [apply softmax_is_optimal|intros b; apply no_point_is_better]]. Qed.

(* Algorithm 1 with step sizes 1: q_t = softmax(V w_t), g_t = beta_t (g_{t-1} + V* q_t), w_{t+1} = w_t - (g_t + V* q_t).
   nabla t is the gradient of w -> ln(L(V w)) at w_t; v t = w_t - nabla_t, and v_{-1} = 0. *)
Section Momentum.
Variables (w g nabla : nat -> E) (beta : nat -> R).
Let q t := softmax (scores (w t)).
Hypothesis w_0 : w 0%nat = zero.
Hypothesis g_0 : g 0%nat = scal (beta 0%nat) (add zero (pull (q 0%nat))).
Hypothesis g_step : forall t, g (S t) = scal (beta (S t)) (add (g t) (pull (q (S t)))).
Hypothesis w_step : forall t, w (S t) = minus (w t) (add (g t) (pull (q t))).
Hypothesis nabla_is : forall t, gradient_at (fun w => Lt exp ln (scores w)) (w t) (nabla t).
Let v t := minus (w t) (nabla t).
Let before t := match t with O => zero | S k => v k end. (* v_{t-1} *)
Lemma nabla_so t : nabla t = pull (q t).
Proof. apply (one_gradient _ _ _ _ (nabla_is t)). apply (pulled (Lt exp ln)); [|apply slopes_of_softmax].
  intros y y' Y. unfold Lt. now rewrite (L_same exp y y' Y). Qed.
Theorem fully_optimised_and_accelerated t :
  sum (fun i => q t i * scores (w t) i - q t i * ln (q t i)) n = Lt exp ln (scores (w t)) /\
  (forall b, (forall i, 0 <= b i) -> sum b n = 1 ->
    sum (fun i => b i * scores (w t) i - b i * ln (b i)) n <= Lt exp ln (scores (w t))) /\
  w (S t) = add (v t) (scal (beta t) (minus (v t) (before t))).
Proof. split; [apply softmax_is_optimal|split; [intros b; apply no_point_is_better|]].
  destruct t as [|t]; unfold before, v; same; rewrite w_step, !nabla_so;
    [rewrite g_0, w_0|rewrite g_step, (w_step t)]; spread; ring. Qed.
End Momentum.
End Rows.
