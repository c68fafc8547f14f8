(* Sections 2 and 3 of Ji, Srebro and Telgarsky: psi(Zw) and its gradient, (2.1) to (2.3); that psi exceeds the largest score;
   gradient descent is mirror descent of the dual variables, and the dual method's q_t are those of its w_t, (3.3). Rows and
   gradients are those of Losses.v: psi(xi) = linv(sum_i loss(xi_i)) is its Lt, Z'a its pull, n R(w) its risk. *)
From Coq Require Import Reals Lra Lia.
From Lemmacheck Require Import Space Losses Duality.
From Lemmacheck Require Algorithm.
Open Scope R_scope.

Section Rows.
Variables (E : space) (n : nat) (z : nat -> E).
Hypothesis rows : (0 < n)%nat.
Notation scores := (Losses.scores E z).
Notation pull := (Losses.pull E n z).
Notation gradient_at := (gradient_at E).
Notation slopes_at := (slopes_at n).

Section AnyLoss. (* a differentiable loss with its inverse; a is the gradient of psi at Zw, G that of the mean R at w *)
Variables loss slope linv : R -> R.
Hypothesis derivative : forall x, derivable_pt_lim loss x (slope x).
Hypothesis positive : forall x, 0 < loss x.
Hypothesis inverse : forall s, 0 < s -> loss (linv s) = s.
Notation psi := (Lt n loss linv).
Definition mean_risk w := sum (fun i => loss (ip w (z i))) n / INR n. (* R(w) *)
Lemma n_pos : 0 < INR n.
Proof. now apply lt_0_INR. Qed.
Theorem psi_of_the_risk w : psi (scores w) = linv (INR n * mean_risk w).
Proof. unfold Lt, L, mean_risk, Losses.scores. f_equal. pose proof n_pos. field. lra. Qed.
Lemma L_positive y : 0 < L n loss y.
Proof. apply sum_above_zero; auto. Qed.
Lemma gradient_of_mean_risk w G : gradient_at mean_risk w G -> scal (INR n) G = pull (fun i => slope (scores w i)).
Proof. intros H. apply (pulled_gradient E n z loss w _ _ (slopes_of_L n loss slope derivative (scores w))).
  intros h. rewrite ip_scal. pose proof n_pos. apply derivable_pt_lim_ext with (f := mult_real_fct (INR n) (fun s => mean_risk (add w (scal s h)))).
  - intros s. unfold mult_real_fct, mean_risk, risk, L, Losses.scores. field. lra.
  - apply derivable_pt_lim_scal, H. Qed.
Variables (w : E) (a : nat -> R).
Hypothesis gradient : slopes_at psi (scores w) a.
Lemma slope_of_psi i : (i < n)%nat -> slope (psi (scores w)) * a i = slope (scores w i).
Proof. intros I. apply (one_slope n (L n loss) (scores w) (fun i => slope (psi (scores w)) * a i) (fun i => slope (scores w i)) i I);
    [|apply slopes_of_L; exact derivative]. intros x.
  replace (sum (fun i => slope (psi (scores w)) * a i * x i) n) with (slope (psi (scores w)) * sum (fun i => a i * x i) n).
  - apply derivable_pt_lim_ext with (f := fun s => loss (psi (fun i => scores w i + s * x i))).
    + intros s. apply inverse, L_positive.
    + apply (derivable_pt_lim_comp (fun s => psi (fun i => scores w i + s * x i)) loss 0 _ _ (gradient x)).
      replace (psi (fun i => scores w i + 0 * x i)) with (psi (scores w)); [apply derivative|].
      unfold Lt. f_equal. apply L_same. intros i0. ring.
  - rewrite <- sum_scal. apply sum_ext. intros. ring. Qed.
Hypothesis increases : 0 < slope (psi (scores w)).
Theorem gradient_weights_the_rows : pull a = scal (/ slope (psi (scores w))) (pull (fun i => slope (scores w i))).
Proof. same. unfold Losses.pull. rewrite !ip_total, <- sum_scal. apply sum_ext. intros i I. rewrite !ip_scal, <- slope_of_psi by exact I.
  field. lra. Qed.
Theorem gradient_by_the_risks G : gradient_at mean_risk w G ->
  scal (/ slope (psi (scores w))) (pull (fun i => slope (scores w i))) = scal (/ (slope (psi (scores w)) / INR n)) G.
Proof. intros H. rewrite <- (gradient_of_mean_risk w G H). pose proof n_pos. same. field. lra. Qed.
End AnyLoss.

(* the exponential loss *)
Notation psi := (Lt n exp ln).
Notation R_ := (mean_risk exp).
Theorem psi_is_ln_sum_exp w : psi (scores w) = ln (sum (fun i => exp (ip w (z i))) n).
Proof. reflexivity. Qed.
Lemma exp_ln_above s : 0 < s -> exp (ln s) = s.
Proof. apply exp_ln. Qed.
Theorem gradient_is_the_softmax w a : slopes_at psi (scores w) a -> forall i, (i < n)%nat ->
  a i = exp (ip w (z i)) / sum (fun j => exp (ip w (z j))) n.
Proof. intros A i I. exact (one_slope n psi (scores w) a (softmax n (scores w)) i I A (slopes_of_softmax n rows (scores w))). Qed.
Theorem gradient_in_the_simplex w a : slopes_at psi (scores w) a -> (forall i, (i < n)%nat -> 0 <= a i) /\ sum a n = 1
  /\ forall i, (i < n)%nat -> a i = exp (ip w (z i)) / sum (fun j => exp (ip w (z j))) n.
Proof. intros A. pose proof (gradient_is_the_softmax w a A) as S. destruct (softmax_in_simplex n rows (scores w)) as [P T].
  split; [intros i I; rewrite S by exact I; left; apply P|]. split; [rewrite <- T; now apply sum_ext|exact S]. Qed.
Theorem gradient_over_the_risk w a G : slopes_at psi (scores w) a -> gradient_at R_ w G -> pull a = scal (/ R_ w) G.
Proof. intros A H. assert (X : exp (psi (scores w)) = L n exp (scores w)) by (apply exp_ln, L_positive, exp_pos).
  rewrite (gradient_weights_the_rows exp exp ln derivable_pt_lim_exp exp_pos exp_ln_above w a A (exp_pos _)).
  rewrite <- (gradient_of_mean_risk exp exp derivable_pt_lim_exp w G H), X. unfold mean_risk. fold (scores w). pose proof n_pos.
  pose proof (L_positive exp exp_pos (scores w)) as P. unfold L in *. unfold Losses.scores in *. same. field. split; lra. Qed.
Theorem dual_objective_by_the_risk w a G : slopes_at psi (scores w) a -> gradient_at R_ w G ->
  square (pull a) / 2 = square G / (2 * R_ w ^ 2).
Proof. intros A H. rewrite (gradient_over_the_risk w a G A H). spread. pose proof (L_positive exp exp_pos (scores w)) as P.
  pose proof n_pos. assert (0 < R_ w) by (unfold mean_risk; apply Rdiv_lt_0_compat; [exact P|lra]). field. lra. Qed.

(* where scores are 0 *)
Lemma sum_of_ones k : sum (fun _ => 1) k = INR k.
Proof. induction k as [|k H]; [reflexivity|]. cbn [sum]. now rewrite H, S_INR. Qed.
Lemma scores_at_zero i : scores zero i = 0.
Proof. apply ip_zero. Qed.
Theorem first_potential (w : nat -> E) t : w 0%nat = zero -> psi (scores (w 0%nat)) / norm (w t) = ln (INR n) / norm (w t).
Proof. intros ->. f_equal. unfold Lt, L. f_equal. rewrite <- sum_of_ones. apply sum_ext. intros i _. now rewrite scores_at_zero, exp_0. Qed.
Theorem gradient_at_zero b : slopes_at psi (fun _ => 0) b -> forall i, (i < n)%nat -> b i = 1 / INR n.
Proof. intros B i I. rewrite (one_slope n psi (fun _ => 0) b (softmax n (fun _ => 0)) i I B (slopes_of_softmax n rows _)).
  unfold softmax, L. rewrite exp_0, sum_of_ones. reflexivity. Qed.
Theorem first_gradient (w : nat -> E) a : w 0%nat = zero -> slopes_at psi (scores (w 0%nat)) a -> forall i, (i < n)%nat -> a i = 1 / INR n.
Proof. intros -> A i I. rewrite (gradient_is_the_softmax zero a A i I), <- (sum_of_ones n), ip_zero, exp_0. f_equal.
  apply sum_ext. intros. now rewrite ip_zero, exp_0. Qed.
Theorem first_gradients_are_one (w : nat -> E) a b : w 0%nat = zero -> slopes_at psi (scores (w 0%nat)) a ->
  slopes_at psi (fun _ => 0) b -> forall i, (i < n)%nat -> a i = b i.
Proof. intros W A B i I. now rewrite (first_gradient w a W A i I), (gradient_at_zero b B i I). Qed.

(* Section 3.3: psi and the largest score, of an increasing loss *)
Section Largest.
Variables loss linv : R -> R.
Hypothesis positive : forall x, 0 < loss x.
Hypothesis increasing : forall x y, x < y -> loss x < loss y.
Hypothesis inverse : forall s, 0 < s -> loss (linv s) = s.
Hypothesis inverse' : forall x, linv (loss x) = x.
Notation largest f := (top f (pred n)).
Notation score w := (fun i => ip (z i) w).
Lemma inverse_in_order s s' : 0 < s -> s <= s' -> linv s <= linv s'.
Proof. intros P O. destruct (Rle_dec (linv s) (linv s')) as [|K]; [assumption|]. pose proof (increasing (linv s') (linv s) ltac:(lra)) as I.
  rewrite !inverse in I by lra. lra. Qed.
Lemma largest_loss f k : top (fun i => loss (f i)) k = loss (top f k).
Proof. induction k as [|k H]; cbn [top]; [reflexivity|]. rewrite H. unfold Rmax.
  destruct (Rle_dec (loss (top f k)) (loss (f (S k)))), (Rle_dec (top f k) (f (S k))); try reflexivity.
  - pose proof (increasing (f (S k)) (top f k) ltac:(lra)). lra.
  - destruct (Req_dec (top f k) (f (S k))) as [->|]; [reflexivity|]. pose proof (increasing (top f k) (f (S k)) ltac:(lra)). lra. Qed.
Theorem psi_exceeds_the_largest_loss w : - Lt n loss linv (scores w) <= - linv (largest (fun i => loss (ip (z i) w))).
Proof. destruct (top_reached (fun i => loss (ip (z i) w)) (pred n)) as (i & I & K). rewrite K. apply Ropp_le_contravar, inverse_in_order; [apply positive|].
  rewrite ip_sym. apply (Algorithm.below_the_sum (fun i => loss (scores w i))); [intros; apply positive|lia]. Qed.
Theorem largest_loss_is_of_the_largest_score w : - linv (largest (fun i => loss (ip (z i) w))) = - linv (loss (largest (score w))).
Proof. now rewrite largest_loss. Qed.
Theorem inverse_of_the_loss w : - linv (loss (largest (score w))) = - largest (score w).
Proof. now rewrite inverse'. Qed.
Theorem psi_exceeds_the_largest_score w : - Lt n loss linv (scores w) <= - largest (score w).
Proof. rewrite <- inverse_of_the_loss, <- largest_loss_is_of_the_largest_score. apply psi_exceeds_the_largest_loss. Qed.
End Largest.

(* x is proportional to y *)
Definition like (x y : nat -> R) := exists c, 0 < c /\ forall i, (i < n)%nat -> x i = c * y i.
Lemma like_trans x y v : like x y -> like y v -> like x v.
Proof. intros (c & C & X) (d & D & Y). exists (c * d). split; [nra|]. intros i I. rewrite X, Y by exact I. ring. Qed.
Notation weights w := (fun i => exp (scores w i)).
Lemma softmax_like w : like (softmax n (scores w)) (weights w).
Proof. pose proof (L_positive exp exp_pos (scores w)). exists (/ L n exp (scores w)). split; [now apply Rinv_0_lt_compat|].
  intros i _. unfold softmax, Rdiv. ring. Qed.
Definition push nu i := ip (z i) (pull nu). (* (ZZ'nu)_i *)
Definition pushed c v nu i := exp (scores v i - c * push nu i).
Definition reweighted c (a nu : nat -> R) i := a i * exp (- (c * push nu i)).
Lemma push_adds c v nu i : exp (scores v i) * exp (- (c * push nu i)) = exp (scores (minus v (scal c (pull nu))) i).
Proof. rewrite <- exp_plus. f_equal. unfold push, Losses.scores. spread. rewrite (ip_sym _ (z i)). ring. Qed.
Lemma pushed_scores c v nu i : pushed c v nu i = exp (scores (minus v (scal c (pull nu))) i).
Proof. rewrite <- push_adds, <- exp_plus. unfold pushed. reflexivity. Qed.
Lemma pushed_like c v nu : like (pushed c v nu) (reweighted c (softmax n (scores v)) nu).
Proof. exists (L n exp (scores v)). pose proof (L_positive exp exp_pos (scores v)) as P. split; [exact P|]. intros i _.
  rewrite pushed_scores, <- push_adds. unfold reweighted, softmax. field. lra. Qed.
Lemma reweighted_ext c a b nu : (forall i, (i < n)%nat -> a i = b i) -> like (reweighted c a nu) (reweighted c b nu).
Proof. intros H. exists 1. split; [lra|]. intros i I. unfold reweighted. rewrite H by exact I. ring. Qed.

Lemma pull_moved a s x : pull (fun i => a i + s * x i) = add (pull a) (scal s (pull x)).
Proof. same. unfold Losses.pull. rewrite !ip_total, <- sum_scal, <- sum_add. apply sum_ext. intros. rewrite !ip_scal. ring. Qed.
Lemma pull_by_push a x : ip (pull a) (pull x) = sum (fun i => push a i * x i) n.
Proof. rewrite ip_sym. unfold Losses.pull at 1. rewrite ip_total. apply sum_ext. intros. rewrite ip_scal. unfold push. ring. Qed.
Notation phi a := (square (pull a) / 2).
Lemma gradient_of_phi a : slopes_at (fun a => phi a) a (push a).
Proof. intros x. set (A := square (pull a)). set (C := square (pull x)). rewrite <- pull_by_push. set (B := ip (pull a) (pull x)).
  apply derivable_pt_lim_ext with (f := (fct_cte (A / 2) + id * (fct_cte B + id * fct_cte (C / 2)))%F).
  - intros s. rewrite pull_moved. unfold A, B, C, plus_fct, mult_fct, fct_cte, id. spread. rewrite (ip_sym _ (pull x) (pull a)). field.
  - eapply Algorithm.as_limit; [Algorithm.derive|]. unfold plus_fct, mult_fct, fct_cte, id. ring. Qed.

Section Descent. (* w_{t+1} = w_t - eta_t grad R(w_t), q_t is the gradient of psi at Zw_t *)
Variables (w G : nat -> E) (eta : nat -> R) (q : nat -> nat -> R).
Hypothesis gradient : forall t, gradient_at R_ (w t) (G t).
Hypothesis dual : forall t, slopes_at psi (scores (w t)) (q t).
Hypothesis w_step : forall t, w (S t) = minus (w t) (scal (eta t) (G t)).
Definition theta t := eta t * R_ (w t).
Lemma q_is t i : (i < n)%nat -> q t i = softmax n (scores (w t)) i.
Proof. intros I. exact (one_slope n psi _ _ _ i I (dual t) (slopes_of_softmax n rows _)). Qed.
Lemma risk_pos v : 0 < R_ v.
Proof. pose proof n_pos. pose proof (L_positive exp exp_pos (scores v)). now apply Rdiv_lt_0_compat. Qed.
Theorem step_renormalised t : minus (w t) (scal (eta t) (G t)) = minus (w t) (scal (theta t) (scal (/ R_ (w t)) (G t))).
Proof. unfold theta. pose proof (risk_pos (w t)). same. field. lra. Qed.
Theorem step_by_the_dual_variable t : minus (w t) (scal (theta t) (scal (/ R_ (w t)) (G t))) = minus (w t) (scal (theta t) (pull (q t)))
  /\ w (S t) = minus (w t) (scal (theta t) (pull (q t))).
Proof. rewrite w_step, step_renormalised, <- (gradient_over_the_risk (w t) (q t) (G t) (dual t) (gradient t)). auto. Qed.
Theorem dual_variable_weighs_by_score t : like (q (S t)) (weights (w (S t))).
Proof. destruct (softmax_like (w (S t))) as (c & C & X). exists c. split; [exact C|]. intros i I. rewrite q_is by exact I. auto. Qed.
Theorem scores_after_a_step t i : exp (scores (w (S t)) i) = pushed (theta t) (w t) (q t) i.
Proof. now rewrite pushed_scores, <- (proj2 (step_by_the_dual_variable t)). Qed.
Theorem dual_variable_after_a_step t : like (q (S t)) (pushed (theta t) (w t) (q t)).
Proof. destruct (dual_variable_weighs_by_score t) as (c & C & X). exists c. split; [exact C|]. intros i I. rewrite X by exact I.
  now rewrite scores_after_a_step. Qed.
Theorem multiplicative_update t : like (pushed (theta t) (w t) (q t)) (reweighted (theta t) (q t) (q t)).
Proof. apply like_trans with (1 := pushed_like (theta t) (w t) (q t)). apply reweighted_ext. intros i I. now rewrite q_is. Qed.
Theorem multiplicative_update_by_the_gradient t d : slopes_at (fun a => phi a) (q t) d ->
  (forall i, (i < n)%nat -> reweighted (theta t) (q t) (q t) i = q t i * exp (- (theta t * d i)))
  /\ forall h, phi (fun i => q t i + h i) - phi (q t) - sum (fun i => d i * h i) n = phi h.
Proof. intros K. assert (P : forall i, (i < n)%nat -> d i = push (q t) i) by
    (intros i I; exact (one_slope n (fun a => phi a) (q t) d _ i I K (gradient_of_phi (q t)))). split.
  - intros i I. unfold reweighted. now rewrite P.
  - intros h. rewrite (sum_ext _ (fun i => push (q t) i * h i)) by (intros; now rewrite P). rewrite <- pull_by_push.
    replace (pull (fun i => q t i + h i)) with (add (pull (q t)) (scal 1 (pull h))).
    + spread. rewrite (ip_sym _ (pull h) (pull (q t))). field.
    + rewrite <- pull_moved. unfold Losses.pull. same. apply sum_ext. intros. rewrite !ip_scal. ring. Qed.
End Descent.

Section Dual. (* q_{t+1} is q_t times exp(-(theta_t / lambda_t) ZZ'nu_t), of sum 1, and w_t as in (3.3) *)
Variables (w : nat -> E) (q nu : nat -> nat -> R) (theta lam : nat -> R).
Notation c t := (theta t / lam t).
Hypothesis q_0 : forall i, q 0%nat i = 1 / INR n.
Hypothesis q_step : forall t i, q (S t) i = reweighted (c t) (q t) (nu t) i / sum (reweighted (c t) (q t) (nu t)) n.
Hypothesis w_0 : w 0%nat = zero.
Hypothesis w_step : forall t, w (S t) = minus (w t) (scal (c t) (pull (nu t))).
Notation shares t := (fun i => exp (scores (w t) i) * exp (- (c t * push (nu t) i))).
Lemma shares_sum t : sum (shares t) n = L n exp (scores (w (S t))).
Proof. apply sum_ext. intros i _. now rewrite push_adds, w_step. Qed.
Lemma q_is_the_softmax t i : q t i = softmax n (scores (w t)) i.
Proof. revert i. induction t as [|t H]; intros i.
  - rewrite q_0, w_0. unfold softmax, L. rewrite scores_at_zero, exp_0. f_equal. rewrite <- sum_of_ones. apply sum_ext. intros.
    now rewrite scores_at_zero, exp_0.
  - rewrite q_step. pose proof (L_positive exp exp_pos (scores (w t))) as P. pose proof (L_positive exp exp_pos (scores (w (S t)))) as P'.
    rewrite (sum_ext _ (fun i => / L n exp (scores (w t)) * shares t i)) by (intros; unfold reweighted, softmax; rewrite H; unfold softmax; field; lra).
    rewrite sum_scal, shares_sum. unfold reweighted. rewrite H. unfold softmax.
    rewrite w_step, <- push_adds, <- w_step. field. lra. Qed.
Theorem q_is_the_gradient t : slopes_at psi (scores (w t)) (q t).
Proof. intros x. rewrite (sum_ext _ (fun i => softmax n (scores (w t)) i * x i)) by (intros; now rewrite q_is_the_softmax).
  apply (slopes_of_softmax n rows (scores (w t)) x). Qed.
Theorem weights_by_scores t : like (reweighted (c t) (q t) (nu t)) (shares t).
Proof. pose proof (L_positive exp exp_pos (scores (w t))). exists (/ L n exp (scores (w t))). split; [now apply Rinv_0_lt_compat|].
  intros i _. unfold reweighted. rewrite q_is_the_softmax. unfold softmax. field. lra. Qed.
Theorem weights_after_a_step t : like (q (S t)) (reweighted (c t) (q t) (nu t)).
Proof. destruct (weights_by_scores t) as (d & K & X). exists (/ sum (reweighted (c t) (q t) (nu t)) n). split.
  - apply Rinv_0_lt_compat. rewrite (sum_ext _ (fun i => d * shares t i)) by exact X. rewrite sum_scal, shares_sum.
    apply Rmult_lt_0_compat; [exact K|]. apply L_positive, exp_pos.
  - intros i _. rewrite q_step. unfold Rdiv. ring. Qed.
Theorem next_weights_by_scores t : like (q (S t)) (shares t).
Proof. exact (like_trans _ _ _ (weights_after_a_step t) (weights_by_scores t)). Qed.
Theorem exponentials_multiply t i : shares t i = exp (scores (minus (w t) (scal (c t) (pull (nu t)))) i).
Proof. apply push_adds. Qed.
Theorem step_moves_the_scores t i : exp (scores (minus (w t) (scal (c t) (pull (nu t)))) i) = exp (scores (w (S t)) i).
Proof. now rewrite w_step. Qed.
Theorem scores_of_the_next t i : shares t i = exp (scores (w (S t)) i).
Proof. rewrite <- step_moves_the_scores. apply exponentials_multiply. Qed.
End Dual.
End Rows.
