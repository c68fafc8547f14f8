(* Appendix C of Ji, Srebro and Telgarsky, from the first Lemma C.1 to the end: the gap, w_t by the mu_j (the second Lemma C.7),
   (C.8) and the displays after it; N1 for a general loss. Z'q, Z'mu, Z'nu and Z'q bar are Q, M, N and B. *)
From Coq Require Import Reals Lra Lia Psatz.
From Lemmacheck Require Import Space Acceleration Duality Margin.
Open Scope R_scope.

Section Iterate.
Variables (E D : space) (Z : E -> D) (Zt : D -> E) (lam : nat -> R) (rho : R) (q mu nu : nat -> D) (w : nat -> E).
Hypothesis transposed : adjoint Z Zt.
Hypothesis positive : 0 < rho.
Hypothesis rates : forall t, 0 < lam t <= 1.
Hypothesis nu_is : forall t, nu t = add (scal (1 - lam t) (mu t)) (scal (lam t) (q t)).
Hypothesis mu_step : forall t, mu (S t) = add (scal (1 - lam t) (mu t)) (scal (lam t) (q (S t))).
Hypothesis w_0 : w 0%nat = zero.
Hypothesis w_step : forall t, w (S t) = minus (w t) (scal (/ (rho * lam t)) (Zt (nu t))). (* theta_t = 1 *)
Notation by_mu j := (scal ((1 - lam j) / lam j) (mu j)).
Notation pulled_nu t := (scal (- / rho) (total (fun j => Zt (scal (/ lam j) (nu j))) t)).
Notation pulled_now t := (scal (- / rho) (total (fun j => Zt (add (by_mu j) (q j))) t)).
Notation pulls_next t := (total (fun j => Zt (add (by_mu j) (q (S j)))) t).
Lemma total_ext (f g : nat -> E) t : (forall j, f j = g j) -> total f t = total g t.
Proof. intros H. induction t as [|t I]; simpl; [|rewrite I, H]; reflexivity. Qed.
Ltac pulled := unfold minus; repeat rewrite ?(image_add transposed), ?(image_scal transposed).
Ltac over t := field; destruct (rates t); repeat split; lra.
Theorem w_by_nu t : w t = pulled_nu t.
Proof. induction t as [|t H]; [rewrite w_0; same; cbn [sum]; ring|]. rewrite w_step, H. cbn [total]. pulled. same. over t. Qed.
Theorem nu_by_mu_and_q t : pulled_nu t = pulled_now t.
Proof. f_equal. apply total_ext. intros j. f_equal. rewrite nu_is. same. over j. Qed.
Theorem w_by_mu_and_q t : w t = pulled_now t.
Proof. now rewrite w_by_nu, nu_by_mu_and_q. Qed.
Theorem q_shifted_by_one t : pulled_now t
  = add (add (scal (- / rho) (Zt (q 0%nat))) (scal (/ rho) (Zt (q t)))) (scal (- / rho) (pulls_next t)).
Proof. same. induction t as [|t H]; cbn [sum]; [field; lra|]. rewrite !Rmult_plus_distr_l, H. pulled. spread. over t. Qed.
Theorem mu_collected t : pulls_next t = total (fun j => Zt (scal (/ lam j) (mu (S j)))) t.
Proof. apply total_ext. intros j. f_equal. rewrite mu_step. same. over j. Qed.
Theorem w_by_mu t : w t = minus (minus (scal (/ rho) (Zt (q t))) (scal (/ rho) (Zt (q 0%nat))))
  (total (fun j => scal (/ (rho * lam j)) (Zt (mu (S j)))) t).
Proof. rewrite w_by_mu_and_q, q_shifted_by_one, mu_collected. apply ip_same. intros z. spread.
  rewrite (sum_ext (fun j => ip (scal (/ (rho * lam j)) (Zt (mu (S j)))) z) (fun j => / rho * ip (Zt (scal (/ lam j) (mu (S j)))) z))
    by (intros j _; pulled; spread; over j). rewrite sum_scal. ring. Qed.
