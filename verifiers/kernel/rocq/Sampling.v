(* Theorem 4.1 and Appendix D of Ji, Srebro and Telgarsky: Algorithm 2 with beta_t = 0. First what holds on every path, then what
   is likely, from Azuma and Hoeffding, Markov and the tower rule. *)
From Coq Require Import Reals Lra Lia Psatz.
From Lemmacheck Require Import Space Acceleration Duality Margin.
Open Scope R_scope.

(* the first Lemma D.0 on a path: i_t is the row that is drawn *)
Section Path.
Variables (E D : space) (m : nat) (e : nat -> D) (Z : E -> D) (Zt : D -> E) (psi : D -> R) (grad : D -> D).
Variables (theta : nat -> R) (i : nat -> nat) (q : nat -> D) (w : nat -> E).
Hypothesis transposed : adjoint Z Zt.
Hypothesis unit_rows : forall k, (k <= m)%nat -> norm (Zt (e k)) <= 1.
Hypothesis drawn : forall t, (i t <= m)%nat.
Notation z t := (Zt (e (i t))).
Hypothesis w_step : forall t, w (S t) = minus (w t) (scal (theta t) (z t)).
Hypothesis q_is : forall t, q t = grad (Z (w t)).
Definition largest x := top (fun k => Rabs (ip x (e k))) m. (* the norm of R^n that is largest entry *)
(* Fact: psi is smooth. *)
Hypothesis smooth : forall xi eta, psi eta <= psi xi + ip (grad xi) (minus eta xi) + largest (minus eta xi) ^ 2 / 2.
Notation value t := (psi (Z (w t))).
Notation pull t := (theta t * ip (Zt (q t)) (z t)).
Notation push t := (ip (q t) (minus (Z (w (S t))) (Z (w t)))).
Lemma moved t : minus (w (S t)) (w t) = scal (- theta t) (z t).
Proof. rewrite w_step. same. ring. Qed.
Lemma Z_minus x y : Z (minus x y) = minus (Z x) (Z y).
Proof. apply (image_minus (adjoint_sym transposed)). Qed.
Theorem psi_is_smooth t : value (S t) - value t <= push t + largest (Z (minus (w (S t)) (w t))) ^ 2.
Proof. pose proof (smooth (Z (w t)) (Z (w (S t)))) as F. rewrite <- q_is in F. rewrite Z_minus.
  pose proof (pow2_ge_0 (largest (minus (Z (w (S t))) (Z (w t))))). lra. Qed.
Lemma largest_scal a x : largest (scal a x) = Rabs a * largest x.
Proof. unfold largest. generalize m. intros k. induction k as [|k H]; cbn [top]; rewrite ?H, !ip_scal, !Rabs_mult; [reflexivity|].
  apply RmaxRmult, Rabs_pos. Qed.
Lemma push_is t : push t = - pull t.
Proof. rewrite <- Z_minus, moved, <- (adjoint_sym transposed), ip_scal_r. ring. Qed.
Theorem step_is_a_row t : push t + largest (Z (minus (w (S t)) (w t))) ^ 2 = - pull t + theta t ^ 2 * largest (Z (z t)) ^ 2.
Proof. rewrite push_is, moved, (image_scal (adjoint_sym transposed)), largest_scal, Rpow_mult_distr, pow2_abs. ring. Qed.
Lemma largest_row x : largest (Z x) ^ 2 <= square x.
Proof. unfold largest. destruct (top_reached (fun k => Rabs (ip (Z x) (e k))) m) as (k & K & ->). rewrite pow2_abs, transposed.
  pose proof (cauchy_schwarz x (Zt (e k))) as C. pose proof (unit_rows k K). pose proof (norm_pos (Zt (e k))).
  assert (S : square (Zt (e k)) <= 1) by (rewrite <- norm_square; nra). assert (P : 0 <= square x) by apply ip_pos.
  generalize dependent (square (Zt (e k))). intros b C B. nra. Qed.
