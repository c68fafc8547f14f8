(* Gradient descent and Nesterov's method on f that is beta-smooth and lam-strongly convex, for all runs: f and its gradient
   are any functions, kappa = beta / lam, and the space is not a point. *)
From Coq Require Import Reals Lra Psatz.
From Lemmacheck Require Import Space Descent.
Open Scope R_scope.

Lemma power_below_exp x n : 0 <= 1 - x -> (1 - x) ^ n <= exp (- (INR n * x)).
Proof. intros X. induction n as [|n H]; [simpl; rewrite Rmult_0_l, Ropp_0, exp_0; lra|].
  replace (- (INR (S n) * x)) with (- x + - (INR n * x)) by (rewrite S_INR; ring). rewrite exp_plus. simpl.
  apply Rmult_le_compat; auto using pow_le. pose proof (exp_ineq1_le (- x)). lra. Qed.
Lemma in_the_limit m a b : (forall l, m < l -> b <= l * a) -> b <= m * a.
Proof. intros H. destruct (Rle_lt_dec b (m * a)) as [|L]; [assumption|exfalso]. destruct (Rle_lt_dec a 0) as [A|A].
  - specialize (H (m + 1) ltac:(lra)). lra.
  - assert (P : 0 < (b - m * a) / (2 * a)) by (apply Rdiv_lt_0_compat; lra).
    specialize (H (m + (b - m * a) / (2 * a)) ltac:(lra)).
    replace ((m + (b - m * a) / (2 * a)) * a) with (m * a + (b - m * a) / 2) in H by (field; lra). lra. Qed.

Section Strong.
Variables (E : space) (f : E -> R) (gradient : E -> E) (best : E) (beta lam : R).
Hypothesis positive : 0 < lam.
Hypothesis smooth : forall x y, tangent E f gradient x y <= beta / 2 * square (minus x y).
Hypothesis strongly_convex : forall x y, lam / 2 * square (minus x y) <= tangent E f gradient x y.
Variables somewhere elsewhere : E.
Hypothesis not_a_point : 0 < square (minus somewhere elsewhere).
Theorem smoothness_is_at_least_convexity : lam <= beta.
Proof. pose proof (smooth somewhere elsewhere). pose proof (strongly_convex somewhere elsewhere). nra. Qed.

Hypothesis stationary : gradient best = zero.
Let gap x := f x - f best.
Let off x := square (minus x best).
Definition kappa := beta / lam.
Lemma kappa_large : 1 <= kappa.
Proof. unfold kappa. apply Rmult_le_reg_r with lam; [lra|]. replace (beta / lam * lam) with beta by (field; lra).
  pose proof smoothness_is_at_least_convexity. lra. Qed.
Lemma gap_below w : gap w <= beta / 2 * off w.
Proof. pose proof (smooth w best) as S. unfold tangent in S. rewrite stationary, ip_zero in S. unfold gap, off. lra. Qed.

(* With x = w - best, g = gradient w - lam x: (beta - lam) <g, x> >= |g|^2. *)
Lemma slopes w : let x := minus w best in let g := minus (gradient w) (scal lam x) in square g <= (beta - lam) * ip g x.
Proof. intros x g. apply in_the_limit. intros l L. pose proof smoothness_is_at_least_convexity.
  assert (P : 0 < / l) by (apply Rinv_0_lt_compat; lra). assert (I : / l * l = 1) by (field; lra). set (h := / l) in *.
  pose proof (strongly_convex (add best (scal h g)) w) as A. pose proof (smooth (add best (scal h g)) best) as B.
  pose proof (strongly_convex (minus w (scal h g)) best) as C. pose proof (smooth (minus w (scal h g)) w) as D.
  unfold tangent in *. rewrite stationary, ip_zero in B, C.
  assert (G : gradient w = add g (scal lam x)) by (unfold g; same; ring).
  assert (W : w = add best x) by (unfold x; same; ring). pose proof (ip_pos _ g) as Q. revert A B C D. rewrite G.
  generalize (f (add best (scal h g))) (f (minus w (scal h g))) (f w). clearbody g x. clear G. rewrite W. clear W. spread.
  rewrite !(ip_sym _ x best), !(ip_sym _ g best), !(ip_sym _ x g). intros p q r A B C D.
  assert (K : (2 * h - (beta - lam) * (h * h)) * ip g g <= ip g x) by lra. clear A B C D.
  assert (M : 0 <= h * h * (l - (beta - lam)) * ip g g) by (repeat apply Rmult_le_pos; lra).
  replace (h * h * (l - (beta - lam)) * ip g g) with (h * (h * l) * ip g g - (beta - lam) * (h * h) * ip g g) in M by ring.
  rewrite I in M. assert (N : 0 <= l * (ip g x - h * ip g g)) by (apply Rmult_le_pos; lra).
  replace (l * (ip g x - h * ip g g)) with (l * ip g x - h * l * ip g g) in N by ring. rewrite I in N. lra. Qed.

