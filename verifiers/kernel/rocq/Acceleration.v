(* The accelerated dual method, for all runs: Lemmas 3.2, 3.5 and 3.6, Proposition 3.7, Theorem 3.1 of Ji, Srebro and
   Telgarsky, and the rate without a logarithm, from named facts. Z'q, Z'mu and Z'nu are Q, M and N. *)
From Coq Require Import Reals Lra Psatz.
From Lemmacheck Require Import Space.
Open Scope R_scope.

Section Method.
Variables (E : space) (lam : nat -> R) (Q M N w : nat -> E).
Hypothesis rates : forall t, 0 < lam t <= 1.
Hypothesis mu_step : forall t, M (S t) = add (scal (1 - lam t) (M t)) (scal (lam t) (Q (S t))).
Hypothesis nu_is : forall t, N t = add (scal (1 - lam t) (M t)) (scal (lam t) (Q t)).
Hypothesis w_0 : w 0%nat = zero.
Hypothesis w_step : forall t, w (S t) = add (w t) (scal (- / lam t) (N t)).
Ltac expand := unfold minus, square; rewrite ?mu_step, ?nu_is;
  rewrite ?ip_add, ?ip_add_r, ?ip_scal, ?ip_scal_r, ?ip_add, ?ip_add_r, ?ip_scal, ?ip_scal_r.

(* Lemma 3.6. Fact: u is in the unit ball and of margin gamma, and nu is in the simplex, so that <-Z'nu, u> >= gamma. *)
Theorem lemma_3_6_upper t : norm (w t) <= sum (fun j => norm (N j) / lam j) t.
Proof. induction t as [|t H]; simpl.
  - rewrite w_0, norm_zero. lra.
  - rewrite w_step. pose proof (triangle (w t) (scal (- / lam t) (N t))) as T. destruct (rates t).
    rewrite norm_opposite in T by (left; now apply Rinv_0_lt_compat). unfold Rdiv. lra. Qed.
Section Margin.
Variables (u : E) (gamma : R).
Hypothesis unit : norm u <= 1.
Hypothesis margin_of_u : forall t, gamma <= - ip (N t) u.
Theorem lemma_3_6_lower t : gamma * sum (fun j => / lam j) t <= norm (w t).
Proof. assert (A : gamma * sum (fun j => / lam j) t <= ip (w t) u).
  { induction t as [|t H]; cbn [sum]; [rewrite w_0, ip_zero; lra|]. rewrite w_step, ip_add, ip_scal.
    destruct (rates t) as [P _]. apply Rinv_0_lt_compat in P.
    pose proof (Rmult_le_compat_l (/ lam t) _ _ (Rlt_le _ _ P) (margin_of_u t)). lra. }
  pose proof (ip_at_most (w t) u). pose proof (norm_pos (w t)). nra. Qed.
End Margin.

(* Lemma 3.5. Fact: psi is smooth, in its dual form, and rows have norm 1 at most. *)
Section Potential.
Variable psi : nat -> R. (* psi(Z w_t) *)
Hypothesis smooth : forall t, psi (S t) + / lam t * ip (Q (S t)) (N t) + square (minus (Q (S t)) (Q t)) / 2 <= psi t.
Lemma potential_step t : square (M (S t)) / (2 * lam t ^ 2) - (1 - lam t) / (2 * lam t ^ 2) * square (M t)
  + square (N t) / (2 * lam t) <= psi t - psi (S t).
Proof. pose proof (smooth t) as F. pose proof (two_ip (M t) (Q t)) as S. destruct (rates t) as [P L].
  revert F S. expand. rewrite (ip_sym _ (Q (S t)) (M t)), (ip_sym _ (Q t) (M t)), (ip_sym _ (Q (S t)) (Q t)).
  set (a := ip (M t) (M t)). set (b := ip (M t) (Q (Datatypes.S t))). set (c := ip (M t) (Q t)).
  set (d := ip (Q (Datatypes.S t)) (Q (Datatypes.S t))). set (e := ip (Q t) (Q (Datatypes.S t))). set (f := ip (Q t) (Q t)).
  intros F S. assert (K : 0 <= (1 - lam t) * (a + f - 2 * c)) by (apply Rmult_le_pos; lra).
  match type of F with _ + ?x + ?y <= _ => match goal with |- ?z <= _ =>
    assert (I : x + y - z = (1 - lam t) * (a + f - 2 * c) / 2) by (field; lra) end end. lra. Qed.
Theorem lemma_3_5 : lam 0%nat = 1 -> forall t, psi 0%nat - psi (S t) >= square (M (S t)) / (2 * lam t ^ 2)
  + sum (fun j => (/ lam j ^ 2 - (1 - lam (S j)) / lam (S j) ^ 2) * square (M (S j)) / 2) t
  + sum (fun j => square (N j) / (2 * lam j)) (S t).
Proof. intros L. induction t as [|t H].
  - pose proof (potential_step 0) as P. cbn [sum]. rewrite L in *. lra.
  - pose proof (potential_step (S t)) as P. cbn [sum] in *. destruct (rates t), (rates (S t)).
    match goal with |- _ - _ >= ?x + (?y + ?z) + ?v => assert (I : x + (y + z) + v =
      (square (M (S t)) / (2 * lam t ^ 2) + y + (sum (fun j => square (N j) / (2 * lam j)) t + square (N t) / (2 * lam t)))
      + (x - (1 - lam (S t)) / (2 * lam (S t) ^ 2) * square (M (S t)) + square (N (S t)) / (2 * lam (S t)))) by (field; lra) end.
    lra. Qed.

(* Fact: |Z'mu| >= gamma for mu in the simplex. *)
Variable gamma : R.
Hypothesis mu_margin : forall t, gamma ^ 2 <= square (M t).
(* Facts: the largest score is psi at most; psi(0) = ln n, where n is at least 1. *)
Variables (top : nat -> R) (n : R).
Hypothesis top_below_psi : forall t, top t <= psi t.
Hypothesis psi_0 : psi 0%nat = ln n.
Hypothesis rows : 1 <= n.
Definition margin t := - top t / norm (w t). (* gamma(w_t) *)
Lemma ln_rows : 0 <= ln n.
Proof. rewrite <- ln_1. destruct (Req_dec n 1) as [->|]; [lra|]. left. apply ln_increasing; lra. Qed.

Section Slow. (* a schedule that starts at 1 and satisfies (B.8) *)
Hypothesis first : lam 0%nat = 1.
Hypothesis slow : forall t, (1 - lam (S t)) / lam (S t) ^ 2 <= / lam t ^ 2.
Hypothesis not_negative : 0 <= gamma.
Theorem weights_telescope t :
  / lam t ^ 2 + sum (fun j => / lam j ^ 2 - (1 - lam (S j)) / lam (S j) ^ 2) t = sum (fun j => / lam j) (S t).
Proof. induction t as [|t H]; cbn [sum] in *; [rewrite first; field|]. rewrite <- H. destruct (rates t), (rates (S t)).
  field. lra. Qed.
Lemma growth t : (1 - lam t) / (2 * lam t ^ 2) * (square (M t) - gamma ^ 2) + gamma * sum (fun j => norm (N j) / lam j) t
  <= psi 0%nat - psi t.
Proof. induction t as [|t H]; cbn [sum].
  - rewrite first. replace ((1 - 1) / (2 * 1 ^ 2)) with 0 by field. lra.
  - pose proof (potential_step t) as P. pose proof (mu_margin (S t)) as G. pose proof (slow t) as W.
    destruct (rates t), (rates (S t)). rewrite <- (norm_square (N t)) in P. set (v := norm (N t)) in *.
    assert (A : (1 - lam (S t)) / (2 * lam (S t) ^ 2) * (square (M (S t)) - gamma ^ 2)
      <= / lam t ^ 2 / 2 * (square (M (S t)) - gamma ^ 2)).
    { apply Rmult_le_compat_r; [lra|]. replace ((1 - lam (S t)) / (2 * lam (S t) ^ 2)) with
        ((1 - lam (S t)) / lam (S t) ^ 2 / 2) by (field; lra). lra. }
    assert (B : 0 <= (v - gamma) ^ 2 * / (2 * lam t)) by
      (apply Rmult_le_pos; [apply pow2_ge_0|left; apply Rinv_0_lt_compat; lra]).
    assert (I : square (M (S t)) / (2 * lam t ^ 2) - (1 - lam t) / (2 * lam t ^ 2) * square (M t) + v * v / (2 * lam t)
      + (1 - lam t) / (2 * lam t ^ 2) * (square (M t) - gamma ^ 2)
      = / lam t ^ 2 / 2 * (square (M (S t)) - gamma ^ 2) + (v - gamma) ^ 2 * / (2 * lam t) + gamma * (v / lam t))
      by (field; lra). lra. Qed.
Theorem potential_grows_with_distance t : psi 0%nat + - gamma * norm (w t) >= psi t.
Proof. pose proof (growth t) as G. pose proof (lemma_3_6_upper t) as U. pose proof (mu_margin t). destruct (rates t).
  assert (0 <= (1 - lam t) / (2 * lam t ^ 2) * (square (M t) - gamma ^ 2)).
  { apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. nra. } nra. Qed.

Theorem margin_by_distance t : 0 < norm (w t) -> margin t >= gamma - ln n / norm (w t).
Proof. intros P. pose proof (potential_grows_with_distance t) as G. pose proof (top_below_psi t). unfold margin.
  replace (gamma - ln n / norm (w t)) with ((gamma * norm (w t) - ln n) / norm (w t)) by (field; lra).
  apply Rle_ge, Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|lra]. Qed.
End Slow.

(* The rate, for lam_t = 2 / (t + 2). Fact: u as above. *)
Hypothesis standard : forall t, lam t = 2 / (INR t + 2).
Hypothesis positive : 0 < gamma.
Lemma first_rate : lam 0%nat = 1.
Proof. rewrite standard. simpl. field. Qed.
Lemma slow_rates t : (1 - lam (S t)) / lam (S t) ^ 2 <= / lam t ^ 2.
Proof. rewrite !standard, S_INR. pose proof (pos_INR t). set (x := INR t) in *.
  replace ((1 - 2 / (x + 1 + 2)) / (2 / (x + 1 + 2)) ^ 2) with ((x + 1) * (x + 3) / 4) by (field; lra).
  replace (/ (2 / (x + 2)) ^ 2) with ((x + 2) * (x + 2) / 4) by (field; lra). nra. Qed.
Theorem sum_of_inverse_rates t : sum (fun j => / lam j) t = INR t * (INR t + 3) / 4.
Proof. induction t as [|t H]; [simpl; lra|]. cbn [sum]. rewrite H, standard, S_INR. pose proof (pos_INR t). field. lra. Qed.
Variable u : E.
Hypothesis unit : norm u <= 1.
Hypothesis margin_of_u : forall t, gamma <= - ip (N t) u.
Lemma far t : gamma * (INR (S t) * (INR (S t) + 3) / 4) <= norm (w (S t)).
Proof. rewrite <- sum_of_inverse_rates. now apply lemma_3_6_lower with u. Qed.
Theorem rate_without_logarithm t : let s := INR (S t) in margin (S t) >= gamma - 4 * ln n / (gamma * s * (s + 3)).
Proof. intros s. pose proof (far t) as F. fold s in F. pose proof (margin_by_distance first_rate slow_rates (Rlt_le _ _ positive) (S t)) as B. pose proof ln_rows as L.
  assert (1 <= s) by (unfold s; rewrite S_INR; pose proof (pos_INR t); lra).
  assert (D : 0 < gamma * s * (s + 3)) by (repeat apply Rmult_lt_0_compat; lra).
  set (v := norm (w (S t))) in *. assert (P : 0 < v) by nra. specialize (B P).
  assert (A : ln n / v <= 4 * ln n / (gamma * s * (s + 3))); [|lra].
  replace (4 * ln n / (gamma * s * (s + 3))) with (ln n * / (gamma * (s * (s + 3) / 4))) by (field; lra).
  apply Rmult_le_compat_l; [exact L|]. apply Rinv_le_contravar; nra. Qed.
Lemma weaker x y : 0 < x -> x <= y -> ln n / y <= ln n / x.
Proof. intros. apply Rmult_le_compat_l; [apply ln_rows|now apply Rinv_le_contravar]. Qed.
Theorem theorem_3_1 t : let s := INR (S t) in
  margin (S t) >= gamma - 4 * (1 + ln n) * (1 + 2 * ln (s + 1)) / (gamma * (s + 1) ^ 2).
Proof. intros s. pose proof (rate_without_logarithm t) as R. fold s in R. cbv zeta in R. pose proof ln_rows as L.
  assert (S1 : 1 <= s) by (unfold s; rewrite S_INR; pose proof (pos_INR t); lra).
  assert (G : 0 <= ln (s + 1)) by (rewrite <- ln_1; left; apply ln_increasing; lra).
  assert (D : 0 < gamma * (s + 1) ^ 2) by nra.
  pose proof (weaker (gamma * (s + 1) ^ 2) (gamma * s * (s + 3)) D ltac:(nra)) as W.
  assert (A : 4 * (ln n / (gamma * (s + 1) ^ 2)) <= 4 * (1 + ln n) * (1 + 2 * ln (s + 1)) / (gamma * (s + 1) ^ 2)).
  { unfold Rdiv. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|]. nra. }
  unfold Rdiv in *. nra. Qed.
Theorem proposition_3_7 t : let s := INR (S t) in margin (S t) >= gamma / 2 - 4 * ln n / (gamma * (s + 1) ^ 2).
Proof. intros s. pose proof (rate_without_logarithm t) as R. fold s in R. cbv zeta in R.
  assert (S1 : 1 <= s) by (unfold s; rewrite S_INR; pose proof (pos_INR t); lra).
  pose proof (weaker (gamma * (s + 1) ^ 2) (gamma * s * (s + 3)) ltac:(nra) ltac:(nra)) as W. unfold Rdiv in *. nra. Qed.
End Potential.

(* Lemma 3.2. Facts: the three-point inequality of the entropy, with Pinsker's and rows of norm 1 at most; KL >= 0, and
   KL(q, uniform) <= ln n; q is optimal, B = Z'q. *)
Section Gap.
Variables (B : E) (KL : nat -> R) (n : R).
Hypothesis three_points : forall t,
  / lam t * ip (N t) (minus (Q (S t)) B) <= KL t - KL (S t) - square (minus (Q (S t)) (Q t)) / 2.
Hypothesis KL_pos : forall t, 0 <= KL t.
Hypothesis KL_0 : KL 0%nat <= ln n.
Hypothesis optimal : forall t, square B <= square (M t).
Hypothesis standard : forall t, lam t = 2 / (INR t + 2).
Definition gap t := square (M t) / 2 - square B / 2. (* phi(mu_t) - phi(q) *)
Lemma gap_step t : gap (S t) <= (1 - lam t) * gap t + lam t ^ 2 * (KL t - KL (S t)).
Proof. pose proof (three_points t) as F. destruct (rates t) as [P L].
  assert (F' : lam t * ip (N t) (minus (Q (S t)) B) + lam t ^ 2 * square (minus (Q (S t)) (Q t)) / 2
    <= lam t ^ 2 * (KL t - KL (S t))).
  { replace (lam t * ip (N t) (minus (Q (S t)) B)) with (lam t ^ 2 * (/ lam t * ip (N t) (minus (Q (S t)) B))) by (field; lra).
    assert (0 <= lam t ^ 2) by nra. nra. }
  pose proof (two_ip (N t) (M t)) as A. pose proof (two_ip (N t) B) as C. clear F. revert F' A C. unfold gap. expand.
  rewrite ?(ip_sym _ (Q (S t)) (M t)), ?(ip_sym _ (Q t) (M t)), ?(ip_sym _ (Q (S t)) (Q t)), ?(ip_sym _ B).
  intros. nra. Qed.
Theorem lemma_3_2 t : let s := INR (S t) in gap (S t) <= 4 * ln n / (s + 1) ^ 2.
Proof. assert (A : forall t, gap (S t) * (INR (S t) + 1) ^ 2 / 4 + KL (S t) <= KL 0%nat).
  { clear t. assert (O : forall t, 0 <= gap t) by (intros t; unfold gap; pose proof (optimal t); lra).
    assert (J : forall t, INR t * (INR t + 2) / 4 * gap t + KL t <= KL 0%nat ->
      gap (S t) * (INR (S t) + 1) ^ 2 / 4 + KL (S t) <= KL 0%nat).
    { intros t H. pose proof (gap_step t) as P. rewrite standard in P. pose proof (pos_INR t). rewrite S_INR. set (x := INR t) in *.
      assert (I : (x + 2) ^ 2 / 4 * ((1 - 2 / (x + 2)) * gap t + (2 / (x + 2)) ^ 2 * (KL t - KL (S t)))
        = x * (x + 2) / 4 * gap t + (KL t - KL (S t))) by (field; lra).
      assert (K : (x + 2) ^ 2 / 4 * gap (S t) <= (x + 2) ^ 2 / 4 * ((1 - 2 / (x + 2)) * gap t + (2 / (x + 2)) ^ 2 * (KL t - KL (S t))))
        by (apply Rmult_le_compat_l; [nra|exact P]). nra. }
    induction t as [|t H]; apply J; [simpl; lra|]. pose proof (O (S t)). rewrite S_INR in *. pose proof (pos_INR t). nra. }
  intros s. pose proof (A t) as H. fold s in H. pose proof (KL_pos (S t)).
  assert (S1 : 0 < s + 1) by (unfold s; pose proof (pos_INR (S t)); lra). assert (S0 : 0 < (s + 1) ^ 2) by nra.
  apply Rmult_le_reg_r with ((s + 1) ^ 2 / 4); [lra|].
  replace (4 * ln n / (s + 1) ^ 2 * ((s + 1) ^ 2 / 4)) with (ln n) by (field; lra). lra. Qed.
(* Theorem 3.1(2). Fact: Z'mu_t is 2 / t times the g_t of Algorithm 1; square B is the square of the largest margin. *)
Theorem theorem_3_1_interval (g : nat -> E) (of_algorithm_1 : forall t, M (S t) = scal (2 / INR (S t)) (g (S t))) t :
  let s := INR (S t) in
  4 * square (g (S t)) / s ^ 2 - 8 * ln n / (s + 1) ^ 2 <= square B /\ square B <= 4 * square (g (S t)) / s ^ 2.
Proof. intros s. pose proof (lemma_3_2 t) as L. cbv zeta in L. fold s in L. pose proof (optimal (S t)) as O.
  assert (P : 0 < s) by (unfold s; apply lt_0_INR; auto with arith).
  assert (I : square (M (S t)) = 4 * square (g (S t)) / s ^ 2).
  { unfold square. rewrite of_algorithm_1, ip_scal, ip_scal_r. fold s. field. lra. }
  unfold gap in L. unfold Rdiv in *. lra. Qed.
End Gap.
End Method.
