(* Lemma 3.4 and the second Lemma C.1 of Ji, Srebro and Telgarsky: the dual method is a primal one with momentum, and with
   lam_t = 2 / (t + 2) it is Algorithm 1. Zt q is Z'q. *)
From Coq Require Import Reals Lra Psatz.
From Lemmacheck Require Import Space.
Open Scope R_scope.

Section Translation.
Variables (E D : space) (Z : E -> D) (Zt : D -> E) (lam theta : nat -> R) (rho : R) (q mu nu : nat -> D) (w g : nat -> E).
Hypothesis transposed : adjoint Z Zt.
Hypothesis positive : 0 < rho.
Hypothesis rates : forall t, 0 < lam t <= 1.
Hypothesis steps : forall t, 0 < theta t <= 1.
Hypothesis start : mu 0%nat = q 0%nat.
Hypothesis nu_is : forall t, nu t = add (scal (1 - lam t) (mu t)) (scal (lam t) (q t)).
Hypothesis mu_step : forall t, mu (S t) = add (scal (1 - lam t) (mu t)) (scal (lam t) (q (S t))).
Hypothesis g_0 : g 0%nat = zero.
Hypothesis g_step : forall t, g (S t) = scal (lam t * (1 - lam (S t)) / lam (S t)) (add (g t) (Zt (q (S t)))). (* (C.3) *)
Definition excess t := minus (scal (/ lam t) (nu t)) (q t).
Definition odds t := (1 - lam (S t)) / lam (S t).
Ltac pulled := unfold minus; repeat rewrite ?(image_add transposed), ?(image_scal transposed).
Ltac nonzero t := field; destruct (rates t), (rates (S t)), (steps t); repeat split; lra.

Theorem nu_over_lambda t : scal (/ lam t) (nu t) = add (scal ((1 - lam t) / lam t) (mu t)) (q t).
Proof. rewrite nu_is. same. nonzero t. Qed.
Theorem excess_is_the_average t : excess (S t) = scal (odds t) (mu (S t)).
Proof. unfold excess, odds. rewrite nu_is. same. nonzero t. Qed.
Theorem average_after_a_step t :
  scal (odds t) (mu (S t)) = scal (odds t) (add (nu t) (scal (lam t) (minus (q (S t)) (q t)))).
Proof. rewrite mu_step, nu_is. same. ring. Qed.
Theorem excess_recurs t : scal (odds t) (add (nu t) (scal (lam t) (minus (q (S t)) (q t))))
  = add (scal (lam t * (1 - lam (S t)) / lam (S t)) (excess t)) (scal (lam t * (1 - lam (S t)) / lam (S t)) (q (S t))).
Proof. unfold odds, excess. same. nonzero t. Qed.
Theorem average_of_pulls t : Zt (mu (S t)) = add (scal (1 - lam t) (Zt (mu t))) (scal (lam t) (Zt (q (S t)))).
Proof. rewrite mu_step. pulled. reflexivity. Qed.

Section First. (* lam_0 = 1 *)
Hypothesis first : lam 0%nat = 1.
Theorem momentum_is_the_excess t : g t = Zt (excess t).
Proof. induction t as [|t H].
  - rewrite g_0. unfold excess. rewrite nu_is, first. pulled. same. field.
  - rewrite g_step, H, excess_is_the_average, average_after_a_step, excess_recurs. pulled. same. ring. Qed.
Theorem induction_begins : Zt (mu 1%nat) = scal (lam 0%nat) (add (g 0%nat) (Zt (q 1%nat))).
Proof. rewrite mu_step, g_0, first. pulled. same. ring. Qed.
Theorem average_by_momentum t : Zt (mu (S t)) = scal (lam t) (add (g t) (Zt (q (S t)))).
Proof. rewrite momentum_is_the_excess, mu_step. unfold excess. rewrite nu_is. pulled. same. nonzero t. Qed.
(* the lines of the paper's induction for (C.4), from t + 1 on *)
Notation averaged t := (add (scal (1 - lam t) (Zt (mu t))) (scal (lam t) (Zt (q (S t))))).
Notation supposed t := (add (scal ((1 - lam (S t)) * lam t) (add (g t) (Zt (q (S t))))) (scal (lam (S t)) (Zt (q (S (S t)))))).
Notation factored t := (add (scal (lam (S t) * ((1 - lam (S t)) * lam t / lam (S t))) (add (g t) (Zt (q (S t)))))
  (scal (lam (S t)) (Zt (q (S (S t)))))).
Theorem induction_by_its_hypothesis t : averaged (S t) = supposed t.
Proof. rewrite average_by_momentum. same. ring. Qed.
Theorem induction_divides t : supposed t = factored t.
Proof. same. nonzero t. Qed.
Theorem induction_by_the_momentum t : factored t = scal (lam (S t)) (add (g (S t)) (Zt (q (S (S t))))).
Proof. rewrite g_step. same. nonzero t. Qed.

Hypothesis w_step : forall t, w (S t) = minus (w t) (scal (theta t / (rho * lam t)) (Zt (nu t))).
Definition moved t := minus (scal (/ (theta t / rho)) (minus (w t) (w (S t)))) (Zt (q t)). (* (w_t - w_{t+1}) / (theta_t / rho) - Z'q_t *)
Theorem step_left_over_is_the_excess t : moved t = Zt (excess t).
Proof. unfold moved, excess. rewrite w_step. pulled. same. nonzero t. Qed.
Theorem momentum_is_the_step_left_over t : g t = moved t.
Proof. now rewrite step_left_over_is_the_excess, momentum_is_the_excess. Qed.
Theorem step_is_momentum t : w (S t) = minus (w t) (scal (theta t / rho) (add (g t) (Zt (q t)))).
Proof. rewrite momentum_is_the_step_left_over. unfold moved. same. nonzero t. Qed.
End First.

Section Standard.
Hypothesis standard : forall t, lam t = 2 / (INR t + 2).
Lemma starts_at_one : lam 0%nat = 1.
Proof. rewrite standard. simpl. field. Qed.
Ltac explicit t := rewrite ?standard, ?S_INR; field; pose proof (pos_INR t); repeat split; lra.
Theorem factor_after_a_step t : lam t * (1 - lam (S t)) / lam (S t) = (INR t + 1) / (INR t + 2).
Proof. explicit t. Qed.
Theorem factor t : lam t * (1 - lam (S t)) / lam (S t) = INR (S t) / (INR (S t) + 1). (* of t + 1 *)
Proof. explicit t. Qed.
Theorem odds_of_the_schedule t : lam (S t) / (1 - lam (S t)) = 2 / INR (S t).
Proof. explicit t. Qed.
Theorem momentum_after_a_step t : g (S t) = scal ((INR t + 1) / (INR t + 2)) (add (g t) (Zt (q (S t)))).
Proof. now rewrite g_step, factor_after_a_step. Qed.
Definition weighted t d := total (fun j => scal (INR (S j) / d) (Zt (q (S j)))) t. (* sum_{j=1}^t j / d Z'q_j *)
Lemma rescaled a b t d : a / b = / d -> scal a (weighted t b) = weighted t d.
Proof. intros H. unfold weighted. same. rewrite <- sum_scal. apply sum_ext. intros j _. rewrite !ip_scal.
  unfold Rdiv in *. rewrite <- H. ring. Qed.
Theorem weighted_after_a_step t : add (scal ((INR t + 1) / (INR t + 2)) (weighted t (INR t + 1)))
  (scal ((INR t + 1) / (INR t + 2)) (Zt (q (S t)))) = weighted (S t) (INR t + 2).
Proof. pose proof (pos_INR t). rewrite (rescaled _ _ _ (INR t + 2)) by (field; lra). unfold weighted. cbn [total].
  now rewrite S_INR. Qed.
Theorem momentum_is_a_weighted_sum t : g t = weighted t (INR t + 1).
Proof. induction t as [|t H]; [exact g_0|]. rewrite momentum_after_a_step, H, S_INR.
  replace (INR t + 1 + 1) with (INR t + 2) by ring. rewrite <- weighted_after_a_step. same. ring. Qed.
Theorem momentum_before_a_step t : scal ((INR t + 1) / (INR t + 2)) (add (g t) (Zt (q (S t))))
  = add (scal ((INR t + 1) / (INR t + 2)) (weighted t (INR t + 1))) (scal ((INR t + 1) / (INR t + 2)) (Zt (q (S t)))).
Proof. rewrite momentum_is_a_weighted_sum. same. ring. Qed.
Theorem mu_by_momentum t : Zt (mu (S t)) = scal (2 / INR (S t)) (g (S t)).
Proof. rewrite (average_by_momentum starts_at_one), momentum_after_a_step, standard, S_INR. pose proof (pos_INR t). same. field. lra. Qed.
Theorem last_display t : lam t * (1 - lam (S t)) / lam (S t) = INR (S t) / (INR (S t) + 1)
  /\ g (S t) = weighted (S t) (INR (S t) + 1) /\ Zt (mu (S t)) = scal (2 / INR (S t)) (g (S t)).
Proof. split; [apply factor|]. split; [apply momentum_is_a_weighted_sum|apply mu_by_momentum]. Qed.
Theorem phi_by_momentum t : square (Zt (mu (S t))) / 2 = 4 * square (g (S t)) / (2 * INR (S t) ^ 2).
Proof. rewrite mu_by_momentum, S_INR. pose proof (pos_INR t). spread. field. lra. Qed.
End Standard.
End Translation.

(* Section 3: rho = 1. Fact: q_t is the gradient of psi at Z w_t, (3.3). *)
Section Section_3.
Variables (E D : space) (Z : E -> D) (Zt : D -> E) (lam theta : nat -> R) (q mu nu : nat -> D) (w g : nat -> E).
Hypothesis transposed : adjoint Z Zt.
Hypothesis rates : forall t, 0 < lam t <= 1.
Hypothesis steps : forall t, 0 < theta t <= 1.
Hypothesis start : mu 0%nat = q 0%nat.
Hypothesis nu_is : forall t, nu t = add (scal (1 - lam t) (mu t)) (scal (lam t) (q t)).
Hypothesis mu_step : forall t, mu (S t) = add (scal (1 - lam t) (mu t)) (scal (lam t) (q (S t))).
Hypothesis w_0 : w 0%nat = zero.
Hypothesis w_step : forall t, w (S t) = minus (w t) (scal (theta t / lam t) (Zt (nu t))).
Hypothesis g_0 : g 0%nat = zero.
Hypothesis g_step : forall t, g (S t) = scal (lam t * (1 - lam (S t)) / lam (S t)) (add (g t) (Zt (q (S t)))).
Theorem lemma_3_4 : lam 0%nat = 1 -> forall t, w (S t) = minus (w t) (scal (theta t) (add (g t) (Zt (q t)))).
Proof. intros first t. replace (theta t) with (theta t / 1) by field.
  apply step_is_momentum with (Z := Z) (lam := lam) (mu := mu) (nu := nu); auto; [lra|].
  intros s. rewrite w_step. now rewrite Rmult_1_l. Qed.
Variables (grad : E -> D) (w' g' : nat -> E) (q' : nat -> D). (* Algorithm 1, with beta_t = t / (t + 1), from g_{-1} = 0 *)
Hypothesis dual_points : forall t, q t = grad (w t).
Hypothesis start' : w' 0%nat = zero.
Hypothesis dual_points' : forall t, q' t = grad (w' t).
Hypothesis w_step' : forall t, w' (S t) = minus (w' t) (scal (theta t) (add (g' t) (Zt (q' t)))).
Hypothesis g_0' : g' 0%nat = scal (INR 0 / (INR 0 + 1)) (add zero (Zt (q' 0%nat))).
Hypothesis g_step' : forall t, g' (S t) = scal (INR (S t) / (INR (S t) + 1)) (add (g' t) (Zt (q' (S t)))).
Theorem it_is_algorithm_1 : (forall t, lam t = 2 / (INR t + 2)) -> forall t, w t = w' t /\ q t = q' t /\ g t = g' t.
Proof. intros standard t. pose proof (lemma_3_4 (starts_at_one lam standard)) as L. induction t as [|t (W & Q & G)].
  - rewrite dual_points, dual_points', w_0, start', g_0, g_0'. repeat split. same. simpl. field.
  - assert (W' : w (S t) = w' (S t)) by (rewrite L, w_step', W, Q, G; reflexivity). split; [exact W'|].
    assert (Q' : q (S t) = q' (S t)) by (rewrite dual_points, dual_points', W'; reflexivity). split; [exact Q'|].
    rewrite g_step, g_step', G, Q'. f_equal. now apply factor. Qed.
End Section_3.