Notation way t := (sum (fun j => norm (Zt (mu (S j))) / (rho * lam j)) t).
Theorem norm_by_mu t : norm (w t) <= norm (Zt (q 0%nat)) / rho + norm (Zt (q t)) / rho + way t.
Proof. assert (H : 0 <= / rho) by (left; now apply Rinv_0_lt_compat). rewrite w_by_mu. unfold minus.
  match goal with |- norm (add (add ?x ?y) ?v) <= _ => pose proof (norm_triple x y v) as T end.
  rewrite !norm_mirrored, !norm_scal in T by exact H. set (v := total _ _) in *.
  assert (V : norm v <= way t); [|unfold Rdiv; lra]. unfold v. apply Rle_trans with (1 := norm_total _ _). right.
  apply sum_ext. intros j _. destruct (rates j). rewrite norm_scal by (left; apply Rinv_0_lt_compat; nra). unfold Rdiv. ring. Qed.
Section Rows.
Variables (m : nat) (e : nat -> D).
Hypothesis coordinates : forall x y : D, ip x y = sum (fun i => ip x (e i) * ip y (e i)) (S m).
Hypothesis unit_rows : forall i, (i <= m)%nat -> norm (Zt (e i)) <= 1.
Theorem ends_by_mass t : norm (Zt (q 0%nat)) / rho + norm (Zt (q t)) / rho + way t
  <= (l1 D m e (q 0%nat) + l1 D m e (q t)) / rho + way t.
Proof. pose proof (combination_of_unit_rows E D m e Z Zt transposed coordinates unit_rows) as R.
  pose proof (R (q 0%nat)). pose proof (R (q t)). assert (0 < / rho) by now apply Rinv_0_lt_compat.
  unfold Rdiv. rewrite <- Rmult_plus_distr_r. apply Rplus_le_compat_r, Rmult_le_compat_r; lra. Qed.
End Rows.
End Iterate.

Section Method.
Variables (E : space) (lam : nat -> R) (rho : R) (Q M N w : nat -> E) (psi top : nat -> R) (B : E). (* psi t is psi(Z w_t) *)
Hypothesis positive : 0 < rho.
Hypothesis rates : forall t, 0 < lam t <= 1.
Hypothesis start : M 0%nat = Q 0%nat.
Hypothesis mu_step : forall t, M (S t) = add (scal (1 - lam t) (M t)) (scal (lam t) (Q (S t))).
Hypothesis nu_is : forall t, N t = add (scal (1 - lam t) (M t)) (scal (lam t) (Q t)).
Hypothesis w_0 : w 0%nat = zero.
Hypothesis w_step : forall t, w (S t) = add (w t) (scal (- / (rho * lam t)) (N t)).
(* Facts: psi is rho-smooth, in its dual form, and rows have norm 1 at most; the largest score, 0 at first, is psi at most. *)
Hypothesis smooth : forall t, psi (S t) + ip (Q (S t)) (N t) / (rho * lam t) + square (minus (Q (S t)) (Q t)) / (2 * rho) <= psi t.
Hypothesis top_below_psi : forall t, top t <= psi t.
Hypothesis top_0 : top 0%nat = 0.
Notation gamma := (norm B).
Notation margin t := (Acceleration.margin E w top t).
Lemma gamma_square : square B = gamma ^ 2.
Proof. rewrite <- norm_square. ring. Qed.
Lemma scaled_smooth t : rho * psi (S t) + / lam t * ip (Q (S t)) (N t) + square (minus (Q (S t)) (Q t)) / 2 <= rho * psi t.
Proof. pose proof (smooth t) as F. destruct (rates t). apply Rmult_le_compat_l with (r := rho) in F; [|lra].
  match type of F with ?a <= _ => match goal with |- ?b <= _ => replace b with a by (field; lra) end end. exact F. Qed.
Lemma step t : square (M (S t)) / (2 * lam t ^ 2) - (1 - lam t) / (2 * lam t ^ 2) * square (M t) + square (N t) / (2 * lam t)
  <= rho * psi t - rho * psi (S t).
Proof. exact (potential_step E lam Q M N rates mu_step nu_is (fun t => rho * psi t) scaled_smooth t). Qed.
Lemma scaled_w : scal rho (w 0%nat) = zero /\ forall t, scal rho (w (S t)) = add (scal rho (w t)) (scal (- / lam t) (N t)).
Proof. split; [rewrite w_0; same; ring|]. intros t. rewrite w_step. same. destruct (rates t). field. lra. Qed.
Lemma psi_0_pos : 0 <= psi 0%nat.
Proof. pose proof (top_below_psi 0). lra. Qed.

(* the gap, over the domain of psi*. Facts: <Z'q_t, Z'q bar> >= gamma^2, as q bar minimises phi over the domain, or as q_t >= 0 has
   mass 1 at least; star, which is psi*(q bar), is at least <q bar, p_t> - psi(p_t), and is not positive. *)