Theorem row_bounds_scores t : - pull t + theta t ^ 2 * largest (Z (z t)) ^ 2 <= - pull t + theta t ^ 2 * square (z t).
Proof. pose proof (largest_row (z t)). apply Rplus_le_compat_l, Rmult_le_compat_l; [apply pow2_ge_0|assumption]. Qed.
Lemma short t : square (z t) <= 1.
Proof. pose proof (unit_rows (i t) (drawn t)). pose proof (norm_pos (z t)). rewrite <- norm_square. nra. Qed.
Theorem rows_are_short t : - pull t + theta t ^ 2 * square (z t) <= - pull t + theta t ^ 2.
Proof. pose proof (short t). pose proof (pow2_ge_0 (theta t)). nra. Qed.
Theorem psi_rises_little t : value (S t) - value t <= - pull t + theta t ^ 2.
Proof. pose proof (psi_is_smooth t) as P. rewrite step_is_a_row in P. pose proof (row_bounds_scores t). pose proof (rows_are_short t). lra. Qed.
Theorem psi_on_a_path t : - value t >= - value 0%nat + sum (fun j => pull j) t - sum (fun j => theta j ^ 2) t.
Proof. induction t as [|t H]; cbn [sum]; [lra|]. pose proof (psi_rises_little t). lra. Qed.
Theorem psi_by_half t : - value t >= - value 0%nat + sum (fun j => pull j) t - sum (fun j => theta j ^ 2 / 2) t.
Proof. induction t as [|t H]; cbn [sum]; [lra|]. pose proof (smooth (Z (w t)) (Z (w (S t)))) as F. rewrite <- q_is, push_is, <- Z_minus in F.
  pose proof (step_is_a_row t) as S. rewrite push_is in S. pose proof (row_bounds_scores t). pose proof (rows_are_short t). lra. Qed.
End Path.

