(* Section 3.1 of Ji, Srebro and Telgarsky: normalised gradient descent, w_{t+1} = w_t - theta_t Z'q_t. As in Algorithm.v all that
   is taken is that |z_i| <= 1 and that |Z'q| has a minimum over the simplex. *)
From Coq Require Import Reals Lra Lia Psatz.
From Lemmacheck Require Import Space Duality.
From Lemmacheck Require Algorithm Losses Updates.
Open Scope R_scope.

Section Normalised.
Variables (E D : space) (m : nat) (e : nat -> D) (Z : E -> D) (Zt : D -> E) (theta : nat -> R) (w : nat -> E).
Hypothesis transposed : adjoint Z Zt.
Hypothesis coordinates : forall x y : D, ip x y = sum (fun i => ip x (e i) * ip y (e i)) (S m).
Hypothesis unit_vectors : forall i j, (i <= m)%nat -> (j <= m)%nat -> ip (e i) (e j) = if Nat.eq_dec i j then 1 else 0.
Hypothesis unit_rows : forall i, (i <= m)%nat -> norm (Zt (e i)) <= 1.
Notation n := (INR (S m)).
Definition q t := Algorithm.soft D m e (Z (w t)).
Definition risk t := sum (fun i => exp (ip (w t) (Zt (e i)))) (S m) / n. (* R(w_t) *)
Notation value t := (Algorithm.psi D m e (Z (w t))).
Notation phi := (phi E D Zt).
Theorem gradient_of_phi_is_smooth x y :
  top (fun i => Rabs (ip (minus (Z (Zt x)) (Z (Zt y))) (e i))) m <= l1 D m e (minus x y).
Proof. destruct (top_reached (fun i => Rabs (ip (minus (Z (Zt x)) (Z (Zt y))) (e i))) m) as (i & I & ->).
  rewrite <- (image_minus (adjoint_sym transposed)), <- (image_minus transposed), transposed.
  pose proof (combination_of_unit_rows E D m e Z Zt transposed coordinates unit_rows (minus x y)) as C. set (v := Zt (minus x y)) in *.
  pose proof (norm_pos v). pose proof (unit_rows i I). pose proof (norm_pos (Zt (e i))). pose proof (ip_at_most v (Zt (e i))).
  pose proof (ip_at_most (scal (-1) v) (Zt (e i))) as B. rewrite ip_scal, norm_mirrored in B. apply Rabs_le. nra. Qed.
Hypothesis w_0 : w 0%nat = zero.
Hypothesis w_step : forall t, w (S t) = minus (w t) (scal (theta t) (Zt (q t))).
Lemma step_of_scores t : minus (Z (w t)) (Z (w (S t))) = scal (theta t) (Z (Zt (q t))).
Proof. rewrite w_step, (image_minus (adjoint_sym transposed)), (image_scal (adjoint_sym transposed)). same. ring. Qed.
Lemma change_is_short x y : square (minus (Zt x) (Zt y)) <= l1 D m e (minus x y) ^ 2.
Proof. rewrite <- (image_minus transposed), <- norm_square. pose proof (norm_pos (Zt (minus x y))).
  pose proof (combination_of_unit_rows E D m e Z Zt transposed coordinates unit_rows (minus x y)). nra. Qed.
Lemma forward t : value (S t) + theta t * ip (Zt (q (S t))) (Zt (q t)) + square (minus (Zt (q (S t))) (Zt (q t))) / 2 <= value t.
Proof. pose proof (Algorithm.soft_is_smooth D m e coordinates unit_vectors (Z (w t)) (Z (w (S t)))) as F. fold (q t) (q (S t)) in F.
  rewrite step_of_scores, ip_scal_r, <- (adjoint_sym transposed) in F. pose proof (change_is_short (q t) (q (S t))) as C.
  revert F C. spread. rewrite (ip_sym _ (Zt (q (S t))) (Zt (q t))). lra. Qed.
Lemma backward t : value t - theta t * square (Zt (q t)) + square (minus (Zt (q (S t))) (Zt (q t))) / 2 <= value (S t).
Proof. pose proof (Algorithm.soft_is_smooth D m e coordinates unit_vectors (Z (w (S t))) (Z (w t))) as F. fold (q t) (q (S t)) in F.
  replace (minus (Z (w (S t))) (Z (w t))) with (scal (-1) (minus (Z (w t)) (Z (w (S t))))) in F by (same; ring).
  rewrite step_of_scores, !ip_scal_r, <- (adjoint_sym transposed) in F. pose proof (change_is_short (q (S t)) (q t)) as C.
  revert F C. spread. rewrite (ip_sym _ (Zt (q (S t))) (Zt (q t))). lra. Qed.

Theorem risk_falls t : 0 < theta t <= 1 -> risk (S t) <= risk t.
Proof. intros P. set (v := Zt (q t)). assert (V : value (S t) <= value t).
  { pose proof (Algorithm.soft_is_smooth_from_above D m e coordinates unit_vectors (Z (w t)) (Z (w (S t)))) as F. fold (q t) in F.
    replace (minus (Z (w (S t))) (Z (w t))) with (scal (- theta t) (Z v)) in F.
    2: { pose proof (step_of_scores t) as K. fold v in K. apply ip_same. intros x. pose proof (f_equal (fun y => ip y x) K) as X. revert X. cbv beta.
      spread. lra. }
    rewrite ip_scal_r, <- (adjoint_sym transposed) in F. fold v in F. set (far := top _ m) in F.
    assert (A : far <= theta t * norm v).
    { unfold far. destruct (top_reached (fun i => Rabs (ip (scal (- theta t) (Z v)) (e i))) m) as (i & I & ->).
      rewrite ip_scal, transposed, Rabs_mult, Rabs_Ropp, (Rabs_right (theta t)) by lra. apply Rmult_le_compat_l; [lra|].
      pose proof (norm_pos v). pose proof (unit_rows i I). pose proof (norm_pos (Zt (e i))). pose proof (ip_at_most v (Zt (e i))).
      pose proof (ip_at_most (scal (-1) v) (Zt (e i))) as B. rewrite ip_scal, norm_mirrored in B. apply Rabs_le. nra. }
    assert (0 <= far) by (pose proof (top_above (fun i => Rabs (ip (scal (- theta t) (Z v)) (e i))) m 0 ltac:(lia)) as T; cbv beta in T;
      pose proof (Rabs_pos (ip (scal (- theta t) (Z v)) (e 0%nat))); unfold far; lra).
    fold (square v) in F. rewrite <- norm_square in F. pose proof (norm_pos v).
    assert (far ^ 2 <= theta t * (norm v * norm v)).
    { assert (far ^ 2 <= (theta t * norm v) ^ 2) by (apply pow_incr; lra).
      assert (0 <= theta t * (1 - theta t) * (norm v * norm v)) by (apply Rmult_le_pos; nra). nra. }
    assert (0 <= theta t * (norm v * norm v)) by (apply Rmult_le_pos; nra). lra. }
  assert (X : forall s, risk s = exp (value s) / n).
  { intros s. unfold risk, Algorithm.psi. rewrite exp_ln by apply Algorithm.risk_pos. unfold Algorithm.risk. f_equal. apply sum_ext.
    intros. now rewrite transposed. }
  rewrite !X. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, lt_0_INR; lia|].
  destruct (Req_dec (value (S t)) (value t)) as [->|]; [lra|left; apply exp_increasing; lra]. Qed.

