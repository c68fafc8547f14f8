(* Section 2 and Appendix A of Ji, Srebro and Telgarsky: margins in the primal and in the dual. R^n is D, by its unit
   vectors e_0, ..., e_m with n = m + 1; z_i = Z'e_i is a row. Of a dual optimum it is taken that one exists. *)
From Coq Require Import Reals Lra Lia Psatz.
From Lemmacheck Require Import Space.
Open Scope R_scope.

Fixpoint top (f : nat -> R) k := match k with O => f O | S j => Rmax (top f j) (f (S j)) end. (* max f 0, ..., f k *)
Definition bottom f k := - top (fun i => - f i) k.
Lemma top_above f k i : (i <= k)%nat -> f i <= top f k.
Proof. induction k as [|k H]; intros I; simpl; [replace i with O by lia; lra|]. pose proof (Rmax_l (top f k) (f (S k))).
  pose proof (Rmax_r (top f k) (f (S k))). destruct (Nat.eq_dec i (S k)) as [->|]; [lra|]. specialize (H ltac:(lia)). lra. Qed.
Lemma top_reached f k : exists i, (i <= k)%nat /\ top f k = f i.
Proof. induction k as [|k (i & I & H)]; simpl; [now exists O|]. unfold Rmax. destruct (Rle_dec (top f k) (f (S k))).
  - exists (S k). auto. - exists i. split; [lia|exact H]. Qed.
Lemma top_ext f g k : (forall i, f i = g i) -> top f k = top g k.
Proof. intros H. induction k as [|k I]; simpl; now rewrite ?I, ?H. Qed.
Lemma bottom_below f k i : (i <= k)%nat -> bottom f k <= f i.
Proof. intros I. pose proof (top_above (fun i => - f i) k i I). unfold bottom. simpl in *. lra. Qed.
Lemma bottom_reached f k : exists i, (i <= k)%nat /\ bottom f k = f i.
Proof. destruct (top_reached (fun i => - f i) k) as (i & I & H). exists i. split; [exact I|]. unfold bottom. lra. Qed.
Definition greatest (P : R -> Prop) x := P x /\ forall y, P y -> y <= x. (* x is the maximum *)
Definition smallest (P : R -> Prop) x := P x /\ forall y, P y -> x <= y.
Lemma greatest_one P x y : greatest P x -> greatest P y -> x = y.
Proof. intros [X A] [Y B]. apply Rle_antisym; auto. Qed.

Section Data.
Variables (E D : space) (m : nat) (e : nat -> D) (Z : E -> D) (Zt : D -> E).
Hypothesis transposed : adjoint Z Zt.
Hypothesis coordinates : forall x y : D, ip x y = sum (fun i => ip x (e i) * ip y (e i)) (S m).
Hypothesis unit_vectors : forall i j, (i <= m)%nat -> (j <= m)%nat -> ip (e i) (e j) = if Nat.eq_dec i j then 1 else 0.
Definition mass x := sum (fun i => ip x (e i)) (S m).
Definition nonnegative x := forall i, (i <= m)%nat -> 0 <= ip x (e i).
Definition simplex x := nonnegative x /\ mass x = 1.
Definition l1 x := sum (fun i => Rabs (ip x (e i))) (S m).
Notation z i := (Zt (e i)).
Definition highest w := top (fun i => ip (Z w) (e i)) m. (* max_i (Zw)_i *)
Definition lowest w := bottom (fun i => ip (Z w) (e i)) m.
Definition margin w := - highest w / norm w.
Definition phi q := square (Zt q) / 2.

Lemma mass_add x y : mass (add x y) = mass x + mass y.
Proof. unfold mass. rewrite <- sum_add. apply sum_ext. intros. apply ip_add. Qed.
Lemma mass_scal a x : mass (scal a x) = a * mass x.
Proof. unfold mass. rewrite <- sum_scal. apply sum_ext. intros. apply ip_scal. Qed.
Lemma mean_above x v c : nonnegative x -> (forall i, (i <= m)%nat -> c <= ip v (e i)) -> c * mass x <= ip x v.
Proof. intros X H. rewrite coordinates. unfold mass. rewrite <- sum_scal. apply sum_le. intros i I. rewrite (Rmult_comm c).
  apply Rmult_le_compat_l; [apply X|apply H]; lia. Qed.
Lemma mean_below x v c : nonnegative x -> (forall i, (i <= m)%nat -> ip v (e i) <= c) -> ip x v <= c * mass x.
Proof. intros X H. pose proof (mean_above x (scal (-1) v) (- c) X) as K. rewrite ip_scal_r in K.
  assert (forall i, (i <= m)%nat -> - c <= ip (scal (-1) v) (e i)); [|intuition lra].
  intros i I. rewrite ip_scal. specialize (H i I). lra. Qed.
Lemma vertex i : (i <= m)%nat -> simplex (e i).
Proof. intros I. split; [intros j J; rewrite unit_vectors by auto; destruct (Nat.eq_dec i j); lra|]. unfold mass.
  assert (K : forall k, (k <= S m)%nat -> sum (fun j => ip (e i) (e j)) k = if le_lt_dec k i then 0 else 1).
  { induction k as [|k H]; intros L; cbn [sum]; [reflexivity|]. rewrite H, unit_vectors by lia.
    destruct (le_lt_dec k i), (le_lt_dec (S k) i), (Nat.eq_dec i k); lra || (exfalso; lia). }
  rewrite K by lia. destruct (le_lt_dec (S m) i); [exfalso; lia|reflexivity]. Qed.
Lemma mixed s x y : 0 <= s <= 1 -> simplex x -> simplex y -> simplex (add (scal (1 - s) x) (scal s y)).
Proof. intros A [X X1] [Y Y1]. split; [|rewrite mass_add, !mass_scal, X1, Y1; ring]. intros i I. rewrite ip_add, !ip_scal.
  specialize (X i I). specialize (Y i I). nra. Qed.
Lemma row_scores w i : ip (Z w) (e i) = ip w (z i).
Proof. apply transposed. Qed.
(* the 1-norm bounds a combination of rows in the unit ball *)
Theorem combination_of_unit_rows (unit_rows : forall i, (i <= m)%nat -> norm (z i) <= 1) x : norm (Zt x) <= l1 x.
Proof. assert (K : square (Zt x) <= l1 x * norm (Zt x)).
  { unfold square. rewrite (adjoint_sym transposed (x)), coordinates. unfold l1. rewrite Rmult_comm, <- sum_scal. apply sum_le.
    intros i I. rewrite row_scores. pose proof (unit_rows i ltac:(lia)). pose proof (norm_pos (Zt x)).
    pose proof (norm_pos (z i)). pose proof (ip_at_most (Zt x) (z i)). pose proof (ip_at_most (scal (-1) (Zt x)) (z i)) as B.
    replace (-1) with (- (1)) in B by ring. rewrite norm_opposite, ip_scal in B by lra. set (a := ip x (e i)).
    assert (- norm (Zt x) <= ip (Zt x) (z i) <= norm (Zt x)) by nra. unfold Rabs. destruct (Rcase_abs a); nra. }
  rewrite <- norm_square in K. pose proof (norm_pos (Zt x)). destruct (Req_dec (norm (Zt x)) 0) as [Z0|]; [|nra].
  rewrite Z0. apply sum_pos. intros. apply Rabs_pos. Qed.

(* the proof of Lemma A.0, first display *)
Notation entries v := (top (fun i => ip v (e i)) m).
Definition pairing v y := exists q, simplex q /\ y = ip v q.
Theorem supremum_is_the_largest_entry v : greatest (pairing v) (entries v) /\ exists i, (i <= m)%nat /\ simplex (e i) /\ entries v = ip v (e i).
Proof. destruct (top_reached (fun i => ip v (e i)) m) as (k & K & H). pose proof (vertex k K) as S. split; [split|now exists k].
  - now exists (e k).
  - intros y (q & [Q Q1] & ->). rewrite ip_sym. rewrite <- (Rmult_1_r (top _ _)), <- Q1. apply mean_below; [exact Q|].
    intros i I. now apply (top_above (fun i => ip v (e i))). Qed.
Theorem conjugate_is_the_largest_entry v : (forall s, is_lub (pairing v) s <-> s = entries v)
  /\ exists i, (i <= m)%nat /\ simplex (e i) /\ entries v = ip v (e i).
Proof. destruct (supremum_is_the_largest_entry v) as [[R B] V]. split; [|exact V]. intros s. split.
  - intros [U L]. apply Rle_antisym; [apply L; exact B|apply U, R].
  - intros ->. split; [exact B|]. intros b U. apply U, R. Qed.

Variable best : D. (* q bar *)
Hypothesis inside : simplex best.
Hypothesis optimal : forall q, simplex q -> norm (Zt best) <= norm (Zt q).
Definition gamma := norm (Zt best).
Notation to_best := (scal (-1) (Zt best)). (* -Z'q bar *)
Definition of_scores y := exists w, norm w <= 1 /\ y = lowest w. (* min_i (Zw)_i in the ball *)
Definition of_mirrored y := exists w, norm w <= 1 /\ y = - highest w.
Definition of_norms y := exists q, simplex q /\ y = norm (Zt q).

Lemma gamma_pos : 0 <= gamma.
Proof. apply norm_pos. Qed.
Theorem margins_of_the_optimum i : (i <= m)%nat -> gamma ^ 2 <= ip (Z (Zt best)) (e i).
Proof. intros I. rewrite row_scores. destruct (Rle_dec (gamma ^ 2) (ip (Zt best) (z i))) as [|F]; [assumption|exfalso].
  set (c := ip (Zt best) (z i)) in *. set (b := square (z i)). assert (G : square (Zt best) = gamma ^ 2) by
    (rewrite <- norm_square; unfold gamma; ring). assert (B : 0 <= b) by apply ip_pos.
  assert (K : forall s, 0 < s <= 1 -> 0 <= (-2 + s) * gamma ^ 2 + 2 * (1 - s) * c + s * b).
  { intros s S. pose proof (optimal _ (mixed s best (e i) ltac:(lra) inside (vertex i I))) as O. fold gamma in O.
    rewrite (image_add transposed), !(image_scal transposed) in O. set (v := add _ _) in O.
    assert (V : square v = (1 - s) ^ 2 * gamma ^ 2 + 2 * s * (1 - s) * c + s ^ 2 * b).
    { rewrite <- G. unfold v, b, c. spread. rewrite (ip_sym _ (z i) (Zt best)). ring. }
    pose proof (norm_square v) as N. pose proof gamma_pos. assert (gamma * gamma <= norm v * norm v) by nra.
    apply Rmult_le_reg_l with s; [lra|]. nra. }
  set (d := gamma ^ 2 - c) in *. assert (P : 0 < d) by (unfold d; lra).
  assert (H : 0 < gamma ^ 2 - 2 * c + b + d + 1 \/ gamma ^ 2 - 2 * c + b <= d) by lra. destruct H as [H|H].
  - set (k := Rmax (gamma ^ 2 - 2 * c + b) d). assert (A1 : gamma ^ 2 - 2 * c + b <= k) by apply Rmax_l.
    assert (A2 : d <= k) by apply Rmax_r. assert (S : 0 < d / k <= 1).
    { split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_le_reg_r with k; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    specialize (K _ S). assert (d / k * (gamma ^ 2 - 2 * c + b) <= d / k * k) by (apply Rmult_le_compat_l; lra).
    replace (d / k * k) with d in * by (field; lra). unfold d in *. nra.
  - specialize (K 1 ltac:(lra)). unfold d in *. lra. Qed.
Lemma at_best : ip (Zt best) (Zt best) = gamma ^ 2.
Proof. fold (square (Zt best)). rewrite <- norm_square. unfold gamma. ring. Qed.
Lemma mirrored w : - highest (scal (-1) w) = lowest w.
Proof. unfold highest, lowest, bottom. f_equal. apply top_ext. intros i. rewrite (image_scal (adjoint_sym transposed)), ip_scal. ring. Qed.
Lemma norm_mirrored (w : E) : norm (scal (-1) w) = norm w.
Proof. replace (-1) with (- (1)) by ring. rewrite norm_opposite; lra. Qed.
Lemma mirrored_twice (w : E) : scal (-1) (scal (-1) w) = w.
Proof. same. ring. Qed.
Lemma lowest_at_most w : lowest w <= gamma * norm w.
Proof. destruct inside as [Q Q1]. assert (K : lowest w * mass best <= ip best (Z w)).
  { apply mean_above; [exact Q|]. intros i I. now apply (bottom_below (fun i => ip (Z w) (e i))). }
  rewrite Q1, <- (adjoint_sym transposed) in K. pose proof (ip_at_most (Zt best) w). unfold gamma. lra. Qed.
Theorem lowest_of_the_optimum : lowest (Zt best) = gamma ^ 2.
Proof. apply Rle_antisym; [pose proof (lowest_at_most (Zt best)) as K; fold gamma in K; nra|].
  destruct (bottom_reached (fun i => ip (Z (Zt best)) (e i)) m) as (i & I & H). unfold lowest. rewrite H.
  now apply margins_of_the_optimum. Qed.
Lemma lowest_scal a w : 0 <= a -> lowest (scal a w) = a * lowest w.
Proof. intros A. apply Rle_antisym.
  - destruct (bottom_reached (fun i => ip (Z w) (e i)) m) as (i & I & H). unfold lowest at 2. rewrite H, <- ip_scal,
      <- (image_scal (adjoint_sym transposed)). now apply (bottom_below (fun i => ip (Z (scal a w)) (e i))).
  - destruct (bottom_reached (fun i => ip (Z (scal a w)) (e i)) m) as (i & I & H). unfold lowest at 2. rewrite H,
      (image_scal (adjoint_sym transposed)), ip_scal. apply Rmult_le_compat_l; [exact A|].
    now apply (bottom_below (fun i => ip (Z w) (e i))). Qed.
Lemma reached : exists w, norm w <= 1 /\ lowest w = gamma.
Proof. destruct (Req_dec gamma 0) as [G|G].
  - exists (scal 0 (Zt best)). rewrite lowest_scal, norm_scal, lowest_of_the_optimum, G by lra. split; lra.
  - pose proof gamma_pos. assert (0 < / gamma) by (apply Rinv_0_lt_compat; lra). exists (scal (/ gamma) (Zt best)).
    rewrite lowest_scal, norm_scal, lowest_of_the_optimum by lra. fold gamma. split; [right|]; field; lra. Qed.

(* Lemma A.0 *)
Theorem dual_value : smallest of_norms gamma.
Proof. split; [now exists best|]. intros y (q & Q & ->). now apply optimal. Qed.
Theorem primal_value : greatest of_scores gamma.
Proof. split; [destruct reached as (w & W & H); now exists w|]. intros y (w & W & ->). pose proof (lowest_at_most w).
  pose proof gamma_pos. nra. Qed.
Theorem strong_duality : greatest of_scores gamma /\ smallest of_norms gamma.
Proof. exact (conj primal_value dual_value). Qed.
Theorem mirrored_value : greatest of_mirrored gamma.
Proof. destruct primal_value as [(w & W & H) K]. split.
  - exists (scal (-1) w). rewrite mirrored, norm_mirrored. auto.
  - intros y (v & V & ->). apply K. exists (scal (-1) v). rewrite <- mirrored, norm_mirrored, mirrored_twice. auto. Qed.
Theorem conjugates_written_out : (forall w s, is_lub (pairing (Z w)) s -> - s = - highest w)
  /\ (forall w : E, norm (scal (-1) w) = norm w) /\ greatest of_mirrored gamma.
Proof. split; [|exact (conj norm_mirrored mirrored_value)]. intros w s L. f_equal. now apply (conjugate_is_the_largest_entry (Z w)). Qed.
Theorem mirror_image : (forall w, - highest (scal (-1) w) = lowest w) /\ greatest of_mirrored gamma /\ greatest of_scores gamma.
Proof. exact (conj mirrored (conj mirrored_value primal_value)). Qed.
Lemma margin_of_the_optimum : highest to_best = - gamma ^ 2 /\ margin to_best = gamma.
Proof. assert (H : highest to_best = - gamma ^ 2) by (rewrite <- lowest_of_the_optimum, <- mirrored; ring).
  split; [exact H|]. unfold margin. rewrite H, norm_mirrored. fold gamma. destruct (Req_dec gamma 0) as [->|G]; [unfold Rdiv; ring|].
  field. exact G. Qed.
Theorem gamma_by_scores : greatest of_scores gamma /\ margin to_best = gamma.
Proof. exact (conj primal_value (proj2 margin_of_the_optimum)). Qed.
Lemma highest_at_least w : - highest w <= gamma * norm w.
Proof. pose proof (lowest_at_most (scal (-1) w)) as K. now rewrite <- mirrored, mirrored_twice, norm_mirrored in K. Qed.
Theorem fenchel_duality : (smallest of_norms gamma /\ greatest of_mirrored gamma)
  /\ (forall q w s, simplex q -> norm w <= 1 -> is_lub (pairing (Z w)) s -> norm (Zt q) >= - s /\ norm (scal (-1) w) <= 1)
  /\ forall s, is_lub (pairing (Z to_best)) s -> square (Zt best) = - s.
Proof. split; [exact (conj dual_value mirrored_value)|]. split.
  - intros q w s Q W L. rewrite norm_mirrored. split; [|exact W]. apply (conjugate_is_the_largest_entry (Z w)) in L. subst s. fold (highest w).
    pose proof (highest_at_least w). pose proof (optimal q Q). fold gamma in *. pose proof gamma_pos. pose proof (norm_pos w). nra.
  - intros s L. apply (conjugate_is_the_largest_entry (Z to_best)) in L. subst s. fold (highest to_best).
    rewrite (proj1 margin_of_the_optimum). unfold square. rewrite at_best. ring. Qed.
Theorem maximum_margin : (forall w, 0 < norm w -> margin w <= gamma) /\ margin to_best = gamma /\ highest to_best = - gamma ^ 2
  /\ ((exists w, highest w < 0) <-> 0 < gamma).
Proof. destruct margin_of_the_optimum as [H M]. split; [|split; [exact M|split; [exact H|]]].
  - intros w W. apply Rmult_le_reg_r with (norm w); [exact W|]. unfold margin. pose proof (highest_at_least w).
    replace (- highest w / norm w * norm w) with (- highest w) by (field; lra). lra.
  - split; [|exists to_best; rewrite H; nra]. intros (w & W). pose proof (highest_at_least w). pose proof (norm_pos w).
    pose proof gamma_pos. destruct (Req_dec gamma 0) as [G|]; [rewrite G in *|]; lra. Qed.

(* facts of any q >= 0, and of any two optima *)
Theorem optimum_is_stationary x : nonnegative x -> ip (Zt x) (Zt best) >= gamma ^ 2 * mass x.
Proof. intros X. apply Rle_ge. rewrite (adjoint_sym transposed). apply mean_above; [exact X|exact margins_of_the_optimum]. Qed.
Theorem norm_exceeds_gamma x : nonnegative x -> norm (Zt x) >= gamma * mass x /\ square (Zt x) >= gamma ^ 2 * mass x ^ 2.
Proof. intros X. pose proof (optimum_is_stationary x X) as O. pose proof (ip_at_most (Zt x) (Zt best)) as C. fold gamma in C.
  pose proof gamma_pos. pose proof (norm_pos (Zt x)). assert (M : 0 <= mass x) by (apply sum_pos; intros i I; apply X; lia).
  assert (K : gamma * mass x <= norm (Zt x)) by (destruct (Req_dec gamma 0) as [->|G]; [lra|];
    apply Rmult_le_reg_l with gamma; [lra|]; nra). split; [lra|]. rewrite <- norm_square. assert (0 <= gamma * mass x) by nra. nra. Qed.
Theorem optima_have_one_image other : simplex other -> (forall q, simplex q -> norm (Zt other) <= norm (Zt q)) -> Zt other = Zt best.
Proof. intros [O O1] H. pose proof (optimum_is_stationary other O) as A. rewrite O1 in A. pose proof (H best inside) as N. fold gamma in N.
  set (d := minus (Zt other) (Zt best)). assert (S : square d <= 0).
  { pose proof (norm_square (Zt other)) as Q. pose proof (norm_pos (Zt other)). unfold d. revert A Q. spread.
    rewrite (ip_sym _ (Zt best) (Zt other)), at_best. intros. nra. }
  apply ip_same. intros v. pose proof (cauchy_schwarz d v) as K. pose proof (ip_pos _ v). pose proof (ip_pos _ d).
  unfold square in *. assert (Z0 : ip d d = 0) by lra. rewrite Z0, Rmult_0_l in K. assert (ip d v = 0) by nra.
  unfold d in *. unfold minus in *. rewrite ip_add, ip_scal in *. lra. Qed.

Section Optimal_direction. (* u is any maximiser of min_i (-Zw)_i in the unit ball *)
Variable u : E.
Hypothesis in_ball : norm u <= 1.
Hypothesis of_margin : - highest u = gamma.
Theorem dual_optimum_points_along_u : to_best = scal gamma u.
Proof. assert (U : ip (Zt best) u <= - gamma).
  { destruct inside as [Q Q1]. rewrite (adjoint_sym transposed). replace (- gamma) with (highest u * mass best) by (rewrite Q1; lra).
    apply mean_below; [exact Q|]. intros i I. now apply (top_above (fun i => ip (Z u) (e i))). }
  set (d := minus to_best (scal gamma u)). assert (S : square d <= 0).
  { unfold d. spread. rewrite (ip_sym _ u (Zt best)), at_best. fold (square u). rewrite <- norm_square.
    pose proof gamma_pos. pose proof (norm_pos u). assert (norm u * norm u <= 1) by nra. nra. }
  apply ip_same. intros v. pose proof (cauchy_schwarz d v) as K. pose proof (ip_pos _ v). pose proof (ip_pos _ d).
  unfold square in *. assert (Z0 : ip d d = 0) by lra. rewrite Z0, Rmult_0_l in K. assert (ip d v = 0) by nra.
  unfold d in *. unfold minus in *. rewrite ip_add, (ip_scal _ (-1) (scal gamma u)) in *. lra. Qed.
Lemma u_is_unit : 0 < gamma -> norm u = 1.
Proof. intros G. pose proof (f_equal norm dual_optimum_points_along_u) as K. rewrite norm_mirrored, norm_scal in K by lra.
  fold gamma in K. nra. Qed.
Theorem mirrored_u : 0 < gamma -> norm u = 1 /\ to_best = scal gamma u.
Proof. intros G. exact (conj (u_is_unit G) dual_optimum_points_along_u). Qed.
Lemma pull v : ip (Zt best) v = - gamma * ip u v.
Proof. pose proof (f_equal (fun x => ip x v) dual_optimum_points_along_u) as K. cbv beta in K. rewrite !ip_scal in K. lra. Qed.
Theorem dual_optimum_is_a_normal : (0 < gamma -> norm u = 1) /\
  forall w, norm w <= 1 -> ip (Zt best) (minus w (scal (-1) u)) <= 0.
Proof. split; [exact u_is_unit|]. intros w W. pose proof (ip_at_most (Zt best) w) as K. fold gamma in K. pose proof gamma_pos.
  unfold minus. rewrite !ip_add_r, !ip_scal_r. pose proof (pull u) as P. pose proof at_best as B.
  rewrite pull, ip_sym, pull in B. assert (gamma * (ip u u * gamma) = gamma * gamma) by nra.
  destruct (Req_dec gamma 0) as [G|G]; [rewrite P, G in *; nra|]. assert (ip u u * gamma = gamma) by (apply Rmult_eq_reg_l with gamma; auto).
  nra. Qed.
Theorem same_direction g : greatest of_mirrored g -> norm (Zt best) = g /\ ip to_best u = norm (Zt best) * norm u.
Proof. intros H. split; [exact (greatest_one _ _ _ mirrored_value H)|]. rewrite dual_optimum_points_along_u, ip_scal.
  fold (square u). rewrite <- norm_square. fold gamma. destruct (Req_dec gamma 0) as [->|G]; [ring|].
  rewrite u_is_unit by (pose proof gamma_pos; lra). ring. Qed.
End Optimal_direction.
Theorem primal_optimum_is_unique : 0 < gamma -> exists u, norm u = 1 /\ lowest u = gamma
  /\ forall w, norm w <= 1 -> square (minus w u) <= 2 * (1 - lowest w / gamma).
Proof. intros G. assert (0 < / gamma) by now apply Rinv_0_lt_compat. exists (scal (/ gamma) (Zt best)).
  rewrite lowest_scal, norm_scal, lowest_of_the_optimum by lra. fold gamma. split; [field; lra|]. split; [field; lra|].
  intros w W. assert (K : lowest w <= ip (Zt best) w).
  { destruct inside as [Q Q1]. rewrite (adjoint_sym transposed), <- (Rmult_1_r (lowest w)), <- Q1. apply mean_above; [exact Q|].
    intros i I. now apply (bottom_below (fun i => ip (Z w) (e i))). }
  spread. rewrite at_best, (ip_sym _ w (Zt best)). assert (ip w w <= 1).
  { fold (square w). rewrite <- norm_square. pose proof (norm_pos w). nra. }
  assert (/ gamma * lowest w <= / gamma * ip (Zt best) w) by (apply Rmult_le_compat_l; lra). unfold Rdiv.
  replace (-1 * (/ gamma * (-1 * (/ gamma * gamma ^ 2)))) with 1 by (field; lra). nra. Qed.

(* Section 3.1 *)
Theorem separable_minimum : smallest (fun y => exists q, simplex q /\ y = phi q) (gamma ^ 2 / 2) /\ margin to_best = gamma.
Proof. split; [|exact (proj2 margin_of_the_optimum)]. unfold phi. split; [exists best; unfold square; now rewrite at_best|].
  intros y (q & Q & ->). pose proof (optimal q Q). pose proof (norm_square (Zt q)). fold gamma in *. pose proof gamma_pos. nra. Qed.
Theorem nonseparable_minimum : ~ (exists w, highest w < 0) -> smallest (fun y => exists q, simplex q /\ y = phi q) 0.
Proof. intros H. rewrite (proj2 (proj2 (proj2 maximum_margin))) in H. pose proof gamma_pos. destruct separable_minimum as [M _].
  replace (gamma ^ 2 / 2) with 0 in M; [exact M|]. replace gamma with 0 by lra. field. Qed.
Theorem dual_vector u : norm u = 1 -> margin u = gamma -> Zt best = scal (- gamma) u.
Proof. intros U M. assert (A : - highest u = gamma) by (unfold margin in M; rewrite U in M; lra).
  pose proof (dual_optimum_points_along_u u ltac:(lra) A) as K. rewrite <- (mirrored_twice (Zt best)), K. same. ring. Qed.
Theorem half_the_squared_margin : phi best = margin to_best ^ 2 / 2.
Proof. rewrite (proj2 margin_of_the_optimum). unfold phi, square. now rewrite at_best. Qed.
Theorem norms_exceed_gamma (q : nat -> D) g : (forall t, simplex (q t)) -> greatest of_mirrored g -> forall t, g <= norm (Zt (q t)).
Proof. intros Q G t. rewrite (greatest_one _ _ _ G mirrored_value). now apply optimal. Qed.
End Data.