Section Horizon. (* t steps of one size; Q_j is Z'q_j and z_j is the row drawn *)
Variables (E : space) (theta n delta gamma : R) (t : nat) (u : E).
Hypothesis step_pos : 0 <= theta.
Hypothesis tuned : theta ^ 2 * INR t = ln n.
Hypothesis delta_in : 0 < delta < 1.
Notation lost := (2 * ln n + sqrt (8 * ln (2 / delta) * ln n)).
Notation slack := (sqrt (8 * ln n / delta)).
Definition shortfall := (2 * sqrt (ln n) + sqrt (8 * ln (2 / delta))) / (gamma * sqrt (INR t)) + sqrt (8 / (delta * INR t)).
Lemma sum_same x k : sum (fun _ => x) k = INR k * x.
Proof. induction k as [|k H]; [simpl; ring|]. cbn [sum]. rewrite H, S_INR. ring. Qed.
Theorem steps_are_tuned : theta = sqrt (ln n / INR t) -> 1 <= n -> 0 < INR t -> 4 * theta ^ 2 * INR t = 4 * ln n.
Proof. clear tuned. intros -> N T. rewrite pow2_sqrt; [field; lra|]. apply Rmult_le_pos; [|left; now apply Rinv_0_lt_compat].
  rewrite <- ln_1. destruct (Req_dec n 1) as [->|]; [lra|left; apply ln_increasing; lra]. Qed.
Theorem steps_sum_to_root : sum (fun _ => theta * gamma) t = gamma * sqrt (INR t * ln n).
Proof. rewrite sum_same, <- tuned. replace (INR t * (theta ^ 2 * INR t)) with ((INR t * theta) * (INR t * theta)) by ring.
  rewrite sqrt_square by (apply Rmult_le_pos; [apply pos_INR|exact step_pos]). ring. Qed.
Theorem steps_sum_to_log_n psi_0 : psi_0 = ln n -> - psi_0 - sqrt (8 * ln (2 / delta) * sum (fun _ => theta ^ 2) t)
  - sum (fun _ => theta ^ 2) t = - lost.
Proof. intros ->. rewrite sum_same. replace (INR t * theta ^ 2) with (ln n) by lra. ring. Qed.
Theorem horizon_is_long_enough epsilon : 0 < gamma -> 0 < epsilon -> 1 <= n ->
  INR t >= (32 * ln n + 64 * ln (2 / delta)) / (gamma ^ 2 * epsilon ^ 2) -> INR t >= 32 / (delta * epsilon ^ 2) -> shortfall <= epsilon.
Proof. clear tuned. intros G P N A B. assert (P2 : 0 < epsilon ^ 2) by nra. assert (G2 : 0 < gamma ^ 2) by nra.
  assert (T : 0 < INR t) by (apply Rlt_le_trans with (32 / (delta * epsilon ^ 2)); [apply Rdiv_lt_0_compat; nra|lra]).
  assert (LN : forall x, 1 <= x -> 0 <= ln x) by (intros x X; rewrite <- ln_1; destruct (Req_dec x 1) as [->|]; [lra|left; apply ln_increasing; lra]).
  assert (L : 0 <= ln (2 / delta)) by (apply LN; apply Rmult_le_reg_r with delta; [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
  pose proof (LN n N) as LN'. assert (H2 : sqrt (8 / (delta * INR t)) <= epsilon / 2).
  { rewrite <- (sqrt_square (epsilon / 2)) by lra. apply sqrt_le_1_alt. apply Rmult_le_reg_r with (delta * INR t); [nra|].
    replace (8 / (delta * INR t) * (delta * INR t)) with 8 by (field; nra). apply Rge_le in B.
    apply Rmult_le_compat_r with (r := delta * epsilon ^ 2) in B; [|nra]. replace (32 / (delta * epsilon ^ 2) * (delta * epsilon ^ 2)) with 32 in B by (field; lra). nra. }
  assert (H1 : (2 * sqrt (ln n) + sqrt (8 * ln (2 / delta))) / (gamma * sqrt (INR t)) <= epsilon / 2).
  { pose proof (sqrt_lt_R0 _ T) as R. apply Rmult_le_reg_r with (gamma * sqrt (INR t)); [nra|].
    match goal with |- ?a / ?b * ?b <= _ => replace (a / b * b) with a by (field; lra) end.
    pose proof (sqrt_sqrt _ LN') as X. pose proof (sqrt_sqrt (8 * ln (2 / delta)) ltac:(lra)) as Y. pose proof (sqrt_sqrt (INR t) ltac:(lra)) as W.
    pose proof (sqrt_pos (ln n)). pose proof (sqrt_pos (8 * ln (2 / delta))). set (a := sqrt (ln n)) in *. set (b := sqrt (8 * ln (2 / delta))) in *.
    set (c := sqrt (INR t)) in *. apply Rge_le in A. apply Rmult_le_compat_r with (r := gamma ^ 2 * epsilon ^ 2) in A; [|nra].
    match type of A with ?x / ?y * ?y <= _ => replace (x / y * y) with x in A by (field; lra) end.
    apply Rsqr_incr_0_var; [|apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]]. unfold Rsqr.
    pose proof (pow2_ge_0 (2 * a - b)). rewrite <- W in A. nra. }
  unfold shortfall. lra. Qed.
Section One_path.
Variables (Q z w : nat -> E) (psi : nat -> R).
Hypothesis w_0 : w 0%nat = zero.
Hypothesis w_step : forall j, w (S j) = minus (w j) (scal theta (z j)).
Definition deviation k := total (fun j => scal theta (minus (z j) (Q j))) k. (* r_k *)
Notation rows := (total (fun j => scal theta (z j)) t).
Notation pulls := (total (fun j => scal theta (Q j)) t).
Notation climbed := (sum (fun j => theta * square (Q j)) t).
Notation travelled := (sum (fun j => theta * norm (Q j)) t).
Lemma iterate k : w k = scal (-1) (total (fun j => scal theta (z j)) k).
Proof. induction k as [|k H]; [rewrite w_0; same; cbn [sum]; ring|]. rewrite w_step, H. cbn [total]. same. ring. Qed.
Theorem norm_of_rows_drawn : norm (w t) = norm rows.
Proof. now rewrite iterate, norm_mirrored. Qed.
Theorem rows_near_their_means : square (deviation t) <= 8 * ln n / delta -> norm rows <= norm pulls + slack.
Proof. intros H. assert (R : rows = add pulls (deviation t)).
  { unfold deviation. same. generalize t. intros k. induction k as [|k I]; cbn [sum]; [ring|]. rewrite I. spread. ring. }
  rewrite R. apply Rle_trans with (1 := triangle _ _). apply Rplus_le_compat_l. unfold norm. now apply sqrt_le_1_alt. Qed.
Theorem norm_near_the_mean : square (deviation t) <= 8 * ln n / delta -> norm (w t) <= norm pulls + slack.
Proof. rewrite norm_of_rows_drawn. apply rows_near_their_means. Qed.
Theorem means_by_the_triangle : norm pulls + slack <= travelled + slack.
Proof. apply Rplus_le_compat_r. apply Rle_trans with (1 := norm_total _ _). right. apply sum_ext. intros j _. now apply norm_scal. Qed.
Hypothesis in_ball : norm u <= 1.
Hypothesis rows_of_margin : forall j, gamma <= ip (scal (-1) (z j)) u.
Theorem norm_along_optimum : norm (w t) >= ip (w t) u.
Proof. pose proof (ip_at_most (w t) u). pose proof (norm_pos (w t)). nra. Qed.
Theorem rows_along_optimum : ip (w t) u = sum (fun j => theta * ip (scal (-1) (z j)) u) t.
Proof. rewrite iterate, ip_scal, ip_total, <- sum_scal. apply sum_ext. intros j _. rewrite !ip_scal. ring. Qed.
Theorem every_row_has_the_margin : sum (fun j => theta * ip (scal (-1) (z j)) u) t >= sum (fun _ => theta * gamma) t.
Proof. apply Rle_ge, sum_le. intros j _. now apply Rmult_le_compat_l. Qed.
Theorem norm_at_least_root : norm (w t) >= gamma * sqrt (INR t * ln n).
Proof. rewrite <- steps_sum_to_root. pose proof every_row_has_the_margin. pose proof norm_along_optimum. rewrite rows_along_optimum in *. lra. Qed.
Hypothesis unit_pulls : forall j, norm (Q j) <= 1.
Hypothesis unit_rows : forall j, norm (z j) <= 1.
Theorem differences_are_bounded j : -2 <= ip (Q j) (minus (Q j) (z j)) <= 2.
Proof. clear delta_in. pose proof (ip_at_most (Q j) (z j)). pose proof (ip_at_most (Q j) (scal (-1) (z j))) as B. rewrite norm_mirrored, ip_scal_r in B.
  pose proof (norm_pos (Q j)). pose proof (norm_pos (z j)). pose proof (norm_square (Q j)). pose proof (unit_pulls j). pose proof (unit_rows j).
  unfold square in *. spread. nra. Qed.
Theorem slack_is_added : 0 < norm (w t) -> (climbed - lost) / norm (w t)
  = (climbed + gamma * slack) / norm (w t) - (lost + gamma * slack) / norm (w t).
Proof. intros W. field. lra. Qed.
(* Fact: |Z'q| >= gamma. *)
Hypothesis positive : 0 < gamma.
Hypothesis margin_of_pulls : forall j, gamma <= norm (Q j).
Section Two_rows.
Hypothesis rows_pos : 0 < ln n.
Lemma horizon_pos : 0 < INR t /\ 0 < gamma * sqrt (INR t * ln n).
Proof. assert (0 < INR t) by (pose proof (pos_INR t); destruct (Req_dec (INR t) 0) as [F|]; [rewrite F in tuned|]; lra).
  split; [assumption|]. apply Rmult_lt_0_compat; [lra|]. apply sqrt_lt_R0. nra. Qed.
Lemma lost_pos : 0 <= lost.
Proof. pose proof (sqrt_pos (8 * ln (2 / delta) * ln n)). lra. Qed.
Lemma climbed_more : gamma * travelled <= climbed.
Proof. rewrite <- sum_scal. apply sum_le. intros j _. rewrite <- norm_square. rewrite <- Rmult_assoc, (Rmult_comm gamma), Rmult_assoc.
  apply Rmult_le_compat_l; [exact step_pos|]. apply Rmult_le_compat_r; [apply norm_pos|apply margin_of_pulls]. Qed.
Lemma travelled_pos : 0 <= travelled.
Proof. apply sum_pos. intros. apply Rmult_le_pos; [assumption|apply norm_pos]. Qed.
Lemma norm_bound : square (deviation t) <= 8 * ln n / delta ->
  (climbed + gamma * slack) / norm (w t) - (lost + gamma * slack) / norm (w t)
  >= (climbed + gamma * slack) / (travelled + slack) - (lost + gamma * slack) / (gamma * sqrt (INR t * ln n)).
Proof. intros H. destruct horizon_pos as [_ O]. pose proof norm_at_least_root. pose proof (norm_near_the_mean H). pose proof means_by_the_triangle.
  pose proof lost_pos. pose proof climbed_more. pose proof travelled_pos. pose proof (sqrt_pos (8 * ln n / delta)).
  assert (A : / (travelled + slack) <= / norm (w t)) by (apply Rinv_le_contravar; lra).
  assert (B : / norm (w t) <= / (gamma * sqrt (INR t * ln n))) by (apply Rinv_le_contravar; lra).
  unfold Rdiv at 1 2 5 8. assert (0 <= climbed + gamma * slack) by nra. assert (0 <= lost + gamma * slack) by nra. nra. Qed.
Lemma shortfall_is : (lost + gamma * slack) / (gamma * sqrt (INR t * ln n)) = shortfall.
Proof. destruct horizon_pos as [T _]. unfold shortfall. assert (L : 0 <= 8 * ln (2 / delta)).
  { assert (0 < ln (2 / delta)); [|lra]. rewrite <- ln_1. apply ln_increasing; [lra|]. apply Rmult_lt_reg_r with delta; [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  replace (8 * ln n / delta) with (8 / (delta * INR t) * (INR t * ln n)) by (field; lra).
  assert (0 <= 8 / (delta * INR t)) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; nra]).
  rewrite (sqrt_mult (8 / (delta * INR t))), (sqrt_mult (8 * ln (2 / delta))), (sqrt_mult (INR t)) by (try assumption; nra).
  pose proof (sqrt_lt_R0 _ T). pose proof (sqrt_lt_R0 _ rows_pos). replace (2 * ln n) with (2 * (sqrt (ln n) * sqrt (ln n))) by (rewrite sqrt_sqrt; lra).
  field. repeat split; lra. Qed.
Lemma margin_on_a_path top_t : top_t <= psi t -> - psi t >= climbed - lost -> square (deviation t) <= 8 * ln n / delta ->
  - top_t / norm (w t) >= gamma - shortfall.
Proof. intros P K H. destruct horizon_pos as [_ O]. pose proof norm_at_least_root. assert (W : 0 < norm (w t)) by lra.
  pose proof (norm_bound H) as B. rewrite <- slack_is_added, shortfall_is in B by exact W.
  pose proof (norm_near_the_mean H). pose proof means_by_the_triangle. pose proof climbed_more.
  assert (G : gamma <= (climbed + gamma * slack) / (travelled + slack)).
  { apply Rmult_le_reg_r with (travelled + slack); [lra|]. match goal with |- _ <= ?a / ?b * ?b => replace (a / b * b) with a by (field; lra) end. lra. }
  assert ((climbed - lost) / norm (w t) <= - top_t / norm (w t)) by (apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|lra]). lra. Qed.
End Two_rows.
Lemma moved_only_with_rows : 0 < norm (w t) -> 0 < ln n.
Proof. intros W. assert (P : 0 <= ln n) by (rewrite <- tuned; apply Rmult_le_pos; [apply pow2_ge_0|apply pos_INR]).
  destruct (Req_dec (ln n) 0) as [F|]; [|lra]. exfalso. rewrite norm_of_rows_drawn in W. pose proof (norm_total (fun j => scal theta (z j)) t) as T.
  assert (U : sum (fun j => norm (scal theta (z j))) t <= sum (fun _ => theta) t).
  { apply sum_le. intros j _. rewrite norm_scal by exact step_pos. pose proof (unit_rows j). nra. }
  rewrite sum_same in U. assert (Z0 : INR t * theta = 0); [|lra].
  apply Rsqr_0_uniq. unfold Rsqr. replace (INR t * theta * (INR t * theta)) with (INR t * (theta ^ 2 * INR t)) by ring. rewrite tuned, F. ring. Qed.
Theorem norm_is_bounded : 0 < norm (w t) -> square (deviation t) <= 8 * ln n / delta ->
  (climbed + gamma * slack) / norm (w t) - (lost + gamma * slack) / norm (w t)
  >= (climbed + gamma * slack) / (travelled + slack) - (lost + gamma * slack) / (gamma * sqrt (INR t * ln n)).
Proof. intros W. exact (norm_bound (moved_only_with_rows W)). Qed.
End One_path.
End Horizon.
