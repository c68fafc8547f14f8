(* The facts of real numbers, sums and rows that proofs cite by name, as theorems; rows z i are vectors of any such space. *)
From Coq Require Import Reals Lra Lia Psatz.
From Lemmacheck Require Import Space Perceptron.
Open Scope R_scope.

Theorem square_is_nonnegative x : 0 <= x ^ 2.
Proof. apply pow2_ge_0. Qed.
Theorem product_is_nonnegative x y : 0 <= x -> 0 <= y -> 0 <= x * y.
Proof. apply Rmult_le_pos. Qed.
Theorem order_of_reciprocals a b : 0 < a <= b -> 1 / a >= 1 / b.
Proof. intros [A L]. unfold Rdiv. rewrite !Rmult_1_l. now apply Rle_ge, Rinv_le_contravar. Qed.
Theorem root_is_positive x : 0 < x -> sqrt x > 0.
Proof. apply sqrt_lt_R0. Qed.
Theorem order_of_roots a b : 0 <= a <= b -> sqrt a <= sqrt b.
Proof. intros [_ L]. now apply sqrt_le_1_alt. Qed.
Theorem number_under_a_root x a : x ^ 2 <= a -> x <= sqrt a.
Proof. intros L. apply Rle_trans with (Rabs x); [apply Rle_abs|]. rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold Rsqr. lra. Qed.
Theorem larger_of_two a b : Rmax a b >= a /\ Rmax a b >= b.
Proof. split; apply Rle_ge; [apply Rmax_l|apply Rmax_r]. Qed.
Theorem logarithm_is_concave a b : 0 < a -> 0 < b -> ln b - ln a >= (b - a) / b.
Proof. intros A P. pose proof (exp_ineq1_le (ln (a / b))) as I. assert (Q : 0 < a / b) by now apply Rdiv_lt_0_compat.
  rewrite exp_ln in I by exact Q. unfold Rdiv in I. rewrite ln_mult, ln_Rinv in I by (try apply Rinv_0_lt_compat; exact A || exact P).
  replace ((b - a) / b) with (1 - a * / b) by (field; lra). lra. Qed.
Theorem unit_step x : 0 <= at_least_zero x <= 1 /\ x * at_least_zero x >= 0 /\ 0 >= x * (1 - at_least_zero x) /\
  at_least_zero x + at_least_zero (- x) >= 1.
Proof. unfold at_least_zero. destruct (Rle_dec 0 x), (Rle_dec 0 (- x)); repeat split; nra. Qed.
Theorem mass x n : sum (fun i => Rabs (x i)) n >= sum x n /\ sum (fun i => Rabs (x i)) n >= - sum x n.
Proof. split; apply Rle_ge; [|rewrite <- (Rmult_1_l (sum x n)), Ropp_mult_distr_l, <- sum_scal]; apply sum_le; intros i _.
  - apply Rle_abs.
  - rewrite <- Rabs_Ropp. pose proof (Rle_abs (- x i)). lra. Qed.

(* The largest of x_0, ..., x_m. *)
Fixpoint largest (x : nat -> R) m := match m with O => x 0%nat | S k => Rmax (largest x k) (x (S k)) end.
Lemma below_the_largest x m i : (i <= m)%nat -> x i <= largest x m.
Proof. induction m as [|m H]; intros L; cbn [largest]; [replace i with 0%nat by lia; lra|].
  destruct (Nat.eq_dec i (S m)) as [->|]; [apply Rmax_r|]. apply Rle_trans with (largest x m); [apply H; lia|apply Rmax_l]. Qed.
Theorem ceiling x m c : (forall i, (i <= m)%nat -> x i <= c) -> largest x m <= c.
Proof. induction m as [|m H]; intros L; cbn [largest]; [now apply L|]. apply Rmax_lub; auto. Qed.
Theorem hoelder q x m : (forall i, 0 <= q i) -> sum q (S m) = 1 -> sum (fun i => q i * x i) (S m) <= largest x m.
Proof. intros Q T. rewrite <- (Rmult_1_r (largest x m)), <- T, <- sum_scal. apply sum_le. intros i L.
  rewrite Rmult_comm. apply Rmult_le_compat_r; [apply Q|]. apply below_the_largest. lia. Qed.

Section Rows.
Variables (E : space) (z : nat -> E) (n : nat).
Theorem frobenius w : sum (fun i => ip (z i) w ^ 2) n <= sum (fun i => square (z i)) n * square w.
Proof. rewrite Rmult_comm, <- sum_scal. apply sum_le. intros i _. pose proof (cauchy_schwarz (z i) w). lra. Qed.
Hypothesis short : forall i, norm (z i) <= 1.
Lemma short_square i : square (z i) <= 1.
Proof. rewrite <- norm_square. pose proof (norm_pos (z i)). specialize (short i). nra. Qed.
Theorem scores_of_unit_rows w m : largest (fun i => Rabs (ip (z i) w)) m ^ 2 <= square w.
Proof. pose proof (below_the_largest (fun i => Rabs (ip (z i) w)) m 0 ltac:(lia)) as P. cbn beta in P.
  pose proof (Rabs_pos (ip (z 0%nat) w)). pose proof (norm_square w). pose proof (norm_pos w).
  assert (L : largest (fun i => Rabs (ip (z i) w)) m <= norm w); [|nra]. apply ceiling. intros i _. rewrite <- sqrt_Rsqr_abs.
  apply sqrt_le_1_alt. pose proof (cauchy_schwarz (z i) w). pose proof (short_square i). pose proof (ip_pos _ w).
  unfold square, Rsqr in *. nra. Qed.
Theorem combination_of_unit_rows x : let v := total (fun i => scal (x i) (z i)) n in let l1 := sum (fun i => Rabs (x i)) n in
  norm v <= l1 /\ square v <= l1 ^ 2.
Proof. intros v l1. assert (L : norm v <= l1).
  { apply Rle_trans with (1 := norm_total _ n). apply sum_le. intros i _. pose proof (norm_pos (z i)). specialize (short i).
    unfold norm, square. rewrite ip_scal, ip_scal_r, <- Rmult_assoc, sqrt_mult_alt by apply Rle_0_sqr. fold (Rsqr (x i)).
    rewrite sqrt_Rsqr_abs. fold (square (z i)). fold (norm (z i)). pose proof (Rabs_pos (x i)). nra. }
  split; [exact L|]. rewrite <- norm_square. pose proof (norm_pos v). nra. Qed.
End Rows.
