(* Appendix C of Ji, Srebro and Telgarsky, for any loss whose psi is rho-smooth: (C.5), (C.6), (C.7), Lemma C.4, and the first
   Lemma C.7. R^n is D with its unit vectors e_0, ..., e_m, as in Duality.v. *)
From Coq Require Import Reals Lra Lia Psatz.
From Lemmacheck Require Import Space Acceleration Duality.
Open Scope R_scope.

Section Setting. (* p_t of (B.2) is Z w_t *)
Variables (E D : space) (Z : E -> D) (Zt : D -> E) (grad : D -> D) (lam theta : nat -> R) (rho : R) (p q nu : nat -> D) (w : nat -> E).
Hypothesis transposed : adjoint Z Zt.
Hypothesis w_0 : w 0%nat = zero.
Hypothesis w_step : forall t, w (S t) = minus (w t) (scal (theta t / (rho * lam t)) (Zt (nu t))).
Hypothesis p_0 : p 0%nat = zero.
Hypothesis p_step : forall t, p (S t) = minus (p t) (scal (theta t / (rho * lam t)) (Z (Zt (nu t)))).
Hypothesis q_is : forall t, q t = grad (p t).
Theorem scores_after_a_step t : Z (w (S t)) = minus (Z (w t)) (scal (theta t / (rho * lam t)) (Z (Zt (nu t)))).
Proof. rewrite w_step. now rewrite (image_minus (adjoint_sym transposed)), (image_scal (adjoint_sym transposed)). Qed.
Lemma scores t : Z (w t) = p t.
Proof. induction t as [|t H]; [now rewrite w_0, p_0, (image_zero (adjoint_sym transposed))|].
  now rewrite scores_after_a_step, p_step, H. Qed.
Theorem scores_are_the_dual_iterate t : grad (Z (w t)) = grad (p t).
Proof. now rewrite scores. Qed.
Theorem dual_point_of_the_iterate t : grad (Z (w t)) = q t.
Proof. now rewrite scores, q_is. Qed.
End Setting.

Section Potential.
Variables (E D : space) (m : nat) (e : nat -> D) (Z : E -> D) (Zt : D -> E).
Variables (psi star : D -> R) (grad : D -> D) (rho : R) (lam : nat -> R) (q mu nu : nat -> D) (w : nat -> E).
Hypothesis transposed : adjoint Z Zt.
Hypothesis coordinates : forall x y : D, ip x y = sum (fun i => ip x (e i) * ip y (e i)) (S m).
Hypothesis unit_rows : forall i, (i <= m)%nat -> norm (Zt (e i)) <= 1.
Hypothesis positive : 0 < rho.
Hypothesis rates : forall t, 0 < lam t <= 1.
Hypothesis start : mu 0%nat = q 0%nat.
Hypothesis nu_is : forall t, nu t = add (scal (1 - lam t) (mu t)) (scal (lam t) (q t)).
Hypothesis mu_step : forall t, mu (S t) = add (scal (1 - lam t) (mu t)) (scal (lam t) (q (S t))).
Hypothesis w_0 : w 0%nat = zero.
Hypothesis w_step : forall t, w (S t) = minus (w t) (scal (/ (rho * lam t)) (Zt (nu t))). (* theta_t = 1 *)
Hypothesis q_is : forall t, q t = grad (Z (w t)).
Notation phi := (phi E D Zt).
Notation mass := (mass D m e).
Notation nonnegative := (nonnegative D m e).
Notation l1 := (l1 D m e).
Definition value t := psi (Z (w t)). (* psi(Z w_t) *)
Definition slope t := Z (Zt (nu t)). (* grad phi(nu_t) *)
(* Fact: psi is convex and rho-smooth, in its dual form. *)
Hypothesis smooth : forall xi eta, psi eta + ip (grad eta) (minus xi eta) + l1 (minus (grad xi) (grad eta)) ^ 2 / (2 * rho) <= psi xi.