(* w_{t+1} = w_t - eta grad f(w_t), eta = 2 / (beta + lam) *)
Section Plain.
Variables (w : nat -> E) (eta : R).
Hypothesis w_step : forall t, w (S t) = minus (w t) (scal eta (gradient (w t))).
Hypothesis theorem_step : eta = 2 / (beta + lam).
Lemma nearer t : off (w (S t)) <= ((kappa - 1) / (kappa + 1)) ^ 2 * off (w t).
Proof. pose proof (slopes (w t)) as S. cbv zeta in S. pose proof smoothness_is_at_least_convexity.
  set (x := minus (w t) best) in *. set (g := minus (gradient (w t)) (scal lam x)) in *.
  assert (I : minus (w (Datatypes.S t)) best = add (scal ((kappa - 1) / (kappa + 1)) x) (scal (- eta) g)).
  { apply ip_same. intros v. rewrite w_step. unfold g, x, kappa. rewrite theorem_step. spread. field. lra. }
  unfold off. rewrite I. fold x. unfold square in *. spread. rewrite (ip_sym _ x g).
  replace ((kappa - 1) / (kappa + 1)) with ((beta - lam) * (eta / 2)) by (rewrite theorem_step; unfold kappa; field; lra).
  assert (0 <= eta * eta * ((beta - lam) * ip g x - ip g g)) by (apply Rmult_le_pos; nra). nra. Qed.
Lemma near t : off (w t) <= ((kappa - 1) / (kappa + 1)) ^ (2 * t) * off (w 0%nat).
Proof. induction t as [|t H]; [simpl; lra|]. apply Rle_trans with (1 := nearer t).
  replace (2 * S t)%nat with (2 + 2 * t)%nat by ring. rewrite pow_add, Rmult_assoc.
  apply Rmult_le_compat_l; [apply pow2_ge_0|exact H]. Qed.
Theorem theorem_1 t : let B2 := square (minus (w 0%nat) best) in
  gap (w t) <= ((kappa - 1) / (kappa + 1)) ^ (2 * t) * (B2 * beta / 2) /\
  ((kappa - 1) / (kappa + 1)) ^ (2 * t) <= exp (- 4 * INR t / (kappa + 1)) /\
  exp (- 4 * INR t / (kappa + 1)) <= exp (- INR t / kappa).
Proof. intros B2. pose proof kappa_large as K. pose proof (pos_INR t) as T. split; [|split].
  - pose proof (gap_below (w t)). pose proof (near t) as N. fold B2 in N. unfold off in N at 2. fold B2 in N.
    pose proof smoothness_is_at_least_convexity. nra.
  - replace ((kappa - 1) / (kappa + 1)) with (1 - 2 / (kappa + 1)) by (field; lra).
    replace (- 4 * INR t / (kappa + 1)) with (- (INR (2 * t) * (2 / (kappa + 1)))) by (rewrite mult_INR; simpl; field; lra).
    apply power_below_exp. replace (1 - 2 / (kappa + 1)) with ((kappa - 1) * / (kappa + 1)) by (field; lra).
    apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. lra.
  - assert (L : - 4 * INR t / (kappa + 1) <= - INR t / kappa); [|destruct L as [L| ->]; [left; now apply exp_increasing|lra]].
    apply Rmult_le_reg_r with (kappa * (kappa + 1)); [nra|].
    replace (- 4 * INR t / (kappa + 1) * (kappa * (kappa + 1))) with (- 4 * INR t * kappa) by (field; lra).
    replace (- INR t / kappa * (kappa * (kappa + 1))) with (- INR t * (kappa + 1)) by (field; lra). nra. Qed.
End Plain.

(* w_{t+1} = y_t - grad f(y_t) / beta, y_{t+1} = w_{t+1} + (r - 1) / (r + 1) (w_{t+1} - w_t), r = sqrt(kappa) *)
Section Accelerated.
Variables w y : nat -> E.
Let r := sqrt kappa.
Hypothesis start : y 0%nat = w 0%nat.
Hypothesis w_step : forall t, w (S t) = minus (y t) (scal (/ beta) (gradient (y t))).
Hypothesis y_step : forall t, y (S t) = add (w (S t)) (scal ((r - 1) / (r + 1)) (minus (w (S t)) (w t))).
Let z t := add (w t) (scal (r + 1) (minus (y t) (w t))).
Lemma root : 1 <= r /\ beta = lam * (r * r).
Proof. pose proof kappa_large as K. unfold r. rewrite sqrt_sqrt by lra. split; [|unfold kappa; field; lra].
  rewrite <- sqrt_1. now apply sqrt_le_1_alt. Qed.
