(* Section 3.3 of Ji, Srebro and Telgarsky, step by step: (3.8), (3.9), (3.10), and how Proposition 3.7 follows; what is said of
   the rates elsewhere; N5. From the facts of Acceleration.v. *)
From Coq Require Import Reals Lra Lia Psatz.
From Lemmacheck Require Import Space Acceleration Duality.
Open Scope R_scope.

Section Rates.
Variable lam : nat -> R.
Hypothesis standard : forall t, lam t = 2 / (INR t + 2).
Theorem weights_are_not_negative t : / lam t ^ 2 - (1 - lam (S t)) / lam (S t) ^ 2 >= 0.
Proof. pose proof (slow_rates lam standard t). lra. Qed.
Theorem rates_sum_to_a_square gamma t : 0 <= gamma ->
  sum (fun j => gamma / lam j) (S t) >= gamma * (INR (S t) + 1) ^ 2 / 4.
Proof. intros G. unfold Rdiv at 1. rewrite sum_scal, (sum_of_inverse_rates lam standard). rewrite S_INR. pose proof (pos_INR t). nra. Qed.
Theorem rates_summed t : sum lam t = sum (fun j => 2 / (INR j + 2)) t.
Proof. apply sum_ext. intros j _. apply standard. Qed.
Lemma logarithm_grows a b : 0 < a -> 0 < b -> (b - a) / b <= ln b - ln a. (* ln (1 + x) <= x *)
Proof. intros A B. pose proof (exp_ineq1_le (ln (a / b))) as K. rewrite exp_ln in K by (now apply Rdiv_lt_0_compat).
  unfold Rdiv in *. rewrite ln_mult, ln_Rinv in K by (auto using Rinv_0_lt_compat).
  replace ((b - a) * / b) with (1 - a * / b) by (field; lra). lra. Qed.
Theorem harmonic_by_logarithm t : sum (fun j => 2 / (INR j + 2)) t <= 2 * ln (INR t + 1).
Proof. induction t as [|t H]; [simpl; rewrite Rplus_0_l, ln_1; lra|]. cbn [sum]. rewrite S_INR. pose proof (pos_INR t).
  pose proof (logarithm_grows (INR t + 1) (INR t + 1 + 1) ltac:(lra) ltac:(lra)) as K.
  replace ((INR t + 1 + 1 - (INR t + 1)) / (INR t + 1 + 1)) with (2 / (INR t + 2) / 2) in K by (field; lra). lra. Qed.
Theorem rates_by_logarithm t : sum lam t <= 2 * ln (INR t + 1).
Proof. rewrite rates_summed. apply harmonic_by_logarithm. Qed.
End Rates.

Section Section_3_3.
Variables (E : space) (lam : nat -> R) (Q M N w : nat -> E).
Hypothesis standard : forall t, lam t = 2 / (INR t + 2).
Hypothesis mu_step : forall t, M (S t) = add (scal (1 - lam t) (M t)) (scal (lam t) (Q (S t))).
Hypothesis nu_is : forall t, N t = add (scal (1 - lam t) (M t)) (scal (lam t) (Q t)).
Hypothesis w_0 : w 0%nat = zero.
Hypothesis w_step : forall t, w (S t) = add (w t) (scal (- / lam t) (N t)).
(* Fact: psi is smooth, in its dual form, and rows have norm 1 at most. *)
Variable psi : nat -> R. (* psi(Z w_t) *)
Hypothesis smooth : forall t, psi (S t) + / lam t * ip (Q (S t)) (N t) + square (minus (Q (S t)) (Q t)) / 2 <= psi t.
Lemma in_range t : 0 < lam t <= 1.
Proof. rewrite standard. pose proof (pos_INR t). split; [apply Rdiv_lt_0_compat; lra|].
  apply Rmult_le_reg_r with (INR t + 2); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. Qed.
Notation energy t := (sum (fun j => square (N j) / (2 * lam j)) t).
Notation way t := (sum (fun j => norm (N j) / lam j) t).
Theorem eq_3_8 t : - psi (S t) >= - psi 0%nat + energy (S t).
Proof. pose proof (lemma_3_5 E lam Q M N in_range mu_step nu_is psi smooth (first_rate lam standard) t) as L.
  assert (0 <= sum (fun j => (/ lam j ^ 2 - (1 - lam (S j)) / lam (S j) ^ 2) * square (M (S j)) / 2) t).
  { apply sum_pos. intros j _. pose proof (weights_are_not_negative lam standard j). pose proof (ip_pos _ (M (S j))).
    unfold square, Rdiv. apply Rmult_le_pos; [apply Rmult_le_pos; [unfold Rdiv in *|]|]; lra. }
  assert (0 <= square (M (S t)) / (2 * lam t ^ 2)).
  { destruct (in_range t). apply Rmult_le_pos; [apply ip_pos|left; apply Rinv_0_lt_compat; nra]. } lra. Qed.