Section Gap.
Hypothesis stationary : forall t, square B <= ip (Q t) B.
Variable star : R.
Hypothesis fenchel_young : forall t, ip (w t) B - psi t <= star.
Hypothesis star_below : star <= 0.
Definition divergence t := star + psi t - ip (w t) B. (* D_{psi*}(q bar, q_t), as psi*(q_t) = <p_t, q_t> - psi(p_t) *)
Lemma mu_above t : square B <= square (M t).
Proof. assert (H : square B <= ip (M t) B).
  { induction t as [|t H]; [rewrite start; apply stationary|]. rewrite mu_step, ip_add, !ip_scal. pose proof (stationary (S t)).
    destruct (rates t). nra. }
  pose proof (two_ip (M t) B). lra. Qed.
Lemma gap_step t : gap E M B (S t) / lam t ^ 2 - (1 - lam t) / lam t ^ 2 * gap E M B t <= rho * (divergence t - divergence (S t)).
Proof. pose proof (step t) as P. pose proof (two_ip (N t) B) as T. unfold divergence, gap. rewrite w_step, ip_add, ip_scal. destruct (rates t) as [L _].
  assert (K : (2 * ip (N t) B - square (N t)) / (2 * lam t) <= square B / (2 * lam t)).
  { apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat|]; lra. }
  match goal with |- ?a <= ?b => assert (I : b - a = (rho * psi t - rho * psi (S t) - (square (M (S t)) / (2 * lam t ^ 2)
    - (1 - lam t) / (2 * lam t ^ 2) * square (M t) + square (N t) / (2 * lam t)))
    + (square B / (2 * lam t) - (2 * ip (N t) B - square (N t)) / (2 * lam t))) by (field; lra) end. lra. Qed.
Hypothesis standard : forall t, lam t = 2 / (INR t + 2).
Lemma gap_paid t : gap E M B (S t) / lam t ^ 2 <= rho * (divergence 0 - divergence (S t)).
Proof. induction t as [|t H]; [pose proof (gap_step 0) as P; rewrite (first_rate lam standard) in *; lra|].
  pose proof (gap_step (S t)) as P. pose proof (slow_rates lam standard t) as W. assert (G : 0 <= gap E M B (S t)) by
    (unfold gap; pose proof (mu_above (S t)); lra). unfold Rdiv in *. nra. Qed.
Lemma divergence_pos t : 0 <= divergence t.
Proof. pose proof (fenchel_young t). unfold divergence. lra. Qed.
Lemma gap_bound t : gap E M B (S t) <= rho * lam t ^ 2 * divergence 0.
Proof. pose proof (gap_paid t) as P. pose proof (divergence_pos (S t)). destruct (rates t). assert (0 < lam t ^ 2) by nra.
  apply Rmult_le_reg_r with (/ lam t ^ 2); [now apply Rinv_0_lt_compat|]. replace (rho * lam t ^ 2 * divergence 0 * / lam t ^ 2)
    with (rho * divergence 0) by (field; lra). unfold Rdiv in P. nra. Qed.
Theorem first_lemma_C_1 t : gap E M B (S t) <= 4 * rho * divergence 0 / (INR (S t) + 1) ^ 2.
Proof. pose proof (gap_bound t) as P. rewrite standard in P. rewrite S_INR. pose proof (pos_INR t).
  replace (4 * rho * divergence 0 / (INR t + 1 + 1) ^ 2) with (rho * (2 / (INR t + 2)) ^ 2 * divergence 0) by (field; lra). exact P. Qed.
(* the second claim of the second Lemma C.7 *)
Notation excess j := (/ (2 * rho * lam j) * (square (M (S j)) - gamma ^ 2)).
Definition bound (f : nat -> R) t := f t / (2 * rho * lam t ^ 2)
  + sum (fun j => (/ lam j ^ 2 - (1 - lam (S j)) / lam (S j) ^ 2) * f j / (2 * rho)) t.