Section Unit_steps.
Hypothesis ones : forall t, theta t = 1.
Lemma objective_falls t : phi (q (S t)) <= phi (q t).
Proof. pose proof (forward t) as F. pose proof (backward t) as B. pose proof (two_ip (Zt (q (S t))) (Zt (q t))) as A. revert F B A.
  rewrite ones. unfold Duality.phi. spread. rewrite (ip_sym _ (Zt (q t)) (Zt (q (S t)))). lra. Qed.
Variable best : D.
Hypothesis inside : simplex D m e best.
Hypothesis optimal : forall x, simplex D m e x -> norm (Zt best) <= norm (Zt x).
Notation ahead t := (value t - ip (Z (w t)) best).
Lemma gap_is_paid_for t : phi (q (S t)) - phi best <= ahead t - ahead (S t).
Proof. pose proof (forward t) as F. pose proof (f_equal (fun v => ip v best) (step_of_scores t)) as B. cbv beta in B.
  rewrite ip_scal, transposed in B. pose proof (two_ip (Zt (q t)) (Zt best)) as A. revert F B A. rewrite ones. unfold Duality.phi. spread.
  rewrite (ip_sym _ (Zt (q t)) (Zt (q (S t)))). lra. Qed.
Theorem rate_of_mirror_descent t : phi (q (S t)) - phi best <= ln n / INR (S t).
Proof. assert (A : forall t, INR t * (phi (q t) - phi best) + ahead t <= ahead 0%nat).
  { clear t. intros t. induction t as [|t H]; [simpl; lra|]. pose proof (gap_is_paid_for t). pose proof (objective_falls t). pose proof (pos_INR t).
    rewrite S_INR. nra. }
  specialize (A (S t)). assert (P : 0 < INR (S t)) by (apply lt_0_INR; lia). assert (0 <= ahead (S t)).
  { destruct inside as [I M]. pose proof (mean_below D m e coordinates best (Z (w (S t))) _ I
      (fun i => top_above (fun i => ip (Z (w (S t))) (e i)) m i)) as B. rewrite M, ip_sym in B.
    pose proof (Algorithm.largest_below_psi D m e (Z (w (S t)))). lra. }
  assert (K : ahead 0%nat = ln n) by (rewrite w_0, (image_zero (adjoint_sym transposed)), Algorithm.psi_at_zero, ip_zero; ring).
  apply Rmult_le_reg_l with (INR (S t)); [exact P|]. replace (INR (S t) * (ln n / INR (S t))) with (ln n) by (field; lra). lra. Qed.