Theorem eq_3_9_first t : 0 < norm (w (S t)) -> 0 < way (S t) ->
  (psi 0%nat - psi (S t)) / norm (w (S t)) >= energy (S t) / way (S t).
Proof. intros W S. pose proof (eq_3_8 t) as K. pose proof (lemma_3_6_upper E lam N w in_range w_0 w_step (Datatypes.S t)) as U.
  assert (0 <= energy (Datatypes.S t)).
  { apply sum_pos. intros j _. destruct (in_range j). apply Rmult_le_pos; [apply ip_pos|left; apply Rinv_0_lt_compat; lra]. }
  apply Rle_ge, Rle_trans with (energy (Datatypes.S t) / norm (w (Datatypes.S t))).
  - apply Rmult_le_compat_l; [assumption|]. now apply Rinv_le_contravar.
  - apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|lra]. Qed.
(* Fact: |Z'nu| >= gamma, which is (3.9), third. *)
Variable gamma : R.
Hypothesis nu_margin : forall t, gamma <= norm (N t).
Theorem eq_3_9_second t : 0 < way (S t) -> energy (S t) / way (S t) >= gamma / 2.
Proof. intros W. apply Rle_ge, Rmult_le_reg_r with (way (S t)); [exact W|]. unfold Rdiv at 3. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  rewrite <- sum_scal. apply sum_le. intros j _. destruct (in_range j). rewrite <- norm_square. pose proof (nu_margin j). pose proof (norm_pos (N j)).
  replace (gamma / 2 * (norm (N j) / lam j)) with (gamma * norm (N j) / (2 * lam j)) by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|nra]. Qed.
(* Facts: u is in the unit ball and of margin gamma; the largest score is psi at most; psi(0) = ln n. *)
Hypothesis positive : 0 < gamma.
Variable u : E.
Hypothesis in_ball : norm u <= 1.
Hypothesis margin_of_u : forall t, gamma <= - ip (N t) u.
Theorem norm_by_rates t : norm (w t) >= sum (fun j => gamma / lam j) t.
Proof. pose proof (lemma_3_6_lower E lam N w in_range w_0 w_step u gamma in_ball margin_of_u t) as L. unfold Rdiv. rewrite sum_scal. lra. Qed.
Lemma far t : gamma * (INR (S t) + 1) ^ 2 / 4 <= norm (w (S t)).
Proof. pose proof (norm_by_rates (S t)). pose proof (rates_sum_to_a_square lam standard gamma t). lra. Qed.
Lemma moved t : 0 < norm (w (S t)).
Proof. pose proof (far t). rewrite S_INR in *. pose proof (pos_INR t). nra. Qed.
Variables (top : nat -> R) (n : R).
Hypothesis top_below_psi : forall t, top t <= psi t.
Hypothesis psi_0 : psi 0%nat = ln n.
Hypothesis rows : 1 <= n.
Theorem eq_3_10 t : ln n / norm (w (S t)) <= 4 * ln n / (gamma * (INR (S t) + 1) ^ 2).
Proof. pose proof (far t). pose proof (ln_rows psi n psi_0 rows) as L. rewrite S_INR in *. pose proof (pos_INR t).
  replace (4 * ln n / (gamma * (INR t + 1 + 1) ^ 2)) with (ln n / (gamma * (INR t + 1 + 1) ^ 2 / 4)) by (field; nra).
  apply Rmult_le_compat_l; [exact L|]. apply Rinv_le_contravar; nra. Qed.
Theorem margin_by_psi t : 0 < norm (w t) -> Acceleration.margin E w top t >= - psi t / norm (w t).
Proof. intros W. pose proof (top_below_psi t). apply Rle_ge, Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|lra]. Qed.
Theorem psi_by_half t : - psi (S t) / norm (w (S t)) >= gamma / 2 - 4 * ln n / (gamma * (INR (S t) + 1) ^ 2).
Proof. pose proof (moved t) as W. assert (S : 0 < way (S t)).
  { pose proof (lemma_3_6_upper E lam N w in_range w_0 w_step (S t)). lra. }
  pose proof (eq_3_9_first t W S). pose proof (eq_3_9_second t S). pose proof (eq_3_10 t) as T.
  replace (- psi (Datatypes.S t) / norm (w (Datatypes.S t))) with ((psi 0%nat - psi (Datatypes.S t)) / norm (w (Datatypes.S t))
    - ln n / norm (w (Datatypes.S t))) by (rewrite psi_0; field; lra). lra. Qed.

