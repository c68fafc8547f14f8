(* Appendix B of Ji, Srebro and Telgarsky: accelerated dual averaging (B.2), for any convex C, any norm, any convex
   1-smooth f and any alpha-strongly convex omega; from the identity of three points to Theorem B.10. *)
From Coq Require Import Reals Lra Psatz.
From Lemmacheck Require Import Space.
Open Scope R_scope.

Section Schedule. (* (B.8) and (B.9) *)
Variable lam : nat -> R.
Hypothesis rates : forall t, 0 < lam t <= 1.
Theorem B_8 (standard : forall t, lam t = 2 / (INR t + 2)) :
  lam 0%nat = 1 /\ forall t, / lam (S t) ^ 2 - / lam (S t) <= / lam t ^ 2.
Proof. split; [rewrite standard; simpl; field|]. intros t. rewrite !standard, S_INR. pose proof (pos_INR t). set (x := INR t) in *.
  replace (/ (2 / (x + 1 + 2)) ^ 2) with ((x + 3) ^ 2 / 4) by (field; lra).
  replace (/ (2 / (x + 1 + 2))) with ((x + 3) / 2) by (field; lra).
  replace (/ (2 / (x + 2)) ^ 2) with ((x + 2) ^ 2 / 4) by (field; lra). nra. Qed.
Hypothesis first : lam 0%nat = 1.
Hypothesis slow : forall t, / lam (S t) ^ 2 - / lam (S t) <= / lam t ^ 2.
Lemma inverse t : 1 <= / lam t /\ / lam t ^ 2 = / lam t * / lam t.
Proof. destruct (rates t). split; [rewrite <- Rinv_1; apply Rinv_le_contravar; lra|field; lra]. Qed.
Lemma sum_alike x t : sum (fun _ => x) t = INR t * x.
Proof. induction t as [|t H]; [simpl; ring|]. cbn [sum]. rewrite H, S_INR. ring. Qed.
Theorem B_9_1 t : / lam t ^ 2 <= / lam 0%nat ^ 2 + sum (fun _ => / lam t) t.
Proof. replace (/ lam 0%nat ^ 2) with 1 by (rewrite first; field). rewrite sum_alike. induction t as [|t H].
  - rewrite first. simpl. lra.
  - pose proof (slow t) as W. destruct (inverse t) as [A E], (inverse (S t)) as [B F]. rewrite E, F in *. rewrite S_INR.
    set (a := / lam t) in *. set (b := / lam (S t)) in *. set (n := INR t) in *. assert (N : 0 <= n) by apply pos_INR.
    destruct (Rle_dec a b); [assert (n * a <= n * b) by (apply Rmult_le_compat_l; lra); lra|].
    assert (a - n <= / a); [|assert (b - n <= 1); [|nra]].
    + apply Rmult_le_reg_r with a; [lra|]. rewrite Rinv_l by lra. nra.
    + assert (/ a <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra). lra. Qed.
Theorem B_9_3 t : / lam t ^ 2 <= sum (fun _ => / lam t) (S t).
Proof. pose proof (B_9_1 t) as H. cbn [sum]. destruct (inverse t). replace (/ lam 0%nat ^ 2) with 1 in H by (rewrite first; field). lra. Qed.
Theorem B_9_corrected t : / lam t ^ 2 <= / lam 0%nat ^ 2 + sum (fun j => / lam (S j)) t
  /\ / lam 0%nat ^ 2 + sum (fun j => / lam (S j)) t = sum (fun j => / lam j) (S t).
Proof. replace (/ lam 0%nat ^ 2) with (/ lam 0%nat) by (rewrite first; field). split; induction t as [|t H]; cbn [sum] in *.
  - rewrite first. simpl. lra.
  - pose proof (slow t). lra.
  - ring.
  - rewrite <- H. ring. Qed.
End Schedule.