(* u is of the largest margin in the unit ball *)
Theorem dual_vector_tends_to_u u : norm u <= 1 -> - highest E D m e Z u = gamma E D Zt best -> forall t,
  - ip (Zt (q (S t))) u >= gamma E D Zt best
  /\ square (minus (scal (-1) (Zt (q (S t)))) (scal (gamma E D Zt best) u)) <= 2 * (phi (q (S t)) - phi best)
  /\ 2 * (phi (q (S t)) - phi best) <= 2 * ln n / INR (S t).
Proof. intros U M t. destruct (Algorithm.soft_in_the_simplex D m e unit_vectors (Z (w (S t)))) as [Q T]. fold (q (S t)) in Q, T.
  pose proof (mean_below D m e coordinates (q (S t)) (Z u) _ Q (fun i => top_above (fun i => ip (Z u) (e i)) m i)) as B.
  pose proof (mean_above D m e coordinates (q (S t)) (Z (Zt best)) _ Q
    (margins_of_the_optimum E D m e Z Zt transposed unit_vectors best inside optimal)) as A.
  rewrite T, <- (adjoint_sym transposed) in B, A. unfold highest in M. split; [lra|]. split.
  - rewrite <- (dual_optimum_points_along_u E D m e Z Zt transposed coordinates best inside u U M).
    pose proof (at_best E D Zt best) as G. revert A G. unfold Duality.phi. spread. rewrite (ip_sym _ (Zt best) (Zt (q (S t)))). lra.
  - pose proof (rate_of_mirror_descent t). unfold Rdiv in *. lra. Qed.
Theorem direction_tends_to_u u : norm u <= 1 -> - highest E D m e Z u = gamma E D Zt best -> 0 < gamma E D Zt best -> forall t,
  square (minus (scal (/ norm (w (S t))) (w (S t))) u) <= 2 * ln n / (gamma E D Zt best ^ 2 * INR (S t)).
