(* Appendix D and Theorem 4.1 of Ji, Srebro and Telgarsky, with what is likely. A mean is linear and monotone, and 1 of 1. Facts:
   the tower rule, and Azuma's and Hoeffding's inequality for what is known before a row is drawn; Markov's is proved. *)
From Coq Require Import Reals Lra Lia Psatz.
From Lemmacheck Require Import Space Acceleration Duality Sampling.
Open Scope R_scope.

Section Mean.
Variables (Omega : Type) (mean : (Omega -> R) -> R).
Hypothesis mean_add : forall f g, mean (fun x => f x + g x) = mean f + mean g.
Hypothesis mean_scal : forall a f, mean (fun x => a * f x) = a * mean f.
Hypothesis mean_le : forall f g, (forall x, f x <= g x) -> mean f <= mean g.
Hypothesis mean_one : mean (fun _ => 1) = 1.
Definition likely (A : Omega -> Prop) p := exists d : forall x, {A x} + {~ A x}, p <= mean (fun x => if d x then 1 else 0). (* P(A) >= p *)
Lemma mean_ext f g : (forall x, f x = g x) -> mean f = mean g.
Proof. intros H. apply Rle_antisym; apply mean_le; intros x; rewrite H; lra. Qed.
Lemma mean_const a : mean (fun _ => a) = a.
Proof. rewrite (mean_ext _ (fun _ => a * 1)) by (intros; ring). rewrite (mean_scal a (fun _ => 1)), mean_one. ring. Qed.
Lemma implied (A B : Omega -> Prop) p : (forall x, {B x} + {~ B x}) -> (forall x, A x -> B x) -> likely A p -> likely B p.
Proof. intros d I (a & H). exists d. apply Rle_trans with (1 := H), mean_le. intros x.
  destruct (a x), (d x); try lra. exfalso. auto. Qed.
Lemma both (A B : Omega -> Prop) p r : likely A p -> likely B r -> likely (fun x => A x /\ B x) (p + r - 1).
Proof. intros (a & H) (b & K). exists (fun x => match a x, b x with left F, left G => left (conj F G)
    | right F, _ => right (fun P => F (proj1 P)) | _, right G => right (fun P => G (proj2 P)) end).
  apply Rle_trans with (mean (fun x => if a x then 1 else 0) + mean (fun x => if b x then 1 else 0) + mean (fun _ => -1)).
  - rewrite mean_const. lra.
  - rewrite <- !mean_add. apply mean_le. intros x. destruct (a x), (b x); lra. Qed.
Lemma markov (f : Omega -> R) a : (forall x, 0 <= f x) -> 0 < a -> likely (fun x => f x <= a) (1 - mean f / a).
Proof. intros F A. exists (fun x => Rle_dec (f x) a). assert (P : 0 < / a) by now apply Rinv_0_lt_compat.
  replace (1 - mean f / a) with (mean (fun x => 1 + - / a * f x)) by (rewrite mean_add, mean_scal, mean_one; unfold Rdiv; ring).
  apply mean_le. intros x. destruct (Rle_dec (f x) a) as [|G]; [specialize (F x); nra|].
  assert (/ a * a <= / a * f x) by (apply Rmult_le_compat_l; lra). rewrite Rinv_l in *; lra. Qed.

Section Run.
Variables (E : space) (theta n delta gamma : R) (t : nat) (u : E) (Q z w : nat -> Omega -> E) (psi top : nat -> Omega -> R).
Variable known : nat -> (Omega -> E) -> Prop. (* functions of the rows drawn before *)
Hypothesis step_pos : 0 <= theta.
Hypothesis tuned : theta ^ 2 * INR t = ln n.
Hypothesis delta_in : 0 < delta < 1.
Hypothesis w_0 : forall x, w 0%nat x = zero.
Hypothesis w_step : forall j x, w (S j) x = minus (w j x) (scal theta (z j x)).
Hypothesis unit_rows : forall j x, norm (z j x) <= 1.
Hypothesis unit_pulls : forall j x, norm (Q j x) <= 1.
Notation noise j x := (minus (z j x) (Q j x)).
Notation r k x := (deviation E theta (fun j => Q j x) (fun j => z j x) k).
Hypothesis known_pulls : forall j, known j (Q j).
Hypothesis known_deviation : forall j, known j (fun x => r j x).
Hypothesis tower : forall j v, known j v -> mean (fun x => ip (v x) (noise j x)) = 0.

Lemma grows k : mean (fun x => square (r (S k) x)) = mean (fun x => square (r k x)) + theta ^ 2 * mean (fun x => square (noise k x)).
Proof. rewrite (mean_ext _ (fun x => (square (r k x) + 2 * theta * ip (r k x) (noise k x)) + theta ^ 2 * square (noise k x))).
  - rewrite !mean_add, !mean_scal, (tower k (fun x => r k x) (known_deviation k)). ring.
  - intros x. unfold deviation at 1. cbn [total]. fold (r k x). generalize (r k x). intros v. generalize (noise k x). intros y.
    spread. rewrite (ip_sym _ y v). ring. Qed.
Theorem variance k : mean (fun x => square (r k x)) + sum (fun j => theta ^ 2 * mean (fun x => square (Q j x))) k
  = sum (fun j => theta ^ 2 * mean (fun x => square (z j x))) k.
Proof. induction k as [|k H]; cbn [sum].
  - rewrite (mean_ext _ (fun _ => 0)), mean_const; [ring|]. intros x. unfold deviation, square. simpl. apply ip_zero.
  - rewrite grows, <- H. assert (V : mean (fun x => square (z k x)) = mean (fun x => square (noise k x)) + mean (fun x => square (Q k x))).
    { rewrite <- (Rplus_0_r (_ + _)), <- (Rmult_0_r 2), <- (tower k _ (known_pulls k)), <- mean_scal, <- !mean_add. apply mean_ext.
      intros x. spread. rewrite (ip_sym _ (z k x) (Q k x)). ring. }
    rewrite V. ring. Qed.
Theorem deviation_grows_slowly k : mean (fun x => square (r (S k) x)) <= mean (fun x => square (r k x)) + 4 * theta ^ 2.
Proof. rewrite grows. assert (mean (fun x => square (noise k x)) <= 4); [|nra]. rewrite <- (mean_const 4). apply mean_le. intros x.
  pose proof (triangle (z k x) (scal (-1) (Q k x))) as T. rewrite norm_mirrored in T. rewrite <- norm_square. fold (noise k x) in T.
  pose proof (norm_pos (noise k x)). pose proof (unit_rows k x). pose proof (unit_pulls k x). nra. Qed.
Theorem deviation_by_steps k : mean (fun x => square (r k x)) <= 4 * theta ^ 2 * INR k.
Proof. induction k as [|k H]; [|rewrite S_INR; pose proof (deviation_grows_slowly k); lra].
  rewrite (mean_ext _ (fun _ => 0)), mean_const; [simpl; lra|]. intros x. unfold deviation, square. simpl. apply ip_zero. Qed.
Theorem deviation_by_rows : mean (fun x => square (r t x)) <= 4 * ln n.
Proof. pose proof (deviation_by_steps t). lra. Qed.
Lemma rows_pos : 0 <= ln n.
Proof. rewrite <- tuned. apply Rmult_le_pos; [apply pow2_ge_0|apply pos_INR]. Qed.
Theorem deviation_is_small : likely (fun x => square (r t x) <= 8 * ln n / delta) (1 - delta / 2).
Proof. pose proof rows_pos as P. destruct (Req_dec (ln n) 0) as [F|F].
  - exists (fun x => Rle_dec (square (r t x)) (8 * ln n / delta)). apply Rle_trans with (mean (fun _ => 1)); [rewrite mean_one; lra|].
    apply mean_le. intros x. destruct (Rle_dec _ _) as [|G]; [lra|]. exfalso. apply G. rewrite F. unfold Rdiv. rewrite Rmult_0_r, Rmult_0_l.
    rewrite F in tuned. assert (Z0 : INR t = 0 \/ theta = 0) by (destruct (Req_dec theta 0); [auto|left; assert (theta ^ 2 <> 0) by (apply pow_nonzero; auto); nra]).
    right. destruct Z0 as [Z0|Z0].
    + destruct t; [unfold deviation, square; simpl; apply ip_zero|rewrite S_INR in Z0; pose proof (pos_INR n0); lra].
    + assert (R : r t x = zero); [|unfold square; now rewrite R, ip_zero]. unfold deviation. rewrite Z0. apply ip_same. intros v.
      rewrite ip_total, ip_zero. generalize t. intros k. induction k as [|k H]; cbn [sum]; [reflexivity|]. rewrite H, ip_scal. ring.
  - assert (A : 0 < 8 * ln n / delta) by (apply Rdiv_lt_0_compat; lra). destruct (markov (fun x => square (r t x)) _ (fun x => ip_pos _ _) A) as (d & H).
    exists d. apply Rle_trans with (2 := H). pose proof deviation_by_rows as M.
    assert (mean (fun x => square (r t x)) / (8 * ln n / delta) <= delta / 2); [|lra].
    apply Rmult_le_reg_r with (8 * ln n / delta); [exact A|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    replace (delta / 2 * (8 * ln n / delta)) with (4 * ln n) by (field; lra). exact M. Qed.
Notation slack := (sqrt (8 * ln n / delta)).
Notation climbed x := (sum (fun j => theta * square (Q j x)) t).
Theorem norm_is_likely_small : likely (fun x => norm (w t x) <= sum (fun j => theta * norm (Q j x)) t + slack) (1 - delta / 2).
Proof. apply implied with (3 := deviation_is_small); [intros; apply Rle_dec|]. intros x H.
  pose proof (norm_near_the_mean E theta n delta t _ _ _ (w_0 x) (fun j => w_step j x) H) as K.
  pose proof (means_by_the_triangle E theta n delta t step_pos (fun j => Q j x)). lra. Qed.

(* Fact: Azuma's and Hoeffding's inequality, for differences whose mean is 0 by the tower rule. *)
Definition difference (v : nat -> Omega -> E) j x := theta * ip (v j x) (minus (Q j x) (z j x)).
Hypothesis azuma : forall v c, (forall j, known j (v j)) -> (forall j x, - c <= difference v j x <= c) -> forall k s p, 0 <= s -> 0 < p ->
  2 * INR k * c ^ 2 * ln (1 / p) <= s ^ 2 -> likely (fun x => sum (fun j => difference v j x) k <= s) (1 - p).
Notation squares := (sum (fun _ => theta ^ 2) t).
Notation drift x := (sum (fun j => difference Q j x) t).
Lemma log_pos : 0 < ln (2 / delta).
Proof. rewrite <- ln_1. apply ln_increasing; [lra|]. apply Rmult_lt_reg_r with delta; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. Qed.
Theorem drift_is_short : likely (fun x => drift x <= sqrt (8 * ln (2 / delta) * squares)) (1 - delta / 2).
Proof. apply azuma with (c := 2 * theta).
  - apply known_pulls.
  - intros j x. pose proof (differences_are_bounded E (fun j => Q j x) (fun j => z j x) (fun j => unit_pulls j x) (fun j => unit_rows j x) j) as B.
    cbv beta in B. unfold difference. nra.
  - apply sqrt_pos.
  - lra.
  - pose proof log_pos. pose proof rows_pos. rewrite sum_same, pow2_sqrt by (repeat apply Rmult_le_pos; try apply pos_INR; nra).
    right. replace (1 / (delta / 2)) with (2 / delta) by (field; lra). ring. Qed.
(* what holds on every path: the line before the last of the first Lemma D.0's first display, and that psi(0) = ln n *)
Hypothesis rises : forall j x, psi (S j) x - psi j x <= - (theta * ip (Q j x) (z j x)) + theta ^ 2.
Lemma on_a_path k x : - psi k x >= - psi 0%nat x + sum (fun j => theta * ip (Q j x) (z j x)) k - sum (fun _ => theta ^ 2) k.
Proof. induction k as [|k H]; cbn [sum]; [lra|]. pose proof (rises k x). lra. Qed.
Theorem psi_is_likely_low : likely (fun x => - psi t x >= - psi 0%nat x + climbed x - sqrt (8 * ln (2 / delta) * squares) - squares) (1 - delta / 2).
Proof. apply implied with (3 := drift_is_short); [intros; apply Rge_dec|]. intros x H. pose proof (on_a_path t x) as K.
  assert (I : drift x = climbed x - sum (fun j => theta * ip (Q j x) (z j x)) t); [|lra].
  clear. induction t as [|k I]; cbn [sum]; [ring|]. rewrite I. unfold difference. spread. ring. Qed.
Hypothesis psi_0 : forall x, psi 0%nat x = ln n.
Notation lost := (2 * ln n + sqrt (8 * ln (2 / delta) * ln n)).
Theorem first_lemma : likely (fun x => - psi t x >= climbed x - lost) (1 - delta / 2).
Proof. apply implied with (3 := psi_is_likely_low); [intros; apply Rge_dec|]. intros x H.
  pose proof (steps_sum_to_log_n theta n delta t tuned (psi 0%nat x) (psi_0 x)). lra. Qed.
(* Facts: the largest score is psi at most; |Z'q| >= gamma; u is in the unit ball and of margin gamma. *)
Hypothesis top_below_psi : forall x, top t x <= psi t x.
Notation margin x := (- top t x / norm (w t x)).
Theorem margin_by_psi : (forall x, 0 < norm (w t x)) -> likely (fun x => margin x >= - psi t x / norm (w t x)
  /\ - psi t x / norm (w t x) >= (climbed x - lost) / norm (w t x)) (1 - delta).
Proof. intros W. destruct first_lemma as (d & H). apply implied with (A := fun x => - psi t x >= climbed x - lost).
  - intros x. destruct (Rge_dec (margin x) (- psi t x / norm (w t x))), (Rge_dec (- psi t x / norm (w t x)) ((climbed x - lost) / norm (w t x)));
      [left; auto|right|right|right]; tauto.
  - intros x P. pose proof (Rinv_0_lt_compat _ (W x)). pose proof (top_below_psi x). split; apply Rle_ge, Rmult_le_compat_r; lra.
  - exists d. lra. Qed.
Hypothesis in_ball : norm u <= 1.
Hypothesis rows_of_margin : forall j x, gamma <= ip (scal (-1) (z j x)) u.
Hypothesis positive : 0 < gamma.
Hypothesis margin_of_pulls : forall j x, gamma <= norm (Q j x).
Hypothesis two_rows : 2 <= n.
Theorem margin_rate : likely (fun x => margin x >= gamma - shortfall n delta gamma t) (1 - delta).
Proof. replace (1 - delta) with ((1 - delta / 2) + (1 - delta / 2) - 1) by field.
  apply implied with (3 := both _ _ _ _ first_lemma deviation_is_small); [intros; apply Rge_dec|]. intros x (A & B).
  assert (0 < ln n) by (rewrite <- ln_1; apply ln_increasing; lra).
  apply margin_on_a_path with (theta := theta) (u := u) (Q := fun j => Q j x) (z := fun j => z j x) (w := fun j => w j x) (psi := fun j => psi j x); auto. Qed.
Theorem theorem_4_1 epsilon : 0 < epsilon -> INR t >= (32 * ln n + 64 * ln (2 / delta)) / (gamma ^ 2 * epsilon ^ 2) ->
  INR t >= 32 / (delta * epsilon ^ 2) -> likely (fun x => margin x >= gamma - epsilon) (1 - delta).
Proof. intros P A B. apply implied with (3 := margin_rate); [intros; apply Rge_dec|]. intros x H.
  pose proof (horizon_is_long_enough n delta gamma t delta_in epsilon positive P ltac:(lra) A B). lra. Qed.
End Run.
End Mean.