Section Mirror.
Variables (E : space) (C : E -> Prop) (size omega f : E -> R) (gradient : E -> E) (alpha : R) (lam theta : nat -> R).
Variables (p q mu nu : nat -> E). (* size x is the square of the norm of x *)
Hypothesis positive : 0 < alpha.
Hypothesis rates : forall t, 0 < lam t <= 1.
Hypothesis steps : forall t, 0 < theta t <= 1.
Hypothesis size_pos : forall x, 0 <= size x.
Hypothesis size_scal : forall a x, size (scal a x) = a ^ 2 * size x.
Hypothesis start : mu 0%nat = q 0%nat.
Hypothesis nu_is : forall t, nu t = add (scal (1 - lam t) (mu t)) (scal (lam t) (q t)).
Hypothesis mu_step : forall t, mu (S t) = add (scal (1 - lam t) (mu t)) (scal (lam t) (q (S t))).
Hypothesis p_step : forall t, p (S t) = add (p t) (scal (- (alpha * theta t / lam t)) (gradient (nu t))).
Definition D x t := omega x - omega (q t) - ip (p t) (minus x (q t)). (* D_omega(x, q_t) *)
Definition rate t := lam t / (alpha * theta t).
Definition tangent x y := f x - f y - ip (gradient y) (minus x y).
Notation g t := (gradient (nu t)).
(* Facts: C is convex and q_t = grad omega*(p_t) lies in it; f is convex and 1-smooth on C; omega is strongly convex. *)
Hypothesis convex_set : forall a x y, 0 < a <= 1 -> C x -> C y -> C (add (scal (1 - a) x) (scal a y)).
Hypothesis inside : forall t, C (q t).
Hypothesis convex : forall x y, C x -> C y -> 0 <= tangent x y.
Hypothesis smooth : forall x y, C x -> C y -> tangent x y <= size (minus x y) / 2.
Hypothesis strongly_convex : forall x t, C x -> alpha / 2 * size (minus x (q t)) <= D x t.

Lemma averages_inside t : C (mu t) /\ C (nu t).
Proof. assert (M : C (mu t)) by (induction t; [rewrite start; apply inside|rewrite mu_step; now apply convex_set]).
  split; [exact M|]. rewrite nu_is. now apply convex_set. Qed.
Lemma divergence_pos x t : C x -> 0 <= D x t.
Proof. intros X. pose proof (strongly_convex x t X). pose proof (size_pos (minus x (q t))). nra. Qed.
Lemma rate_pos t : 0 < rate t.
Proof. destruct (rates t), (steps t). apply Rdiv_lt_0_compat; nra. Qed.
Ltac along t := unfold D, rate, tangent; rewrite ?p_step; generalize (gradient (nu t)); intros; rewrite ?mu_step, ?nu_is;
  spread; rewrite ?(ip_sym _ (q t) (p t)); try field; destruct (rates t), (steps t); repeat split; try nra.

Theorem B_2_first_three_points x t : ip (minus (p t) (p (S t))) (minus (q (S t)) x) = D x t - D x (S t) - D (q (S t)) t.
Proof. unfold D. spread. ring. Qed.
Definition model t x := f (q t) + ip (g t) (minus x (q t)) + rate t * D x t. (* what (B.1) minimises *)
Theorem B_2_minimises t x : C x ->
  model t (q (S t)) <= model t x /\ model t x - model t (q (S t)) = rate t * D x (S t).
Proof. intros X. assert (I : model t x - model t (q (S t)) = rate t * D x (S t)).
  { unfold model, D. rewrite p_step. unfold rate. generalize (gradient (nu t)). intros. spread. field.
    destruct (rates t), (steps t). repeat split; lra. }
  split; [|exact I]. pose proof (divergence_pos x (S t) X). pose proof (rate_pos t). nra. Qed.