Proof. intros U M P t. pose proof (u_is_unit E D m e Z Zt transposed coordinates best inside u U M P) as U1.
  pose proof (dual_optimum_points_along_u E D m e Z Zt transposed coordinates best inside u U M) as B. set (g := gamma E D Zt best) in *.
  assert (Q : forall t, g <= norm (Zt (q t)) /\ g <= - ip (Zt (q t)) u).
  { intros k. destruct (Algorithm.soft_in_the_simplex D m e unit_vectors (Z (w k))) as [I T]. fold (q k) in I, T. split; [now apply optimal|].
    pose proof (mean_below D m e coordinates (q k) (Z u) _ I (fun i => top_above (fun i => ip (Z u) (e i)) m i)) as A.
    rewrite T, <- (adjoint_sym transposed) in A. unfold highest in M. lra. }
  assert (F : forall t, value t + g * norm (w t) <= ln n /\ g * INR t <= ip (w t) u).
  { intros k. induction k as [|k [H J]].
    - rewrite w_0, (image_zero (adjoint_sym transposed)), Algorithm.psi_at_zero, norm_zero, ip_zero. simpl. lra.
    - pose proof (forward k) as A. destruct (Q k) as [Q1 Q2]. destruct (Q (S k)) as [Q3 _]. rewrite (S_INR k). pose proof (triangle (w k) (scal (- (1)) (Zt (q k)))) as N.
      rewrite norm_opposite in N by lra. replace (add (w k) (scal (- (1)) (Zt (q k)))) with (w (S k)) in N by (rewrite w_step, ones; same; ring).
      rewrite ones in A. unfold minus in A. revert A. spread. rewrite (ip_sym _ (Zt (q k)) (Zt (q (S k)))). fold (square (Zt (q k))) (square (Zt (q (S k)))).
      rewrite <- !norm_square. intros A. split; [|rewrite w_step, ones; spread; lra].
      pose proof (pow2_ge_0 (norm (Zt (q k)) - g)). assert (g * g <= norm (Zt (q (S k))) * norm (Zt (q (S k)))) by nra.
      assert (g * norm (w (S k)) <= g * (norm (w k) + norm (Zt (q k)))) by (apply Rmult_le_compat_l; lra). nra. }
  destruct (F (S t)) as [F1 F2]. set (v := w (S t)) in *. assert (V : ip v u <= norm v) by (pose proof (ip_at_most v u); rewrite U1 in *; lra).
  assert (S0 : 0 < INR (S t)) by (apply lt_0_INR; lia). assert (V0 : 0 < norm v) by nra.
  assert (K : g * norm v - ln n <= g * ip v u).
  { destruct inside as [I T]. pose proof (mean_below D m e coordinates best (Z v) _ I (fun i => top_above (fun i => ip (Z v) (e i)) m i)) as A.
    rewrite T, <- (adjoint_sym transposed) in A. pose proof (Algorithm.largest_below_psi D m e (Z v)).
    pose proof (f_equal (fun x => ip x v) B) as X. cbv beta in X. rewrite !ip_scal, (ip_sym _ u v) in X. lra. }
  assert (X : square (minus (scal (/ norm v) v) u) = 2 - 2 * (ip v u / norm v)).
  { spread. fold (square v) (square u). rewrite <- !norm_square, U1, (ip_sym _ u v). field. lra. }
  rewrite X. assert (L : 0 <= ln n) by (rewrite <- ln_1; destruct (Req_dec n 1) as [->|]; [lra|]; left; apply ln_increasing; [lra|];
    rewrite S_INR in *; pose proof (pos_INR m); lra).
  apply Rle_trans with (2 * ln n / (g * norm v)).
  - apply Rmult_le_reg_r with (g * norm v); [nra|]. replace (2 * ln n / (g * norm v) * (g * norm v)) with (2 * ln n) by (field; lra).
    replace ((2 - 2 * (ip v u / norm v)) * (g * norm v)) with (2 * (g * norm v) - 2 * (g * ip v u)) by (field; lra). lra.
  - replace (g ^ 2 * INR (S t)) with (g * (g * INR (S t))) by ring. apply Rmult_le_compat_l; [lra|].
    apply Rinv_le_contravar; [repeat apply Rmult_lt_0_compat; lra|apply Rmult_le_compat_l; lra]. Qed.