(* Section 3's lemmas, of rho psi and rho w *)
Lemma image_nu t : Zt (nu t) = add (scal (1 - lam t) (Zt (mu t))) (scal (lam t) (Zt (q t))).
Proof. now rewrite nu_is, (image_add transposed), !(image_scal transposed). Qed.
Lemma image_mu t : Zt (mu (S t)) = add (scal (1 - lam t) (Zt (mu t))) (scal (lam t) (Zt (q (S t)))).
Proof. now rewrite mu_step, (image_add transposed), !(image_scal transposed). Qed.
Lemma scaled_step t : scal rho (w (S t)) = add (scal rho (w t)) (scal (- / lam t) (Zt (nu t))).
Proof. rewrite w_step. same. destruct (rates t). field. lra. Qed.
Lemma scaled_start : scal rho (w 0%nat) = zero.
Proof. rewrite w_0. same. ring. Qed.
Lemma scaled_smooth t : rho * value (S t) + / lam t * ip (Zt (q (S t))) (Zt (nu t))
  + square (minus (Zt (q (S t))) (Zt (q t))) / 2 <= rho * value t.
Proof. pose proof (smooth (Z (w t)) (Z (w (S t)))) as F. rewrite <- !q_is in F. fold (value t) (value (S t)) in F.
  rewrite <- (image_minus (adjoint_sym transposed)), <- (adjoint_sym transposed), w_step in F.
  pose proof (combination_of_unit_rows E D m e Z Zt transposed coordinates unit_rows (minus (q t) (q (S t)))) as R.
  rewrite (image_minus transposed) in R. pose proof (norm_pos (minus (Zt (q t)) (Zt (q (S t))))) as P.
  pose proof (norm_square (minus (Zt (q t)) (Zt (q (S t))))) as N. set (b := l1 (minus (q t) (q (S t)))) in *.
  assert (B : square (minus (Zt (q t)) (Zt (q (S t)))) <= b ^ 2) by (rewrite <- N; nra).
  revert F B. clear R P N. spread. rewrite (ip_sym _ (Zt (q (S t))) (Zt (q t))). intros F B. destruct (rates t).
  assert (K : rho * (b ^ 2 / (2 * rho)) = b ^ 2 / 2) by (field; lra).
  match type of F with _ + ?x + _ <= _ => assert (X : rho * x = / lam t * ip (Zt (q (S t))) (Zt (nu t))) by (field; lra) end.
  apply Rmult_le_compat_l with (r := rho) in F; [|lra]. rewrite !Rmult_plus_distr_l in F. lra. Qed.
Ltac by_rho := apply Rmult_le_reg_l with rho; [lra|].
Theorem C_7_drop t : value t - value (S t)
  >= phi (mu (S t)) / (rho * lam t ^ 2) - (1 - lam t) * phi (mu t) / (rho * lam t ^ 2) + phi (nu t) / (rho * lam t).
Proof. pose proof (potential_step E lam (fun t => Zt (q t)) (fun t => Zt (mu t)) (fun t => Zt (nu t)) rates image_mu image_nu
    (fun t => rho * value t) scaled_smooth t) as P. unfold Duality.phi in *. destruct (rates t). apply Rle_ge. by_rho.
  match goal with |- ?x <= _ => match type of P with ?y <= _ => replace x with y by (field; lra) end end. lra. Qed.
Theorem lemma_C_4 : lam 0%nat = 1 -> forall t, - value (S t) >= - value 0 + square (Zt (mu (S t))) / (2 * rho * lam t ^ 2)
  + sum (fun j => (/ lam j ^ 2 - (1 - lam (S j)) / lam (S j) ^ 2) * square (Zt (mu (S j))) / (2 * rho)) t
  + sum (fun j => square (Zt (nu j)) / (2 * rho * lam j)) (S t).
Proof. intros first t. pose proof (lemma_3_5 E lam (fun t => Zt (q t)) (fun t => Zt (mu t)) (fun t => Zt (nu t)) rates image_mu
    image_nu (fun t => rho * value t) scaled_smooth first t) as P. apply Rle_ge. by_rho. rewrite !Rmult_plus_distr_l, <- !sum_scal.
  rewrite (sum_ext _ (fun j => (/ lam j ^ 2 - (1 - lam (S j)) / lam (S j) ^ 2) * square (Zt (mu (S j))) / 2) t)
    by (intros j _; destruct (rates j), (rates (S j)); field; lra).
  rewrite (sum_ext _ (fun j => square (Zt (nu j)) / (2 * lam j)) (S t)) by (intros j _; destruct (rates j); field; lra).
  destruct (rates t). replace (rho * (square (Zt (mu (S t))) / (2 * rho * lam t ^ 2))) with
    (square (Zt (mu (S t))) / (2 * lam t ^ 2)) by (field; lra). lra. Qed.

(* (C.6): star is the conjugate of psi, wherever that is finite *)
Hypothesis star_is : forall x, (exists s, is_lub (fun y => exists xi, y = ip x xi - psi xi) s) ->
  is_lub (fun y => exists xi, y = ip x xi - psi xi) (star x).
Definition divergence x t := star x - star (q t) - ip (Z (w t)) (minus x (q t)). (* D_{psi*}(x, q_t) *)
Lemma star_of_gradient xi : star (grad xi) = ip xi (grad xi) - psi xi.
Proof. assert (L : is_lub (fun y => exists eta, y = ip (grad xi) eta - psi eta) (ip xi (grad xi) - psi xi)).
  { split; [|intros b B; apply B; exists xi; now rewrite ip_sym]. intros y (eta & ->). pose proof (smooth eta xi) as F.
    assert (0 <= l1 (minus (grad eta) (grad xi)) ^ 2 / (2 * rho)) by (apply Rmult_le_pos; [nra|left; apply Rinv_0_lt_compat; lra]).
    revert F. unfold minus at 1. rewrite ip_add_r, ip_scal_r, (ip_sym _ (grad xi) xi). lra. }
  destruct (star_is (grad xi) (ex_intro _ _ L)) as [U B]. destruct L as [V C]. apply Rle_antisym; auto. Qed.
Notation tangents x t := (- star (q t) - ip (Z (w t)) (minus x (q t)) + star (q (S t)) + ip (Z (w (S t))) (minus x (q (S t)))).
Notation conjugates x t := (ip (Z (w t)) (q t) - star (q t) - ip (Z (w (S t))) (q (S t)) + star (q (S t))
  - ip (minus (Z (w t)) (Z (w (S t)))) x).
Theorem C_6_1 x t : divergence x t - divergence x (S t) = star x - star (q t) - ip (Z (w t)) (minus x (q t))
  - star x + star (q (S t)) + ip (Z (w (S t))) (minus x (q (S t))).
Proof. unfold divergence. ring. Qed.
Theorem C_6_2 x t : tangents x t = conjugates x t.
Proof. spread. ring. Qed.
Theorem C_6_3 x t : conjugates x t = value t - value (S t) - ip (minus (Z (w t)) (Z (w (S t)))) x
  /\ forall xi, star (q t) >= ip xi (q t) - psi xi.
Proof. unfold value. rewrite !q_is, !star_of_gradient. split; [ring|]. intros xi. rewrite <- star_of_gradient.
  pose proof (smooth xi (Z (w t))) as F. rewrite star_of_gradient. pose proof (pow2_ge_0 (l1 (minus (grad xi) (grad (Z (w t)))))) as P.
  assert (0 <= l1 (minus (grad xi) (grad (Z (w t)))) ^ 2 / (2 * rho)) by (apply Rmult_le_pos; [exact P|left; apply Rinv_0_lt_compat; lra]).
  revert F. unfold minus at 1. rewrite ip_add_r, ip_scal_r, (ip_sym _ _ (Z (w t))), (ip_sym _ _ xi). lra. Qed.
Theorem C_6_4 x t : value t - value (S t) - ip (minus (Z (w t)) (Z (w (S t)))) x
  = value t - value (S t) - ip (slope t) x / (rho * lam t).
Proof. unfold slope. rewrite <- (image_minus (adjoint_sym transposed)), !transposed, w_step. spread. destruct (rates t). field. lra. Qed.
Theorem C_6_5 x t : divergence x t - divergence x (S t) = value t - value (S t) - ip (slope t) x / (rho * lam t).
Proof. rewrite <- C_6_4. rewrite <- (proj1 (C_6_3 x t)), <- C_6_2. unfold divergence. ring. Qed.

(* (C.5), at any x, which is the paper's q bar *)
Notation two_drops t := ((1 - lam t) / lam t * (phi (mu t) - phi (nu t)) + (phi (nu t) - phi (mu (S t))) / lam t).
Theorem C_5_square t : ip (slope t) (nu t) = square (Zt (nu t)).
Proof. apply transposed. Qed.
Theorem C_5_twice t : square (Zt (nu t)) = 2 * phi (nu t).
Proof. unfold Duality.phi. field. Qed.
Theorem C_5_slope t : ip (slope t) (nu t) = 2 * phi (nu t).
Proof. now rewrite C_5_square, C_5_twice. Qed.
Theorem C_5_drops t : two_drops t = phi (nu t) + (1 - lam t) / lam t * phi (mu t) - phi (mu (S t)) / lam t.
Proof. destruct (rates t). field. lra. Qed.
Theorem C_5 x t : phi (nu t) - ip (slope t) x
  <= (1 - lam t) / lam t * phi (mu t) - phi (mu (S t)) / lam t + rho * lam t * (divergence x t - divergence x (S t)).
Proof. pose proof (C_7_drop t) as K. rewrite C_6_5. destruct (rates t). apply Rge_le, Rmult_le_compat_l with (r := rho * lam t) in K; [|nra].
  rewrite (Rmult_minus_distr_l (rho * lam t) (value t - value (S t))).
  replace (rho * lam t * (ip (slope t) x / (rho * lam t))) with (ip (slope t) x) by (field; lra).
  match type of K with ?a <= _ => replace a with
    (phi (mu (S t)) / lam t - (1 - lam t) / lam t * phi (mu t) + phi (nu t)) in K by (field; lra) end. lra. Qed.
Theorem C_5_first x t : ip (slope t) (minus (nu t) x) <= two_drops t + rho * lam t * (divergence x t - divergence x (S t)).
Proof. pose proof (C_5 x t). pose proof (C_5_slope t). rewrite C_5_drops. unfold minus at 1. rewrite ip_add_r, ip_scal_r. lra. Qed.

(* The first Lemma C.7. Facts: grad psi > 0, which is (C.1). The lemma's hypothesis: the 1-norm of grad psi(Z w_t) is 1 at least. *)
Section Massive.
Hypothesis positive_gradient : forall t i, (i <= m)%nat -> 0 < ip (q t) (e i).
Hypothesis massive : forall t, 1 <= l1 (q t).
Lemma l1_is_mass x : nonnegative x -> l1 x = mass x.
Proof. intros X. apply sum_ext. intros i I. apply Rabs_pos_eq, X. lia. Qed.
Lemma averages t : (forall i, (i <= m)%nat -> 0 < ip (mu t) (e i) /\ 0 < ip (nu t) (e i)) /\ 1 <= mass (mu t) /\ 1 <= mass (nu t).
Proof. assert (A : forall t, 1 <= mass (q t)).
  { intros s. rewrite <- l1_is_mass; [apply massive|]. intros i I. left. now apply positive_gradient. }
  assert (B : (forall i, (i <= m)%nat -> 0 < ip (mu t) (e i)) /\ 1 <= mass (mu t)).
  { induction t as [|t [H J]]; [rewrite start; auto|]. rewrite mu_step, mass_add, !mass_scal. destruct (rates t). split.
    - intros i I. rewrite ip_add, !ip_scal. specialize (H i I). pose proof (positive_gradient (S t) i I). nra.
    - specialize (A (S t)). nra. }
  destruct B as [P J]. rewrite nu_is, mass_add, !mass_scal. destruct (rates t). specialize (A t). repeat split; [auto| |exact J|nra].
  rewrite ip_add, !ip_scal. specialize (P i ltac:(assumption)). pose proof (positive_gradient t i ltac:(assumption)). nra. Qed.
Variable best : D.
Hypothesis optimal : forall x, simplex D m e x -> norm (Zt best) <= norm (Zt x).
Hypothesis unit_vectors : forall i j, (i <= m)%nat -> (j <= m)%nat -> ip (e i) (e j) = if Nat.eq_dec i j then 1 else 0.
Hypothesis inside : simplex D m e best.
Notation gamma := (gamma E D Zt best).
Lemma weak_duality x : nonnegative x -> 1 <= mass x -> gamma <= norm (Zt x).
Proof. intros X M. assert (P : 0 < / mass x) by (apply Rinv_0_lt_compat; lra). pose proof (optimal (scal (/ mass x) x)) as O.
  rewrite (image_scal transposed), norm_scal in O by lra. assert (H : gamma <= / mass x * norm (Zt x)).
  { apply O. split; [|rewrite mass_scal; field; lra]. intros i I. rewrite ip_scal. specialize (X i I). nra. }
  pose proof (norm_pos (Zt x)). assert (/ mass x <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra). nra. Qed.
Theorem mu_exceeds_gamma t : gamma <= norm (Zt (mu t)).
Proof. destruct (averages t) as (P & M & _). apply weak_duality; [|exact M]. intros i I. left. now apply P. Qed.
Theorem nu_exceeds_gamma t : gamma <= norm (Zt (nu t)).
Proof. destruct (averages t) as (P & _ & M). apply weak_duality; [|exact M]. intros i I. left. now apply P. Qed.
Theorem norm_upper t : norm (w t) <= sum (fun j => norm (Zt (nu j)) / (rho * lam j)) t.
Proof. pose proof (lemma_3_6_upper E lam (fun t => Zt (nu t)) (fun t => scal rho (w t)) rates scaled_start scaled_step t) as U.
  cbv beta in U. rewrite norm_scal in U by lra. by_rho. rewrite <- sum_scal. apply Rle_trans with (1 := U). right. apply sum_ext. intros j _.
  destruct (rates j). field. lra. Qed.
Definition owed t := sum (fun j => gamma / (rho * lam j)) t.
Theorem norm_lower t : owed t <= norm (w t).
Proof. destruct (reached E D m e Z Zt transposed coordinates unit_vectors best inside optimal) as (v & V & L).
  assert (P : forall s, gamma <= - ip (Zt (nu s)) (scal (-1) v)).
  { intros s. rewrite ip_scal_r, (adjoint_sym transposed). destruct (averages s) as (P & _ & M).
    assert (K : lowest E D m e Z v * mass (nu s) <= ip (nu s) (Z v)) by (apply mean_above; [exact coordinates| |];
      [intros i I; left; now apply P|intros i I; now apply (bottom_below (fun i => ip (Z v) (e i)))]).
    rewrite L in K. pose proof (norm_pos (Zt best)). unfold Duality.gamma in *. nra. }
  pose proof (lemma_3_6_lower E lam (fun t => Zt (nu t)) (fun t => scal rho (w t)) rates scaled_start scaled_step (scal (-1) v)
    gamma ltac:(rewrite norm_mirrored; exact V) P t) as U. cbv beta in U.
  rewrite norm_scal in U by lra. by_rho. unfold owed. rewrite <- sum_scal. apply Rle_trans with (2 := U).
  right. rewrite <- sum_scal. apply sum_ext. intros j _. destruct (rates j). field. lra. Qed.

(* its proof, for the u of Section 2 *)
Variable u : E.
Hypothesis in_ball : norm u <= 1.
Hypothesis of_margin : - highest E D m e Z u = gamma.
Theorem norm_exceeds_projection t : norm (w t) >= ip (w t) u.
Proof. pose proof (ip_at_most (w t) u). pose proof (norm_pos (w t)). nra. Qed.
Theorem projection_by_pulls t : ip (w t) u = sum (fun j => ip (scal (-1) (Zt (nu j))) u / (rho * lam j)) t.
Proof. induction t as [|t H]; cbn [sum]; [now rewrite w_0, ip_zero|]. rewrite <- H, w_step. spread. destruct (rates t). field. lra. Qed.
Theorem pulls_by_margins t : sum (fun j => ip (scal (-1) (Zt (nu j))) u / (rho * lam j)) t
  = sum (fun j => ip (nu j) (scal (-1) (Z u)) / (rho * lam j)) t.
Proof. apply sum_ext. intros j _. now rewrite ip_scal, ip_scal_r, (adjoint_sym transposed). Qed.
Theorem projection_by_margins t : ip (w t) u = sum (fun j => ip (nu j) (scal (-1) (Z u)) / (rho * lam j)) t.
Proof. now rewrite projection_by_pulls, pulls_by_margins. Qed.
Lemma margins i : (i <= m)%nat -> gamma <= ip (scal (-1) (Z u)) (e i).
Proof. intros I. rewrite ip_scal. pose proof (top_above (fun i => ip (Z u) (e i)) m i I) as T. unfold highest in of_margin. simpl in T. lra. Qed.
Theorem nu_is_positive_and_massive t : (forall i, (i <= m)%nat -> 0 < ip (nu t) (e i)) /\ 1 <= l1 (nu t)
  /\ forall i, (i <= m)%nat -> gamma <= ip (scal (-1) (Z u)) (e i).
Proof. destruct (averages t) as (P & _ & M). assert (N : forall i, (i <= m)%nat -> 0 < ip (nu t) (e i)) by (intros; now apply P).
  split; [exact N|]. split; [|exact margins]. rewrite l1_is_mass; [exact M|]. intros i I. left. auto. Qed.
Theorem margins_exceed_gamma t : sum (fun j => ip (nu j) (scal (-1) (Z u)) / (rho * lam j)) t >= owed t.
Proof. apply Rle_ge, sum_le. intros j _. destruct (averages j) as (P & _ & M), (rates j). apply Rmult_le_compat_r.
  - left. apply Rinv_0_lt_compat. nra.
  - pose proof (mean_above D m e coordinates (nu j) _ gamma ltac:(intros i I; left; now apply P) margins). pose proof (norm_pos (Zt best)).
    unfold Duality.gamma in *. nra. Qed.
End Massive.
End Potential.