(* (B.3), for x in C, which is the paper's q *)
Theorem B_3_1 t x : C x -> f (nu t) - f x <= ip (g t) (minus (nu t) x).
Proof. intros X. destruct (averages_inside t) as [_ N]. pose proof (convex x (nu t) X N) as K. revert K. unfold tangent. spread. lra. Qed.
Theorem B_3_2 t x : ip (g t) (minus (nu t) x) = ip (g t) (minus (nu t) (q t)) + ip (g t) (minus (q t) x).
Proof. spread. ring. Qed.
Lemma from_nu t : ip (g t) (minus (nu t) (q t)) = (1 - lam t) / lam t * ip (g t) (minus (mu t) (nu t)).
Proof. along t. Qed.
Theorem B_3_3 t x : ip (g t) (minus (nu t) (q t)) + ip (g t) (minus (q t) x)
  = (1 - lam t) / lam t * ip (g t) (minus (mu t) (nu t)) + ip (g t) (minus (q t) x).
Proof. now rewrite from_nu. Qed.
Theorem B_3_4 t x : (1 - lam t) / lam t * ip (g t) (minus (mu t) (nu t)) + ip (g t) (minus (q t) x)
  <= (1 - lam t) / lam t * (f (mu t) - f (nu t)) + ip (g t) (minus (q t) x).
Proof. destruct (averages_inside t) as [M N]. pose proof (convex _ _ M N) as K. unfold tangent in K.
  apply Rplus_le_compat_r, Rmult_le_compat_l; [|lra]. destruct (rates t). apply Rmult_le_pos; [lra|].
  left. now apply Rinv_0_lt_compat. Qed.
Theorem B_3_5 t x : C x -> f (nu t) - f x <= (1 - lam t) / lam t * (f (mu t) - f (nu t)) + ip (g t) (minus (q t) x).
Proof. intros X. pose proof (B_3_1 t x X) as K. rewrite B_3_2, B_3_3 in K. pose proof (B_3_4 t x). lra. Qed.

(* (B.4), with x for the misprinted q_t *)
Definition by_divergences t x := ip (g t) (minus (q t) (q (S t))) - rate t * D (q (S t)) t + rate t * (D x t - D x (S t)).
Theorem B_4_1 t x : ip (g t) (minus (q t) x) = ip (g t) (minus (q t) (q (S t))) + ip (g t) (minus (q (S t)) x).
Proof. spread. ring. Qed.
Theorem B_4_2_corrected t x : ip (g t) (minus (q t) (q (S t))) + ip (g t) (minus (q (S t)) x)
  = ip (g t) (minus (q t) (q (S t))) + rate t * ip (minus (p t) (p (S t))) (minus (q (S t)) x).
Proof. along t. Qed.
Theorem B_4_3_corrected t x : ip (g t) (minus (q t) (q (S t))) + rate t * ip (minus (p t) (p (S t))) (minus (q (S t)) x)
  = by_divergences t x.
Proof. rewrite B_2_first_three_points. unfold by_divergences. ring. Qed.
Theorem B_4_4 t x : ip (g t) (minus (q t) x) = by_divergences t x.
Proof. now rewrite B_4_1, B_4_2_corrected, B_4_3_corrected. Qed.

(* the display between (B.4) and (B.5) *)
Definition pull t := ip (g t) (minus (q (S t)) (q t)).
Lemma move t : minus (mu (S t)) (nu t) = scal (lam t) (minus (q (S t)) (q t)).
Proof. rewrite mu_step, nu_is. same. ring. Qed.
Theorem B_descent_1 t : f (mu (S t)) - f (nu t)
  <= ip (g t) (minus (mu (S t)) (nu t)) + size (minus (mu (S t)) (nu t)) / 2.
Proof. destruct (averages_inside (S t)) as [M _], (averages_inside t) as [_ N]. pose proof (smooth _ _ M N) as K.
  unfold tangent in K. lra. Qed.
Theorem B_descent_2 t : ip (g t) (minus (mu (S t)) (nu t)) + size (minus (mu (S t)) (nu t)) / 2
  = lam t * pull t + lam t ^ 2 / 2 * size (minus (q (S t)) (q t)).
Proof. rewrite move, size_scal, ip_scal_r. unfold pull. field. Qed.
Theorem B_descent_3 t : lam t * pull t + lam t ^ 2 / 2 * size (minus (q (S t)) (q t))
  <= lam t * pull t + lam t ^ 2 / (2 * theta t) * size (minus (q (S t)) (q t)).
Proof. apply Rplus_le_compat_l, Rmult_le_compat_r; [apply size_pos|]. destruct (steps t).
  apply Rmult_le_compat_l; [apply pow2_ge_0|]. apply Rinv_le_contravar; lra. Qed.
Theorem B_descent_4 t : lam t * pull t + lam t ^ 2 / (2 * theta t) * size (minus (q (S t)) (q t))
  <= lam t * pull t + lam t ^ 2 / (alpha * theta t) * D (q (S t)) t.
Proof. pose proof (strongly_convex _ t (inside (S t))) as K. destruct (rates t), (steps t). apply Rplus_le_compat_l.
  replace (lam t ^ 2 / (2 * theta t) * size (minus (q (S t)) (q t)))
    with (lam t ^ 2 / (alpha * theta t) * (alpha / 2 * size (minus (q (S t)) (q t)))) by (field; lra).
  apply Rmult_le_compat_l; [|exact K]. left. apply Rdiv_lt_0_compat; nra. Qed.
Theorem B_descent_5 t : f (mu (S t)) - f (nu t) <= lam t * pull t + lam t ^ 2 / (alpha * theta t) * D (q (S t)) t.
Proof. pose proof (B_descent_1 t) as K. rewrite B_descent_2 in K. pose proof (B_descent_3 t). pose proof (B_descent_4 t). lra. Qed.
Theorem B_5 t : ip (g t) (minus (q t) (q (S t))) - rate t * D (q (S t)) t <= (f (nu t) - f (mu (S t))) / lam t.
Proof. pose proof (B_descent_5 t) as K. destruct (rates t), (steps t). apply Rmult_le_reg_r with (lam t); [lra|].
  replace ((f (nu t) - f (mu (S t))) / lam t * lam t) with (f (nu t) - f (mu (S t))) by (field; lra).
  replace ((ip (g t) (minus (q t) (q (S t))) - rate t * D (q (S t)) t) * lam t)
    with (- (lam t * pull t + lam t ^ 2 / (alpha * theta t) * D (q (S t)) t)); [lra|].
  unfold rate, pull. generalize (D (q (S t)) t). intros. spread. field. lra. Qed.
Theorem B_6 t x : ip (g t) (minus (nu t) x)
  <= (1 - lam t) / lam t * (f (mu t) - f (nu t)) + (f (nu t) - f (mu (S t))) / lam t + rate t * (D x t - D x (S t)).
Proof. pose proof (B_3_4 t x). pose proof (B_5 t). rewrite B_3_2, B_3_3. pose proof (B_4_4 t x) as K. unfold by_divergences in K. lra. Qed.
Theorem B_6_rearranged t x : C x ->
  (f (mu (S t)) - f x) / lam t - (1 - lam t) / lam t * (f (mu t) - f x) <= rate t * (D x t - D x (S t)).
Proof. intros X. pose proof (B_3_1 t x X). pose proof (B_6 t x). destruct (rates t).
  replace ((f (mu (S t)) - f x) / lam t - (1 - lam t) / lam t * (f (mu t) - f x)) with (f (nu t) - f x
    - ((1 - lam t) / lam t * (f (mu t) - f (nu t)) + (f (nu t) - f (mu (S t))) / lam t)) by (field; lra). lra. Qed.
Theorem B_7 t x : C x -> theta t / lam t ^ 2 * (f (mu (S t)) - f x) - theta t * (1 - lam t) / lam t ^ 2 * (f (mu t) - f x)
  <= / alpha * (D x t - D x (S t)).
Proof. intros X. pose proof (B_6_rearranged t x X) as K. destruct (rates t), (steps t).
  assert (0 < theta t / lam t) by (apply Rdiv_lt_0_compat; lra).
  apply Rmult_le_compat_l with (r := theta t / lam t) in K; [|lra]. unfold rate in K.
  match type of K with ?a <= ?b => match goal with |- ?c <= ?d => replace c with a by (field; lra);
    replace d with b by (field; lra) end end. exact K. Qed.
Theorem lemma_B_2 t x : C x -> theta t / lam t ^ 2 * (f (mu (S t)) - f x)
  + sum (fun j => (theta j / lam j ^ 2 - theta (S j) * (1 - lam (S j)) / lam (S j) ^ 2) * (f (mu (S j)) - f x)) t
  <= / alpha * (D x 0 - D x (S t)) + theta 0%nat * (1 - lam 0%nat) / lam 0%nat ^ 2 * (f (mu 0%nat) - f x).
Proof. intros X. induction t as [|t H]; cbn [sum]; [pose proof (B_7 0 x X); lra|]. pose proof (B_7 (S t) x X). lra. Qed.

Section Rate. (* Theorem B.10 *)
Variable best : E.
Hypothesis member : C best.
Hypothesis least : forall x, C x -> f best <= f x.
Hypothesis unit_steps : forall t, theta t = 1.
Theorem B_10_averages t : 0 <= f (mu t) - f best.
Proof. pose proof (least _ (proj1 (averages_inside t))). lra. Qed.
Section Slow.
Hypothesis first : lam 0%nat = 1.
Hypothesis slow : forall t, / lam (S t) ^ 2 - / lam (S t) <= / lam t ^ 2.
Theorem B_10_weighted t : / lam t ^ 2 * (f (mu (S t)) - f best) <= / alpha * (D best 0 - D best (S t)).
Proof. pose proof (lemma_B_2 t best member) as K. rewrite unit_steps, first in K.
  assert (P : 0 <= sum (fun j => (theta j / lam j ^ 2 - theta (S j) * (1 - lam (S j)) / lam (S j) ^ 2) * (f (mu (S j)) - f best)) t).
  { clear K. induction t as [|t H]; cbn [sum]; [lra|]. apply Rplus_le_le_0_compat; [exact H|].
    apply Rmult_le_pos; [|apply B_10_averages]. pose proof (slow t) as W. destruct (rates (S t)). rewrite !unit_steps.
    replace (1 * (1 - lam (S t)) / lam (S t) ^ 2) with (/ lam (S t) ^ 2 - / lam (S t)) by (field; lra). lra. }
  unfold Rdiv in *. lra. Qed.
Theorem B_10_first t : f (mu (S t)) - f best <= lam t ^ 2 / alpha * (D best 0 - D best (S t)).
Proof. pose proof (B_10_weighted t) as K. destruct (rates t). assert (0 < lam t ^ 2) by nra.
  apply Rmult_le_compat_l with (r := lam t ^ 2) in K; [|lra]. unfold Rdiv. rewrite <- Rmult_assoc, Rinv_r in K; lra. Qed.
Theorem B_10_second t : lam t ^ 2 / alpha * (D best 0 - D best (S t)) <= lam t ^ 2 / alpha * D best 0.
Proof. pose proof (divergence_pos best (S t) member). destruct (rates t).
  apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; nra|lra]. Qed.
End Slow.
Theorem B_10_rate (standard : forall t, lam t = 2 / (INR t + 2)) t :
  f (mu (S t)) - f best <= 4 * D best 0 / (alpha * (INR (S t) + 1) ^ 2).
Proof. destruct (B_8 lam standard) as [F W]. pose proof (B_10_first F W t). pose proof (B_10_second t).
  replace (4 * D best 0 / (alpha * (INR (S t) + 1) ^ 2)) with (lam t ^ 2 / alpha * D best 0); [lra|].
  rewrite standard, S_INR. pose proof (pos_INR t). field. lra. Qed.
End Rate.
End Mirror.
