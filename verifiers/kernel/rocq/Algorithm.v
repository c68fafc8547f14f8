(* Theorem 3.1 of Ji, Srebro and Telgarsky, of Algorithm 1 itself: the run is written as a recursion, its q_t are soft maxima,
   and what is known of these is proved, Pinsker's inequality first. R^n is D, as in Duality.v. Of the data it is taken that
   |z_i| <= 1 and that |Z'q| has a minimum over the simplex. *)
From Coq Require Import Reals Lra Lia Psatz.
From Lemmacheck Require Import Space Acceleration Duality Translation.
Open Scope R_scope.

(* 3 (x - 1)^2 <= (4 + 2x) (x ln x - x + 1), by the mean value theorem twice *)
Lemma mean_from_1 f f' x : (forall c, 0 < c -> derivable_pt_lim f c (f' c)) -> 0 < x ->
  exists c, 0 < c /\ f x - f 1 = f' c * (x - 1) /\ (c <= 1 \/ 1 <= x) /\ (1 <= c \/ x <= 1).
Proof. intros F X. destruct (Rtotal_order x 1) as [L|[->|L]].
  - destruct (MVT_cor2 f f' x 1 L) as (c & H & A & B); [intros; apply F; lra|]. exists c. lra.
  - exists 1. lra.
  - destruct (MVT_cor2 f f' 1 x L) as (c & H & A & B); [intros; apply F; lra|]. exists c. lra. Qed.
Lemma logarithm_from_below x : 0 < x -> 1 - / x <= ln x.
Proof. intros X. pose proof (exp_ineq1_le (- ln x)) as I. rewrite exp_Ropp, exp_ln in I; lra. Qed.
Lemma as_limit f x a b : derivable_pt_lim f x a -> a = b -> derivable_pt_lim f x b.
Proof. now intros L <-. Qed.
Ltac derive := repeat match goal with
  | |- derivable_pt_lim (_ - _)%F _ _ => apply derivable_pt_lim_minus
  | |- derivable_pt_lim (_ + _)%F _ _ => apply derivable_pt_lim_plus
  | |- derivable_pt_lim (_ * _)%F _ _ => apply derivable_pt_lim_mult
  | |- derivable_pt_lim (fct_cte _) _ _ => apply derivable_pt_lim_const
  | |- derivable_pt_lim id _ _ => apply derivable_pt_lim_id
  | |- derivable_pt_lim ln _ _ => apply derivable_pt_lim_ln; eassumption
  end.
Definition rise x := (x + 1) * ln x - 2 * (x - 1).
Lemma rise_at x : 0 < x -> exists c, 0 <= c /\ rise x = c * (x - 1).
Proof. intros X. destruct (mean_from_1 rise (fun c => ln c + (c + 1) / c - 2) x) as (c & C & H & _); [|exact X|].
  - intros c C. cbv beta. eapply (as_limit ((id + fct_cte 1) * ln - fct_cte 2 * (id - fct_cte 1))%F); [derive|].
    unfold plus_fct, minus_fct, fct_cte, id. field. lra.
  - exists (ln c + (c + 1) / c - 2). split.
    + pose proof (logarithm_from_below c C). replace ((c + 1) / c) with (1 + / c) by (field; lra). lra.
    + rewrite <- H. unfold rise. rewrite ln_1. ring. Qed.
Lemma square_by_logarithm x : 0 < x -> 3 * (x - 1) ^ 2 <= (4 + 2 * x) * (x * ln x - x + 1).
Proof. intros X. destruct (mean_from_1 (fun x => (4 + 2 * x) * (x * ln x - x + 1) - 3 * ((x - 1) * (x - 1))) (fun c => 4 * rise c) x)
    as (c & C & H & A & B); [|exact X|].
  - intros c C. cbv beta. eapply (as_limit ((fct_cte 4 + fct_cte 2 * id) * (id * ln - id + fct_cte 1)
      - fct_cte 3 * ((id - fct_cte 1) * (id - fct_cte 1)))%F); [derive|].
    unfold plus_fct, minus_fct, mult_fct, fct_cte, id, rise. field. lra.
  - destruct (rise_at c C) as (k & K & R). cbv beta in H. rewrite R, ln_1 in H.
    assert (0 <= k * ((c - 1) * (x - 1))) by (apply Rmult_le_pos; nra). nra. Qed.

(* Pinsker's inequality *)
Section Pinsker.
Variables (p q : nat -> R) (n : nat).
Hypothesis p_pos : forall i, (i < n)%nat -> 0 < p i.
Hypothesis q_pos : forall i, (i < n)%nat -> 0 < q i.
Hypothesis p_sum : sum p n = 1.
Hypothesis q_sum : sum q n = 1.
Notation apart := (sum (fun i => Rabs (p i - q i)) n).
Notation KL := (sum (fun i => p i * (ln (p i) - ln (q i))) n).
Lemma one_entry s i : 0 < s -> (i < n)%nat ->
  Rabs (p i - q i) <= s / 6 * (4 * q i + 2 * p i) + / (2 * s) * (p i * (ln (p i) - ln (q i)) - p i + q i).
Proof. intros S I. pose proof (p_pos i I) as P. pose proof (q_pos i I) as Q. set (x := p i / q i).
  assert (X : 0 < x) by now apply Rdiv_lt_0_compat. pose proof (square_by_logarithm x X) as L.
  replace (ln x) with (ln (p i) - ln (q i)) in L by (unfold x, Rdiv; rewrite ln_mult, ln_Rinv; auto using Rinv_0_lt_compat; ring).
  set (k := p i * (ln (p i) - ln (q i)) - p i + q i). set (c := 4 * q i + 2 * p i).
  assert (C : 0 < c) by (unfold c; lra).
  assert (K : 3 * (p i - q i) ^ 2 <= c * k).
  { replace (3 * (p i - q i) ^ 2) with (q i ^ 2 * (3 * (x - 1) ^ 2)) by (unfold x; field; lra).
    replace (c * k) with (q i ^ 2 * ((4 + 2 * x) * (x * (ln (p i) - ln (q i)) - x + 1))) by (unfold x, c, k; field; lra).
    apply Rmult_le_compat_l; [nra|exact L]. }
  assert (K0 : 0 <= k) by (apply Rmult_le_reg_l with c; [exact C|]; pose proof (pow2_ge_0 (p i - q i)); lra).
  assert (H : 0 <= s / 6 * c + / (2 * s) * k).
  { assert (0 < / (2 * s)) by (apply Rinv_0_lt_compat; lra). apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra. }
  apply Rsqr_incr_0_var; [|exact H]. rewrite <- Rsqr_abs. unfold Rsqr.
  assert (D : (s / 6 * c + / (2 * s) * k) * (s / 6 * c + / (2 * s) * k)
    = (s / 6 * c - / (2 * s) * k) ^ 2 + c * k / 3) by (field; lra).
  rewrite D. pose proof (pow2_ge_0 (s / 6 * c - / (2 * s) * k)). lra. Qed.
Theorem pinsker : apart ^ 2 / 2 <= KL.
Proof. assert (K : forall s, 0 < s -> apart <= s + / (2 * s) * KL).
  { intros s S. apply Rle_trans with (1 := sum_le _ _ n (fun i => one_entry s i S)). right.
    rewrite sum_add, !sum_scal, sum_add, !sum_scal, p_sum, q_sum,
      (sum_ext (fun i => _ - _ + _) (fun i => p i * (ln (p i) - ln (q i)) + ((-1) * p i + q i))) by (intros; ring).
    rewrite !sum_add, !sum_scal, p_sum, q_sum. field. lra. }
  assert (A : 0 <= apart) by (apply sum_pos; intros; apply Rabs_pos). destruct (Req_dec apart 0) as [Z|Z].
  - rewrite Z. pose proof (K 1 ltac:(lra)) as K1. destruct (Rle_dec 0 KL) as [|N]; [lra|].
    pose proof (K (- KL / 4) ltac:(lra)) as K2. replace (- KL / 4 + / (2 * (- KL / 4)) * KL) with (- KL / 4 - 2) in K2 by (field; lra). lra.
  - specialize (K (apart / 2) ltac:(lra)). set (a := apart) in *. set (k := KL) in *.
    replace (a / 2 + / (2 * (a / 2)) * k) with (a / 2 + k / a) in K by (field; lra).
    apply Rmult_le_compat_r with (r := a) in K; [|lra]. replace ((a / 2 + k / a) * a) with (a * a / 2 + k) in K by (field; lra). lra. Qed.
End Pinsker.

(* the soft maximum psi(xi) = ln sum_i exp(xi_i) and its gradient *)
Section Soft.
Variables (D : space) (m : nat) (e : nat -> D).
Hypothesis coordinates : forall x y : D, ip x y = sum (fun i => ip x (e i) * ip y (e i)) (S m).
Hypothesis unit_vectors : forall i j, (i <= m)%nat -> (j <= m)%nat -> ip (e i) (e j) = if Nat.eq_dec i j then 1 else 0.
Notation weight xi := (fun i => exp (ip xi (e i))).
Definition risk xi := sum (weight xi) (S m).
Definition psi xi := ln (risk xi).
Definition soft xi : D := total (fun i => scal (exp (ip xi (e i)) / risk xi) (e i)) (S m).
Lemma below_the_sum f i k : (forall j, 0 < f j) -> (i < k)%nat -> f i <= sum f k.
Proof. intros F. induction k as [|k H]; intros I; [lia|]. cbn [sum]. pose proof (F k).
  pose proof (sum_pos f k ltac:(intros; left; apply F)). destruct (Nat.eq_dec i k) as [->|]; [lra|]. specialize (H ltac:(lia)). lra. Qed.
Lemma above_an_entry xi i : (i <= m)%nat -> exp (ip xi (e i)) <= risk xi.
Proof. intros I. apply (below_the_sum (weight xi)); [intros; apply exp_pos|lia]. Qed.
Lemma risk_pos xi : 0 < risk xi.
Proof. pose proof (above_an_entry xi 0 ltac:(lia)). pose proof (exp_pos (ip xi (e 0%nat))). lra. Qed.
Lemma soft_entry xi i : (i <= m)%nat -> ip (soft xi) (e i) = exp (ip xi (e i)) / risk xi.
Proof. intros I. unfold soft. rewrite ip_total. set (a := fun j => exp (ip xi (e j)) / risk xi).
  assert (K : forall k, (k <= S m)%nat -> sum (fun j => ip (scal (a j) (e j)) (e i)) k = if le_lt_dec k i then 0 else a i).
  { induction k as [|k H]; intros L; cbn [sum]; [reflexivity|]. rewrite H, ip_scal, unit_vectors by lia.
    destruct (le_lt_dec k i), (le_lt_dec (S k) i), (Nat.eq_dec k i); subst; lra || (exfalso; lia). }
  rewrite K by lia. destruct (le_lt_dec (S m) i); [exfalso; lia|reflexivity]. Qed.
Lemma soft_pos xi i : (i <= m)%nat -> 0 < ip (soft xi) (e i).
Proof. intros I. rewrite soft_entry by exact I. apply Rdiv_lt_0_compat; [apply exp_pos|apply risk_pos]. Qed.
Theorem soft_in_the_simplex xi : simplex D m e (soft xi).
Proof. split; [intros i I; left; now apply soft_pos|]. unfold mass. pose proof (risk_pos xi) as P.
  rewrite (sum_ext _ (fun i => / risk xi * exp (ip xi (e i)))) by (intros i I; rewrite soft_entry by lia; field; lra).
  rewrite sum_scal. fold (risk xi). field. lra. Qed.
Lemma soft_logarithm xi i : (i <= m)%nat -> ln (ip (soft xi) (e i)) = ip xi (e i) - psi xi.
Proof. intros I. pose proof (risk_pos xi). rewrite soft_entry by exact I. unfold Rdiv. rewrite ln_mult, ln_exp, ln_Rinv;
    auto using exp_pos, Rinv_0_lt_compat. Qed.
Theorem soft_is_smooth xi eta : psi eta + ip (soft eta) (minus xi eta) + l1 D m e (minus (soft xi) (soft eta)) ^ 2 / 2 <= psi xi.
Proof. pose proof (pinsker (fun i => ip (soft eta) (e i)) (fun i => ip (soft xi) (e i)) (S m) ltac:(intros; apply soft_pos; lia)
    ltac:(intros; apply soft_pos; lia) (proj2 (soft_in_the_simplex eta)) (proj2 (soft_in_the_simplex xi))) as P. cbv beta in P.
  rewrite (sum_ext (fun i => _ * (_ - _)) (fun i => (psi xi - psi eta) * ip (soft eta) (e i)
    + (-1) * (ip (soft eta) (e i) * ip (minus xi eta) (e i)))) in P.
  2: { intros i I. rewrite !soft_logarithm by lia. spread. ring. }
  rewrite sum_add, !sum_scal, <- coordinates in P. fold (mass D m e (soft eta)) in P. rewrite (proj2 (soft_in_the_simplex eta)) in P.
  unfold l1. rewrite (sum_ext _ (fun i => Rabs (ip (soft eta) (e i) - ip (soft xi) (e i)))); [lra|].
  intros i _. rewrite Rabs_minus_sym. f_equal. spread. ring. Qed.
Notation linf v := (top (fun i => Rabs (ip v (e i))) m).
Lemma hoelder x v : ip x v <= linf v * l1 D m e x.
Proof. rewrite coordinates. unfold l1. rewrite <- sum_scal. apply sum_le. intros i I. apply Rle_trans with (1 := Rle_abs _).
  rewrite Rabs_mult, Rmult_comm. apply Rmult_le_compat_r; [apply Rabs_pos|].
  exact (top_above (fun i => Rabs (ip v (e i))) m i ltac:(lia)). Qed.
Theorem soft_is_smooth_from_above xi eta : psi eta <= psi xi + ip (soft xi) (minus eta xi) + linf (minus eta xi) ^ 2 / 2.
Proof. pose proof (soft_is_smooth xi eta) as F. pose proof (hoelder (minus (soft xi) (soft eta)) (scal (-1) (minus eta xi))) as H.
  replace (linf (scal (-1) (minus eta xi))) with (linf (minus eta xi)) in H
    by (apply top_ext; intros; rewrite <- Rabs_Ropp; f_equal; rewrite ip_scal; ring).
  set (d := l1 D m e _) in *. set (far := top _ m) in *. pose proof (pow2_ge_0 (far - d)). clearbody far d. revert F H. spread. nra. Qed.
Lemma soft_gradient_is_smooth xi eta : l1 D m e (minus (soft xi) (soft eta)) <= linf (minus xi eta).
Proof. pose proof (soft_is_smooth xi eta) as F. pose proof (soft_is_smooth eta xi) as F'.
  pose proof (hoelder (minus (soft xi) (soft eta)) (minus xi eta)) as H.
  replace (l1 D m e (minus (soft eta) (soft xi))) with (l1 D m e (minus (soft xi) (soft eta))) in F'
    by (apply sum_ext; intros; rewrite <- Rabs_Ropp; f_equal; spread; ring).
  set (d := l1 D m e _) in *. set (far := top _ m) in *. assert (0 <= d) by (apply sum_pos; intros; apply Rabs_pos).
  assert (0 <= far) by (apply Rle_trans with (1 := Rabs_pos (ip (minus xi eta) (e 0%nat)));
    exact (top_above (fun i => Rabs (ip (minus xi eta) (e i))) m 0 ltac:(lia))).
  clearbody far d. assert (d * d <= far * d) by (revert F F' H; spread; nra). nra. Qed.
(* the remainder is between 0 and a square: so soft is the gradient, and psi is smooth *)
Theorem psi_is_smooth xi eta : 0 <= psi eta - psi xi - ip (soft xi) (minus eta xi) <= linf (minus eta xi) ^ 2 / 2
  /\ l1 D m e (minus (soft eta) (soft xi)) <= linf (minus eta xi).
Proof. split; [|apply soft_gradient_is_smooth]. pose proof (soft_is_smooth_from_above xi eta). pose proof (soft_is_smooth eta xi).
  pose proof (pow2_ge_0 (l1 D m e (minus (soft eta) (soft xi)))). lra. Qed.
Theorem largest_below_psi xi : top (fun i => ip xi (e i)) m <= psi xi.
Proof. destruct (top_reached (fun i => ip xi (e i)) m) as (i & I & ->). unfold psi. rewrite <- (ln_exp (ip xi (e i))).
  pose proof (above_an_entry xi i I). destruct (Req_dec (exp (ip xi (e i))) (risk xi)) as [->|]; [lra|].
  left. apply ln_increasing; [apply exp_pos|lra]. Qed.
Theorem psi_near_the_largest xi : top (fun i => ip xi (e i)) m <= psi xi <= top (fun i => ip xi (e i)) m + ln (INR (S m)).
Proof. split; [apply largest_below_psi|]. set (v := top _ m). pose proof (risk_pos xi) as P. assert (N : 0 < INR (S m)) by (apply lt_0_INR; lia).
  assert (A : risk xi <= exp v * INR (S m)).
  { replace (exp v * INR (S m)) with (sum (fun _ => exp v) (S m)); [apply sum_le|].
    - intros i I. pose proof (top_above (fun i => ip xi (e i)) m i ltac:(lia)) as L. cbv beta in L. fold v in L.
      destruct (Req_dec (ip xi (e i)) v) as [->|]; [lra|]. left. apply exp_increasing. lra.
    - generalize (S m). intros k. induction k as [|k H]; [simpl; ring|]. cbn [sum]. rewrite H, S_INR. ring. }
  rewrite <- (ln_exp v), <- ln_mult by auto using exp_pos. unfold psi. destruct A as [A|A]; [left; now apply ln_increasing|right; now rewrite A]. Qed.
Theorem psi_at_zero : psi zero = ln (INR (S m)).
Proof. unfold psi, risk. f_equal. generalize (S m). intros k. induction k as [|k H]; [reflexivity|]. cbn [sum]. rewrite H, S_INR, ip_zero, exp_0. reflexivity. Qed.
End Soft.

(* Algorithm 1 with theta_t = 1 and beta_t = t / (t + 1): from w_0 = 0 and g_{-1} = 0, q_t = soft(Z w_t),
   g_t = beta_t (g_{t-1} + Z'q_t), w_{t+1} = w_t - (g_t + Z'q_t) *)
Section Algorithm_1.
Variables (E D : space) (m : nat) (e : nat -> D) (Z : E -> D) (Zt : D -> E).
Notation pull w := (Zt (soft D m e (Z w))).
Notation beta t := (INR t / (INR t + 1)).
Fixpoint run t : E * E := match t with
  | O => (zero, scal (beta 0) (add zero (pull zero)))
  | S k => let (w, g) := run k in let w' := minus w (add g (pull w)) in (w', scal (beta (S k)) (add g (pull w')))
  end.
Definition w t := fst (run t).
Definition g t := snd (run t).
Definition q t := soft D m e (Z (w t)).
Definition lam t := 2 / (INR t + 2).
Fixpoint mu t := match t with O => q 0 | S k => add (scal (1 - lam k) (mu k)) (scal (lam k) (q (S k))) end.
Definition nu t := add (scal (1 - lam t) (mu t)) (scal (lam t) (q t)).
Lemma w_after_a_step t : w (S t) = minus (w t) (add (g t) (Zt (q t))).
Proof. unfold q, w, g. cbn [run]. now destruct (run t). Qed.
Lemma g_after_a_step t : g (S t) = scal (beta (S t)) (add (g t) (Zt (q (S t)))).
Proof. unfold q, w, g. cbn [run]. now destruct (run t). Qed.
Lemma g_at_first : g 0 = zero.
Proof. unfold g. cbn [run snd]. same. simpl. field. Qed.
Lemma lam_in_range t : 0 < lam t <= 1.
Proof. unfold lam. pose proof (pos_INR t). split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_le_reg_r with (INR t + 2); [lra|].
  replace (2 / (INR t + 2) * (INR t + 2)) with 2 by (field; lra). lra. Qed.
Lemma lam_is t : lam t = 2 / (INR t + 2).
Proof. reflexivity. Qed.

Hypothesis transposed : adjoint Z Zt.
Hypothesis coordinates : forall x y : D, ip x y = sum (fun i => ip x (e i) * ip y (e i)) (S m).
Hypothesis unit_vectors : forall i j, (i <= m)%nat -> (j <= m)%nat -> ip (e i) (e j) = if Nat.eq_dec i j then 1 else 0.
Hypothesis unit_rows : forall i, (i <= m)%nat -> norm (Zt (e i)) <= 1.
Notation n := (INR (S m)).
Lemma g_by_lam t : g (S t) = scal (lam t * (1 - lam (S t)) / lam (S t)) (add (g t) (Zt (q (S t)))).
Proof. rewrite (factor lam lam_is). apply g_after_a_step. Qed.
Lemma ones t : 0 < (fun _ : nat => 1) t <= 1.
Proof. lra. Qed.
Lemma w_by_nu t : w (S t) = add (w t) (scal (- / lam t) (Zt (nu t))).
Proof. rewrite w_after_a_step, (momentum_is_the_excess E D Z Zt lam (fun _ => 1) q mu nu g transposed lam_in_range ones
    (fun _ => eq_refl) (fun _ => eq_refl) g_at_first g_by_lam (starts_at_one lam lam_is) t).
  unfold excess. rewrite (image_minus transposed), (image_scal transposed). same. ring. Qed.
Lemma mu_by_g t : Zt (mu (S t)) = scal (2 / INR (S t)) (g (S t)).
Proof. exact (mu_by_momentum E D Z Zt lam (fun _ => 1) q mu nu g transposed lam_in_range ones (fun _ => eq_refl) (fun _ => eq_refl)
    g_at_first g_by_lam lam_is t). Qed.
Lemma images t : Zt (mu (S t)) = add (scal (1 - lam t) (Zt (mu t))) (scal (lam t) (Zt (q (S t))))
  /\ Zt (nu t) = add (scal (1 - lam t) (Zt (mu t))) (scal (lam t) (Zt (q t))).
Proof. unfold nu. cbn [mu]. now rewrite !(image_add transposed), !(image_scal transposed). Qed.
Lemma scores_after_a_step t : minus (Z (w (S t))) (Z (w t)) = scal (- / lam t) (Z (Zt (nu t))).
Proof. rewrite w_by_nu, (image_add (adjoint_sym transposed)), (image_scal (adjoint_sym transposed)). same. ring. Qed.
Lemma change_is_short x y : square (minus (Zt x) (Zt y)) <= l1 D m e (minus x y) ^ 2.
Proof. rewrite <- (image_minus transposed), <- norm_square. pose proof (norm_pos (Zt (minus x y))).
  pose proof (combination_of_unit_rows E D m e Z Zt transposed coordinates unit_rows (minus x y)). nra. Qed.
Notation value t := (psi D m e (Z (w t))).
Lemma smooth t : value (S t) + / lam t * ip (Zt (q (S t))) (Zt (nu t)) + square (minus (Zt (q (S t))) (Zt (q t))) / 2 <= value t.
Proof. pose proof (soft_is_smooth D m e coordinates unit_vectors (Z (w t)) (Z (w (S t)))) as F. fold (q t) (q (S t)) in F.
  replace (minus (Z (w t)) (Z (w (S t)))) with (scal (-1) (minus (Z (w (S t))) (Z (w t)))) in F by (same; ring).
  rewrite scores_after_a_step, !ip_scal_r, <- (adjoint_sym transposed) in F.
  pose proof (change_is_short (q t) (q (S t))) as C. revert F C. spread. rewrite (ip_sym _ (Zt (q (S t))) (Zt (q t))). lra. Qed.
Lemma averages t : simplex D m e (mu t) /\ simplex D m e (nu t).
Proof. assert (Q : forall t, simplex D m e (q t)) by (intros; exact (soft_in_the_simplex D m e unit_vectors _)).
  assert (M : simplex D m e (mu t)).
  { induction t as [|t H]; [exact (Q 0%nat)|]. pose proof (lam_in_range t). cbn [mu]. apply mixed; [lra|exact H|exact (Q (S t))]. }
  split; [exact M|]. pose proof (lam_in_range t). unfold nu. apply mixed; [lra|exact M|exact (Q t)]. Qed.
Lemma rows : 1 <= n.
Proof. rewrite S_INR. pose proof (pos_INR m). lra. Qed.

Variables (best : D) (gamma : R).
Hypothesis inside : simplex D m e best.
Hypothesis optimal : forall x, simplex D m e x -> norm (Zt best) <= norm (Zt x).
Hypothesis largest_margin : greatest (of_mirrored E D m e Z) gamma. (* max over the unit ball of min_i -<z_i, w> *)
Notation margin := (Duality.margin E D m e Z).
Lemma gamma_is : gamma = norm (Zt best).
Proof. exact (greatest_one _ _ _ largest_margin (mirrored_value E D m e Z Zt transposed coordinates unit_vectors best inside optimal)). Qed.
Lemma mu_margin t : gamma ^ 2 <= square (Zt (mu t)).
Proof. pose proof (optimal (mu t) (proj1 (averages t))). pose proof (norm_pos (Zt best)). rewrite <- norm_square, gamma_is. nra. Qed.
Lemma nu_ahead : exists u, norm u <= 1 /\ forall t, gamma <= - ip (Zt (nu t)) u.
Proof. destruct largest_margin as [(u & U & G) _]. exists u. split; [exact U|]. intros t. destruct (averages t) as [_ [N M]].
  rewrite (adjoint_sym transposed). pose proof (mean_below D m e coordinates (nu t) (Z u) _ N
    (fun i => top_above (fun i => ip (Z u) (e i)) m i)) as B. rewrite M in B. unfold highest in G. lra. Qed.

Theorem margin_of_algorithm_1 : 0 < gamma -> forall t, let s := INR (S t) in 0 < norm (w (S t))
  /\ margin (w (S t)) >= gamma - 4 * (1 + ln n) * (1 + 2 * ln (s + 1)) / (gamma * (s + 1) ^ 2).
Proof. intros P t s. destruct nu_ahead as (u & U & A). split.
  - pose proof (far E lam (fun t => Zt (nu t)) w lam_in_range eq_refl w_by_nu gamma lam_is u U A t) as F.
    assert (S0 : 0 < s) by (apply lt_0_INR; lia). fold s in F. assert (0 < gamma * (s * (s + 3) / 4)) by (apply Rmult_lt_0_compat; nra). lra.
  - exact (Acceleration.theorem_3_1 E lam (fun t => Zt (q t)) (fun t => Zt (mu t)) (fun t => Zt (nu t)) w lam_in_range
      (fun t => proj1 (images t)) (fun t => proj2 (images t)) eq_refl w_by_nu (fun t => value t) smooth gamma mu_margin
      (fun t => highest E D m e Z (w t)) n (fun t => largest_below_psi D m e (Z (w t)))
      (eq_trans (f_equal (psi D m e) (image_zero (adjoint_sym transposed))) (psi_at_zero D m e)) rows lam_is P u U A t). Qed.
Lemma upper_end t : gamma <= 2 * norm (g (S t)) / INR (S t).
Proof. rewrite gamma_is. pose proof (optimal (mu (S t)) (proj1 (averages (S t)))) as O. assert (0 < INR (S t)) by (apply lt_0_INR; lia).
  rewrite mu_by_g, norm_scal in O by (apply Rlt_le, Rdiv_lt_0_compat; lra). unfold Rdiv in *. lra. Qed.

(* psi(Z w_t) - <Z w_t, best> is KL(best, q_t) but for the entropy of best *)
Theorem interval_of_algorithm_1 t : let s := INR (S t) in
  4 * square (g (S t)) / s ^ 2 - 8 * ln n / (s + 1) ^ 2 <= gamma ^ 2 /\ gamma ^ 2 <= 4 * square (g (S t)) / s ^ 2.
Proof. replace (gamma ^ 2) with (square (Zt best)) by (rewrite gamma_is, <- norm_square; ring).
  refine (theorem_3_1_interval E lam (fun t => Zt (q t)) (fun t => Zt (mu t)) (fun t => Zt (nu t)) lam_in_range (fun t => proj1 (images t))
    (fun t => proj2 (images t)) (Zt best) (fun t => value t - ip (Z (w t)) best) n _ _ _ _ lam_is g mu_by_g t); cbv beta; clear t.
  - intros t. pose proof (soft_is_smooth D m e coordinates unit_vectors (Z (w t)) (Z (w (S t)))) as F. fold (q t) (q (S t)) in F.
    pose proof (f_equal (fun v => ip v best) (scores_after_a_step t)) as B. pose proof (f_equal (ip (q (S t))) (scores_after_a_step t)) as C.
    cbv beta in B. rewrite ip_scal, transposed in B. rewrite ip_scal_r, <- (adjoint_sym transposed), (ip_sym _ (Zt (q (S t)))) in C.
    pose proof (change_is_short (q t) (q (S t))) as K. revert F B C K. spread.
    rewrite (ip_sym _ (Zt (q t)) (Zt (q (S t)))). intros. lra.
  - intros t. destruct inside as [I M]. pose proof (mean_below D m e coordinates best (Z (w t)) _ I
      (fun i => top_above (fun i => ip (Z (w t)) (e i)) m i)) as B. rewrite M, ip_sym in B.
    pose proof (largest_below_psi D m e (Z (w t))). lra.
  - change (w 0) with (zero (s := E)). rewrite (image_zero (adjoint_sym transposed)), psi_at_zero, ip_zero. lra.
  - intros t. rewrite <- !norm_square. pose proof (optimal (mu t) (proj1 (averages t))). pose proof (norm_pos (Zt best)). nra. Qed.
Theorem no_margin_is_larger t : let top := 2 * norm (g (S t)) / INR (S t) in 0 <= top /\ forall v, 0 < norm v -> margin v <= top.
Proof. pose proof (upper_end t) as U. pose proof (norm_pos (Zt best)). rewrite gamma_is in U. split; [lra|]. intros v V.
  pose proof (proj1 (maximum_margin E D m e Z Zt transposed coordinates unit_vectors best inside optimal) v V). unfold Duality.gamma in *. lra. Qed.
End Algorithm_1.