Notation mu_bound t := (bound (fun j => square (M (S j))) t).
Notation gamma_bound t := (bound (fun _ => gamma ^ 2) t).
Notation mu_energy t := (sum (fun j => square (M (S j)) / (2 * rho * lam j)) t).
Notation nu_energy t := (sum (fun j => square (N j) / (2 * rho * lam j)) t).
Notation gamma_energy t := (sum (fun j => gamma ^ 2 / (2 * rho * lam j)) t).
Lemma half_inverse x : 0 < x -> 0 < / (2 * rho * x).
Proof. intros H. apply Rinv_0_lt_compat. nra. Qed.
Theorem excess_by_divergence j : excess j <= lam j * divergence 0.
Proof. pose proof (gap_bound j) as P. unfold gap in P. rewrite gamma_square in P. destruct (rates j) as [L _]. pose proof (half_inverse (lam j) L) as H.
  replace (lam j * divergence 0) with (/ (2 * rho * lam j) * (2 * (rho * lam j ^ 2 * divergence 0))) by (field; lra).
  apply Rmult_le_compat_l; lra. Qed.
Theorem divergence_by_first_potential j : lam j * divergence 0 <= lam j * psi 0%nat.
Proof. destruct (rates j). unfold divergence. rewrite w_0, ip_zero. apply Rmult_le_compat_l; lra. Qed.
Theorem excess_summed t : - sum (fun j => excess j) t >= - divergence 0 * sum lam t.
Proof. assert (H : sum (fun j => excess j) t <= sum (fun j => divergence 0 * lam j) t).
  { apply sum_le. intros j _. pose proof (excess_by_divergence j). lra. } rewrite sum_scal in H. lra. Qed.
Theorem mu_exceeds_gamma t : mu_bound t >= gamma_bound t.
Proof. unfold bound. apply Rle_ge, Rplus_le_compat.
  - destruct (rates t). rewrite <- gamma_square. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat|apply mu_above]. repeat apply Rmult_lt_0_compat; nra.
  - apply sum_le. intros j _. rewrite <- gamma_square. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
    pose proof (weights_are_not_negative lam standard j). apply Rmult_le_compat_l; [lra|apply mu_above]. Qed.
Theorem gamma_telescopes t : gamma_bound t = gamma_energy (S t).
Proof. unfold bound. rewrite (sum_ext (fun j => gamma ^ 2 / (2 * rho * lam j)) (fun j => gamma ^ 2 / (2 * rho) * / lam j)), sum_scal,
    <- (weights_telescope lam rates (first_rate lam standard) t) by (intros j _; destruct (rates j); field; lra).
  rewrite Rmult_plus_distr_l, <- sum_scal. destruct (rates t). f_equal; [field; lra|]. apply sum_ext. intros j _. unfold Rdiv. ring. Qed.
Theorem gamma_energy_split t : gamma_energy t = mu_energy t - sum (fun j => excess j) t.
Proof. induction t as [|t H]; cbn [sum]; [ring|]. rewrite H. destruct (rates t). field. lra. Qed.
Theorem mu_bound_by_energy t : mu_bound t >= mu_energy (S t) - 2 * divergence 0 * ln (INR (S t) + 1).
Proof. pose proof (mu_exceeds_gamma t) as A. rewrite gamma_telescopes, gamma_energy_split in A. pose proof (excess_summed (S t)) as X.
  pose proof (rates_by_logarithm lam standard (S t)) as L. pose proof (divergence_pos 0). nra. Qed.
Theorem potential_gain t : psi 0%nat - psi (S t) >= mu_energy (S t) + nu_energy (S t) - 2 * divergence 0 * ln (INR (S t) + 1).
Proof. pose proof (lemma_3_5 E lam Q M N rates mu_step nu_is (fun t => rho * psi t) scaled_smooth (first_rate lam standard) t) as L. cbv beta in L.
  pose proof (mu_bound_by_energy t) as K. unfold bound in K. assert (I : 0 < / rho) by now apply Rinv_0_lt_compat.
  apply Rge_le, Rmult_le_compat_l with (r := / rho) in L; [|lra]. rewrite !Rmult_plus_distr_l, <- !sum_scal in L.
  rewrite (sum_ext _ (fun j => (/ lam j ^ 2 - (1 - lam (S j)) / lam (S j) ^ 2) * square (M (S j)) / (2 * rho)) t) in L by
    (intros j _; destruct (rates j), (rates (S j)); field; lra).
  rewrite (sum_ext _ (fun j => square (N j) / (2 * rho * lam j)) (S t)) in L by (intros j _; destruct (rates j); field; lra).
  replace (/ rho * (rho * psi 0%nat - rho * psi (S t))) with (psi 0%nat - psi (S t)) in L by (field; lra).
  replace (/ rho * (square (M (S t)) / (2 * lam t ^ 2))) with (square (M (S t)) / (2 * rho * lam t ^ 2)) in L by
    (destruct (rates t); field; lra). lra. Qed.