Definition energy t := gap (w t) + lam / 2 * off (z t).
Lemma energy_falls t : energy (S t) <= (1 - / r) * energy t.
Proof. destruct root as [R1 B]. assert (H : 0 < / r <= 1).
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  assert (B0 : 0 < beta) by (rewrite B; apply Rmult_lt_0_compat; nra). pose proof (step E f gradient beta B0 smooth (y t)) as F.
  pose proof (strongly_convex best (y t)) as C. pose proof (strongly_convex (w t) (y t)) as D.
  set (G := gradient (y t)) in *. set (p := minus (y t) best) in *. set (v := minus (y t) (w t)) in *.
  assert (Z : minus (z t) best = add p (scal r v)) by (unfold z, p, v; same; ring).
  assert (Z' : minus (z (S t)) best = add (add p (scal (r - 1) v)) (scal (- (/ r * / lam)) G)).
  { apply ip_same. intros a. unfold z, p, v, G. rewrite y_step, w_step, B. spread. field. repeat split; lra. }
  assert (W : f (w (S t)) <= f (y t) - / r * / r * / lam / 2 * square G).
  { replace (w (S t)) with (descended E gradient beta (y t)) by (rewrite w_step; unfold descended; same; ring).
    replace (/ r * / r * / lam / 2 * square G) with (square G / (2 * beta)) by (rewrite B; field; split; lra). exact F. }
  unfold energy, off. rewrite Z, Z'. unfold gap. clear F Z Z' w_step y_step. revert C D W. unfold tangent.
  replace (minus best (y t)) with (scal (-1) p) by (unfold p; same; ring).
  replace (minus (w t) (y t)) with (scal (-1) v) by (unfold v; same; ring). fold G.
  generalize (f (w (S t))) (f (w t)) (f (y t)) (f best). clearbody p v G. intros next last here low. spread.
  rewrite !(ip_sym _ G), !(ip_sym _ v p). set (h := / r) in *. assert (I : r * h = 1) by (unfold h; field; lra).
  set (m := / lam). assert (J : lam * m = 1) by (unfold m; field; lra). pose proof (ip_pos _ v) as V. intros C D W.
  assert (C' : 0 <= h * (low - here - -1 * ip p G - lam / 2 * (-1 * (-1 * ip p p)))) by (apply Rmult_le_pos; lra).
  assert (D' : 0 <= (1 - h) * (last - here - -1 * ip v G - lam / 2 * (-1 * (-1 * ip v v)))) by (apply Rmult_le_pos; lra).
  assert (P : 0 <= lam / 2 * (r - h) * ip v v) by (repeat apply Rmult_le_pos; lra).
  match goal with |- ?a <= ?b => assert (Q : b - a = h * (low - here - -1 * ip p G - lam / 2 * (-1 * (-1 * ip p p)))
    + (1 - h) * (last - here - -1 * ip v G - lam / 2 * (-1 * (-1 * ip v v)))
    + (here - h * h * m / 2 * ip G G - next) + lam / 2 * (r - h) * ip v v) by (unfold h, m; field; lra) end. lra. Qed.
Theorem accelerated_rate t : let B2 := square (minus (w 0%nat) best) in
  gap (w t) <= (1 - 1 / r) ^ t * ((beta + lam) * B2 / 2) /\ (1 - 1 / r) ^ t <= exp (- INR t / r).
Proof. intros B2. destruct root as [R1 _]. assert (P : 0 <= 1 - / r).
  { assert (/ r <= 1); [|lra]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  unfold Rdiv. rewrite !Rmult_1_l, <- Ropp_mult_distr_l. split; [|now apply power_below_exp].
  assert (A : energy t <= (1 - / r) ^ t * energy 0%nat).
  { induction t as [|t H]; [simpl; lra|]. apply Rle_trans with (1 := energy_falls t). simpl. rewrite Rmult_assoc.
    now apply Rmult_le_compat_l. }
  assert (Z : off (z 0%nat) = B2) by (unfold off, z, B2; rewrite start; f_equal; same; ring).
  pose proof (gap_below (w 0%nat)) as G. unfold energy in A at 2. rewrite Z in A. unfold off in G. fold B2 in G.
  pose proof (ip_pos _ (minus (z t) best)) as O. unfold energy in A. unfold off, square in A.
  pose proof (pow_le _ t P). set (c := (1 - / r) ^ t) in *.
  assert (c * (gap (w 0%nat) + lam / 2 * B2) <= c * ((beta + lam) * B2 * / 2)) by (apply Rmult_le_compat_l; lra). nra. Qed.
End Accelerated.
End Strong.