(* the gradients of R, on data that nothing separates *)
Variable G : nat -> E.
Hypothesis gradient : forall t, Losses.gradient_at E (fun v => sum (fun i => exp (ip v (Zt (e i)))) (S m) / n) (w t) (G t).
Lemma objective_by_the_risk t : phi (q t) = square (G t) / (2 * risk t ^ 2).
Proof. assert (A : forall i, (i < S m)%nat -> ip (q t) (e i) = Losses.softmax (S m) (Losses.scores E (fun i => Zt (e i)) (w t)) i).
  { intros i I. unfold q. rewrite Algorithm.soft_entry by (exact unit_vectors || lia). unfold Losses.softmax, Losses.scores. rewrite transposed.
    f_equal. apply sum_ext. intros. now rewrite transposed. }
  change (risk t) with (Updates.mean_risk E (S m) (fun i => Zt (e i)) exp (w t)).
  rewrite <- (Updates.dual_objective_by_the_risk E (S m) (fun i => Zt (e i)) (Nat.lt_0_succ m) (w t) (fun i => ip (q t) (e i)) (G t)).
  - unfold Duality.phi. f_equal. f_equal. same. unfold Losses.pull. rewrite ip_total, (adjoint_sym transposed), coordinates. apply sum_ext.
    intros i _. now rewrite ip_scal, (adjoint_sym transposed), (ip_sym _ (e i)).
  - intros x. rewrite (sum_ext _ (fun i => Losses.softmax (S m) (Losses.scores E (fun i => Zt (e i)) (w t)) i * x i)) by (intros i I; now rewrite A).
    apply Losses.slopes_of_softmax. lia.
  - apply gradient. Qed.
Hypothesis nonseparable : ~ exists v, highest E D m e Z v < 0.
Theorem objective_vanishes t : square (G (S t)) / (2 * risk (S t) ^ 2) <= ln n / INR (S t).
Proof. rewrite <- objective_by_the_risk. pose proof (rate_of_mirror_descent t) as R.
  destruct (nonseparable_minimum E D m e Z Zt transposed coordinates unit_vectors best inside optimal nonseparable) as [(x & X & N) _].
  pose proof (optimal x X) as O. pose proof (norm_pos (Zt best)). pose proof (norm_pos (Zt x)). unfold Duality.phi in *.
  rewrite <- !norm_square in *. assert (norm (Zt x) = 0) by nra. assert (norm (Zt best) = 0) by lra. replace (norm (Zt best)) with 0 in R by lra. lra. Qed.
Lemma risk_pos t : 0 < risk t.
Proof. unfold risk. apply Rdiv_lt_0_compat; [|apply lt_0_INR; lia]. apply Losses.sum_above_zero; [intros; apply exp_pos|lia]. Qed.
Theorem gradient_vanishes t : square (G (S t)) <= 2 * ln n / INR (S t).
Proof. assert (A : forall t, risk t <= 1).
  { intros k. induction k as [|k H]; [|pose proof (risk_falls k ltac:(rewrite ones; lra)); lra]. unfold risk. rewrite w_0, (sum_ext _ (fun _ => 1)) by
      (intros; now rewrite ip_zero, exp_0). rewrite Updates.sum_of_ones. right. field. apply not_0_INR. lia. }
  specialize (A (S t)). pose proof (risk_pos (S t)). pose proof (objective_vanishes t) as O. set (r := risk (S t)) in *.
  assert (P : 0 < 2 * r ^ 2) by nra. pose proof (ip_pos _ (G (S t))) as K. fold (square (G (S t))) in K.
  apply Rmult_le_compat_r with (r := 2) in O; [|lra]. apply Rle_trans with (square (G (S t)) / (2 * r ^ 2) * 2); [|unfold Rdiv in *; lra].
  replace (square (G (S t)) / (2 * r ^ 2) * 2) with (square (G (S t)) * / (r ^ 2)) by (field; lra).
  rewrite <- (Rmult_1_r (square (G (S t)))) at 1. apply Rmult_le_compat_l; [exact K|]. rewrite <- Rinv_1. apply Rinv_le_contravar; nra. Qed.
End Unit_steps.
End Normalised.