Theorem split_ratio t : 0 < norm (w (S t)) -> (psi 0%nat - psi (S t)) / norm (w (S t)) - psi 0%nat / norm (w (S t))
  >= mu_energy (S t) / norm (w (S t)) + nu_energy (S t) / norm (w (S t))
    - 2 * divergence 0 * ln (INR (S t) + 1) / norm (w (S t)) - psi 0%nat / norm (w (S t)).
Proof. intros W. pose proof (potential_gain t) as G. apply Rinv_0_lt_compat in W. unfold Rdiv. apply Rge_le in G.
  apply Rmult_le_compat_r with (r := / norm (w (S t))) in G; lra. Qed.
End Gap.
(* Facts: |Z'mu| >= gamma and |Z'nu| >= gamma; u is in the unit ball and of margin gamma. *)
Section Margins.
Hypothesis mu_margin : forall t, gamma <= norm (M t).
Hypothesis nu_margin : forall t, gamma <= norm (N t).
Lemma scaled_upper t : rho * norm (w t) <= sum (fun j => norm (N j) / lam j) t.
Proof. pose proof (lemma_3_6_upper E lam N (fun t => scal rho (w t)) rates (proj1 scaled_w) (proj2 scaled_w) t) as U.
  cbv beta in U. rewrite norm_scal in U; lra. Qed.
Section Slow.
Hypothesis first : lam 0%nat = 1.
Hypothesis slow : forall t, (1 - lam (S t)) / lam (S t) ^ 2 <= / lam t ^ 2.
Theorem general_psi t : - psi t >= - psi 0%nat + gamma * norm (w t).
Proof. pose proof (potential_grows_with_distance E lam Q M N (fun t => scal rho (w t)) rates mu_step nu_is (proj1 scaled_w) (proj2 scaled_w)
    (fun t => rho * psi t) scaled_smooth gamma ltac:(intros s; pose proof (mu_margin s); pose proof (norm_pos B);
    rewrite <- (norm_square (M s)); nra) first slow (norm_pos B) t) as K. cbv beta in K. rewrite norm_scal in K by lra.
  apply Rle_ge, Rmult_le_reg_l with rho; lra. Qed.
Theorem general_margin t : 0 < norm (w t) -> margin t >= gamma - psi 0%nat / norm (w t).
Proof. intros W. pose proof (general_psi t). pose proof (top_below_psi t). unfold Acceleration.margin.
  replace (gamma - psi 0%nat / norm (w t)) with ((gamma * norm (w t) - psi 0%nat) / norm (w t)) by (field; lra).
  apply Rle_ge, Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|lra]. Qed.
End Slow.
Variable u : E.
Hypothesis in_ball : norm u <= 1.
Hypothesis margin_of_u : forall t, gamma <= - ip (N t) u.
Hypothesis separable : 0 < gamma.
Lemma scaled_lower t : gamma * sum (fun j => / lam j) t <= rho * norm (w t).
Proof. pose proof (lemma_3_6_lower E lam N (fun t => scal rho (w t)) rates (proj1 scaled_w) (proj2 scaled_w) u gamma in_ball margin_of_u t) as U.
  cbv beta in U. rewrite norm_scal in U; lra. Qed.
Lemma sum_positive t : 0 < sum (fun j => / lam j) (S t).
Proof. cbn [sum]. destruct (rates t) as [L _]. apply Rinv_0_lt_compat in L. assert (0 <= sum (fun j => / lam j) t); [|lra].
  apply sum_pos. intros j _. destruct (rates j). left. now apply Rinv_0_lt_compat. Qed.
Lemma moved t : 0 < norm (w (S t)).
Proof. pose proof (scaled_lower (S t)). pose proof (sum_positive t). nra. Qed.
Theorem general_rate : lam 0%nat = 1 -> (forall t, (1 - lam (S t)) / lam (S t) ^ 2 <= / lam t ^ 2) ->
  forall t, margin (S t) >= gamma - rho * psi 0%nat / (gamma * sum (fun j => / lam j) (S t)).