(* Sections 1 and 3: t^2 for t (t + 3). Fact: |Z'mu| >= gamma. *)
Hypothesis mu_margin : forall t, gamma ^ 2 <= square (M t).
Theorem rate_by_the_square t : let s := INR (S t) in gamma - Acceleration.margin E w top (S t) <= 4 * ln n / (gamma * s ^ 2).
Proof. intros s. pose proof (rate_without_logarithm E lam Q M N w in_range mu_step nu_is w_0 w_step psi smooth gamma mu_margin
    top n top_below_psi psi_0 rows standard positive u in_ball margin_of_u t) as R. cbv zeta in R. fold s in R.
  pose proof (ln_rows psi n psi_0 rows) as L. assert (S1 : 1 <= s) by (unfold s; rewrite S_INR; pose proof (pos_INR t); lra).
  assert (A : 0 < gamma * s ^ 2) by (apply Rmult_lt_0_compat; nra). assert (B : gamma * s ^ 2 <= gamma * s * (s + 3)) by nra.
  pose proof (weaker psi n psi_0 rows _ _ A B) as W. unfold Rdiv in *. nra. Qed.
End Section_3_3.

Section Simplex. (* mu_t and nu_t are averages of points of the simplex *)
Variables (E D : space) (m : nat) (e : nat -> D) (Zt : D -> E) (lam : nat -> R) (q mu nu : nat -> D) (best : D).
Hypothesis rates : forall t, 0 < lam t <= 1.
Hypothesis start : mu 0%nat = q 0%nat.
Hypothesis nu_is : forall t, nu t = add (scal (1 - lam t) (mu t)) (scal (lam t) (q t)).
Hypothesis mu_step : forall t, mu (S t) = add (scal (1 - lam t) (mu t)) (scal (lam t) (q (S t))).
Hypothesis inside : forall t, simplex D m e (q t).
Hypothesis optimal : forall x, simplex D m e x -> norm (Zt best) <= norm (Zt x).
Theorem nu_exceeds_gamma t : norm (Zt (nu t)) >= gamma E D Zt best.
Proof. assert (A : simplex D m e (mu t)).
  { induction t as [|t H]; [rewrite start; apply inside|rewrite mu_step; apply mixed; auto]. destruct (rates t). lra. }
  apply Rle_ge, optimal. rewrite nu_is. apply mixed; auto. destruct (rates t). lra. Qed.
End Simplex.

(* N5, and what Lemma 3.2 says of t^2. Fact: the three-point inequality of the entropy, with Pinsker's and rows of norm 1 at most,
   at any B = Z'q; KL t is D(q, q_t), which is not negative. *)
Section Gap.
Variables (E : space) (lam : nat -> R) (Q M N : nat -> E) (B : E) (KL : nat -> R).
Hypothesis rates : forall t, 0 < lam t <= 1.
Hypothesis mu_step : forall t, M (S t) = add (scal (1 - lam t) (M t)) (scal (lam t) (Q (S t))).
Hypothesis nu_is : forall t, N t = add (scal (1 - lam t) (M t)) (scal (lam t) (Q t)).
Hypothesis three_points : forall t,
  / lam t * ip (N t) (minus (Q (S t)) B) <= KL t - KL (S t) - square (minus (Q (S t)) (Q t)) / 2.
Notation gap t := (gap E M B t).
Theorem gaps_summed : lam 0%nat = 1 -> forall t, gap (S t) / lam t ^ 2
  + sum (fun j => (/ lam j ^ 2 - (1 - lam (S j)) / lam (S j) ^ 2) * gap (S j)) t <= KL 0%nat - KL (S t).
Proof. intros first. assert (P : forall t, gap (S t) / lam t ^ 2 - (1 - lam t) / lam t ^ 2 * gap t <= KL t - KL (S t)).
  { intros t. pose proof (gap_step E lam Q M N rates mu_step nu_is B KL three_points t) as G. destruct (rates t).
    apply Rmult_le_reg_l with (lam t ^ 2); [nra|].
    match goal with |- ?a <= _ => replace a with (gap (S t) - (1 - lam t) * gap t) by (field; lra) end. lra. }
  induction t as [|t H]; cbn [sum]; [pose proof (P 0%nat) as Z; rewrite first in *; lra|]. pose proof (P (S t)).
  unfold Rdiv in *. lra. Qed.
Hypothesis standard : forall t, lam t = 2 / (INR t + 2).
Hypothesis KL_pos : forall t, 0 <= KL t.
Hypothesis optimal : forall t, square B <= square (M t).
Variables (n entropy : R). (* sum_i q_i ln q_i *)
Hypothesis KL_0 : KL 0%nat = ln n + entropy.
Lemma gap_pos t : 0 <= gap t.
Proof. unfold Acceleration.gap. pose proof (optimal t). lra. Qed.
Lemma gaps_averaged t : (INR (S t) + 1) ^ 2 * gap (S t) + sum (fun j => gap (S j)) t <= 4 * KL 0%nat.
Proof. pose proof (gaps_summed (first_rate lam standard) t) as K. pose proof (KL_pos (S t)).
  rewrite (sum_ext _ (fun j => / 4 * gap (S j)) t), sum_scal in K.
  - rewrite standard in K. rewrite S_INR. pose proof (pos_INR t).
    replace (gap (S t) / (2 / (INR t + 2)) ^ 2) with ((INR t + 1 + 1) ^ 2 * gap (S t) / 4) in K by (field; lra). lra.
  - intros j _. rewrite !standard, S_INR. pose proof (pos_INR j). field. lra. Qed.
Lemma of_product a b c : 0 < a -> a * b <= c -> b <= c / a.
Proof. intros A H. apply Rmult_le_reg_l with a; [exact A|]. unfold Rdiv. rewrite (Rmult_comm c), <- Rmult_assoc, Rinv_r; lra. Qed.
Theorem sum_of_gaps t : let s := INR (S t) in (s + 1) ^ 2 * gap (S t) + sum (fun j => gap (S j)) t <= 4 * (ln n + entropy)
  /\ exists j, (j <= t)%nat /\ gap (S j) <= 4 * (ln n + entropy) / (s * (s + 3)).
Proof. intros s. pose proof (gaps_averaged t) as K. fold s in K. rewrite KL_0 in K. split; [exact K|].
  destruct (bottom_reached (fun j => gap (S j)) t) as (i & I & H). exists i. split; [exact I|]. rewrite <- H.
  set (b := bottom _ t) in *. assert (P : s = INR t + 1) by (unfold s; now rewrite S_INR). pose proof (pos_INR t).
  apply of_product; [apply Rmult_lt_0_compat; lra|].
  assert (INR t * b <= sum (fun j => gap (S j)) t).
  { replace (INR t * b) with (sum (fun _ => b) t); [apply sum_le; intros j J; apply (bottom_below (fun j => gap (S j))); lia|].
    generalize b. clear. intros b. induction t as [|t H]; [simpl; ring|]. cbn [sum]. rewrite H, S_INR. ring. }
  assert (b <= gap (S t)) by now apply (bottom_below (fun j => gap (S j))). assert (0 <= (s + 1) ^ 2) by nra. nra. Qed.
Theorem gap_by_entropy t : gap (S t) <= 4 * (ln n + entropy) / (INR (S t) + 1) ^ 2.
Proof. pose proof (gaps_averaged t) as K. assert (P : 0 <= sum (fun j => gap (S j)) t) by (apply sum_pos; intros; apply gap_pos).
  rewrite KL_0 in K. rewrite S_INR in *. pose proof (pos_INR t). apply of_product; nra. Qed.
Theorem gap_by_the_square : entropy <= 0 -> forall t, gap (S t) <= 4 * ln n / INR (S t) ^ 2.
Proof. intros L t. pose proof (gap_by_entropy t) as K. pose proof (KL_pos 0) as P. rewrite KL_0 in P. rewrite S_INR in *.
  pose proof (pos_INR t). apply Rle_trans with (1 := K). unfold Rdiv.
  apply Rmult_le_compat; [lra|left; apply Rinv_0_lt_compat; nra|lra|]. apply Rinv_le_contravar; nra. Qed.
Theorem interval_shrinks (g : nat -> E) (of_algorithm_1 : forall t, M (S t) = scal (2 / INR (S t)) (g (S t))) : entropy <= 0 ->
  forall t, let s := INR (S t) in let upper := 4 * square (g (S t)) / s ^ 2 in let lower := upper - 8 * ln n / (s + 1) ^ 2 in
  lower <= square B <= upper /\ s ^ 2 * (upper - lower) <= 8 * ln n.
Proof. intros L t s upper lower. assert (K : KL 0%nat <= ln n) by lra.
  destruct (theorem_3_1_interval E lam Q M N rates mu_step nu_is B KL n three_points KL_pos K optimal standard g of_algorithm_1 t) as [A C].
  split; [exact (conj A C)|]. pose proof (KL_pos 0). assert (0 <= s) by apply pos_INR. unfold lower.
  replace (s ^ 2 * (upper - (upper - 8 * ln n / (s + 1) ^ 2))) with (8 * ln n * (s ^ 2 / (s + 1) ^ 2)) by (field; lra).
  rewrite <- (Rmult_1_r (8 * ln n)) at 2. apply Rmult_le_compat_l; [lra|]. apply Rmult_le_reg_r with ((s + 1) ^ 2); [nra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l; nra. Qed.
End Gap.