Proof. intros first slow t. pose proof (general_margin first slow (S t) (moved t)) as G. pose proof (scaled_lower (S t)) as L.
  pose proof (sum_positive t) as P. pose proof psi_0_pos. pose proof (moved t). set (s := sum _ _) in *.
  assert (A : psi 0%nat / norm (w (S t)) <= rho * psi 0%nat / (gamma * s)); [|lra].
  replace (rho * psi 0%nat / (gamma * s)) with (psi 0%nat / (gamma * s / rho)) by (field; repeat split; nra).
  apply Rmult_le_compat_l; [assumption|]. apply Rinv_le_contravar; [apply Rdiv_lt_0_compat; nra|].
  apply Rmult_le_reg_l with rho; [lra|]. replace (rho * (gamma * s / rho)) with (gamma * s) by (field; lra). exact L. Qed.
Hypothesis standard : forall t, lam t = 2 / (INR t + 2).
Theorem general_standard t : let s := INR (S t) in margin (S t) >= gamma - 4 * rho * psi 0%nat / (gamma * s * (s + 3)).
Proof. intros s. pose proof (general_rate (first_rate lam standard) (slow_rates lam standard) t) as R.
  rewrite (sum_of_inverse_rates lam standard) in R. fold s in R. assert (P : 1 <= s) by (unfold s; rewrite S_INR; pose proof (pos_INR t); lra).
  replace (4 * rho * psi 0%nat / (gamma * s * (s + 3))) with (rho * psi 0%nat / (gamma * (s * (s + 3) / 4))) by (field; repeat split; lra).
  exact R. Qed.
Theorem rate_by_rho t : let s := INR (S t) in gamma - margin (S t) <= 4 * rho * psi 0%nat / (gamma * s ^ 2).
Proof. intros s. pose proof (general_standard t) as R. cbv zeta in R. fold s in R. pose proof psi_0_pos.
  assert (P : 1 <= s) by (unfold s; rewrite S_INR; pose proof (pos_INR t); lra).
  assert (K : 4 * rho * psi 0%nat / (gamma * s * (s + 3)) <= 4 * rho * psi 0%nat / (gamma * s ^ 2)); [|lra].
  apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra|]. apply Rinv_le_contravar; [apply Rmult_lt_0_compat|]; nra. Qed.
Theorem rate_of_the_logistic_loss n : rho = n -> forall t, let s := INR (S t) in
  gamma - margin (S t) <= 4 * n * psi 0%nat / (gamma * s ^ 2).
Proof. intros <-. exact rate_by_rho. Qed.

(* (C.8) and the displays after it *)
Theorem margin_by_split t : let v := norm (w (S t)) in margin (S t) >= (psi 0%nat - psi (S t)) / v - psi 0%nat / v.
Proof. intros v. pose proof (moved t) as W. fold v in W. pose proof (top_below_psi (S t)). unfold Acceleration.margin. fold v.
  replace ((psi 0%nat - psi (S t)) / v - psi 0%nat / v) with (- psi (S t) / v) by (field; lra).
  apply Rle_ge, Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|lra]. Qed.
Theorem logarithms_collected n t : let v := norm (w (S t)) in let l := ln (INR (S t) + 1) in
  - (2 * ln n * l / v) - ln n / v = - (ln n * (1 + 2 * l) / v).
Proof. intros v l. pose proof (moved t). field. unfold v. lra. Qed.
Notation length t := (sum (fun j => norm (M (S j)) / lam j) t).
Lemma over_rho (f : nat -> R) c t : 0 < c -> sum (fun j => f j / (c * lam j)) t = / c * sum (fun j => f j / lam j) t.
Proof. intros C. rewrite <- sum_scal. apply sum_ext. intros j _. destruct (rates j). field. lra. Qed.
Theorem length_exceeds_gamma t : length t >= sum (fun j => gamma / lam j) t.
Proof. apply Rle_ge, sum_le. intros j _. destruct (rates j). apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|apply mu_margin]. Qed.
Theorem length_exceeds_a_square t : length (S t) >= gamma * (INR (S t) + 1) ^ 2 / 4.
Proof. pose proof (length_exceeds_gamma (S t)). pose proof (rates_sum_to_a_square lam standard gamma t). lra. Qed.
Lemma square_positive t : 0 < gamma * (INR (S t) + 1) ^ 2.
Proof. rewrite S_INR. pose proof (pos_INR t). apply Rmult_lt_0_compat; nra. Qed.
Theorem ratio_written_out t : gamma * sum (fun j => norm (M (S j)) / (2 * rho * lam j)) (S t)
  / (2 / rho + sum (fun j => norm (M (S j)) / (rho * lam j)) (S t)) = gamma / 2 * (1 - 2 / (2 + length (S t))).
Proof. rewrite !over_rho by lra. pose proof (length_exceeds_a_square t). pose proof (square_positive t). field. repeat split; lra. Qed.
Theorem two_dropped t : gamma / 2 * (1 - 2 / (2 + length (S t))) >= gamma / 2 * (1 - 2 / length (S t)).
Proof. pose proof (length_exceeds_a_square t). pose proof (square_positive t). apply Rle_ge, Rmult_le_compat_l; [lra|].
  apply Rplus_le_compat_l, Ropp_le_contravar, Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. Qed.
Theorem length_is_quadratic t : gamma / 2 * (1 - 2 / length (S t)) >= gamma / 2 * (1 - 8 / (gamma * (INR (S t) + 1) ^ 2)).
Proof. pose proof (length_exceeds_a_square t). pose proof (square_positive t). set (s := INR (S t) + 1) in *.
  replace (8 / (gamma * s ^ 2)) with (2 / (gamma * s ^ 2 / 4)) by (field; split; [intros F; rewrite F in *|]; lra).
  apply Rle_ge, Rmult_le_compat_l; [lra|]. apply Rplus_le_compat_l, Ropp_le_contravar, Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. Qed.
Theorem half_less_a_quadratic t : let s := INR (S t) in gamma / 2 * (1 - 8 / (gamma * (s + 1) ^ 2)) = gamma / 2 - 4 / (s + 1) ^ 2.
Proof. intros s. unfold s. rewrite S_INR. pose proof (pos_INR t). field. lra. Qed.
Theorem nu_energy_per_distance t : sum (fun j => square (N j) / (2 * rho * lam j)) (S t) / norm (w (S t)) >= gamma / 2.
Proof. pose proof (moved t) as W. pose proof (scaled_upper (S t)) as U. apply Rle_ge, Rmult_le_reg_r with (norm (w (S t))); [exact W|].
  match goal with |- _ <= ?a / ?v * ?v => replace (a / v * v) with a by (field; lra) end. rewrite over_rho by lra.
  apply Rmult_le_reg_l with (2 * rho); [lra|]. match goal with |- _ <= ?a * (/ ?a * ?s) => replace (a * (/ a * s)) with s by (field; lra) end.
  assert (K : gamma * sum (fun j => norm (N j) / lam j) (S t)
    <= sum (fun j => square (N j) / lam j) (S t)); [|nra]. rewrite <- sum_scal. apply sum_le. intros j _. destruct (rates j).
  rewrite <- norm_square. pose proof (nu_margin j). pose proof (norm_pos (N j)). unfold Rdiv. rewrite <- Rmult_assoc.
  apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|nra]. Qed.
Theorem logarithms_over_distance n t : 1 <= n -> let c := ln n * (1 + 2 * ln (INR (S t) + 1)) in
  c / norm (w (S t)) <= 4 * rho * c / (gamma * (INR (S t) + 1) ^ 2).
Proof. intros rows c. pose proof (scaled_lower (S t)) as L. pose proof (rates_sum_to_a_square lam standard gamma t) as R.
  unfold Rdiv in R at 1. rewrite sum_scal in R. pose proof (square_positive t) as P. assert (C : 0 <= c).
  { assert (X : forall x, 1 <= x -> 0 <= ln x) by (intros x X; rewrite <- ln_1; destruct (Req_dec x 1) as [->|]; [lra|left; apply ln_increasing; lra]).
    pose proof (X n rows). pose proof (X (INR (S t) + 1) ltac:(pose proof (pos_INR (S t)); lra)). unfold c. apply Rmult_le_pos; lra. }
  set (s := INR (S t) + 1) in *. replace (4 * rho * c / (gamma * s ^ 2)) with (c / (gamma * s ^ 2 / 4 / rho)) by
    (field; repeat split; try lra; intros F; rewrite F in *; lra).
  apply Rmult_le_compat_l; [exact C|]. apply Rinv_le_contravar; [apply Rdiv_lt_0_compat; lra|].
  apply Rmult_le_reg_l with rho; [lra|]. replace (rho * (gamma * s ^ 2 / 4 / rho)) with (gamma * s ^ 2 / 4) by (field; lra). lra. Qed.
End Margins.
End Method.
