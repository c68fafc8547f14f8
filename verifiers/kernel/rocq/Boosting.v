(* AdaBoost, for T rounds on n labelled examples with any weak learner: Lemma 7 of the lecture, line by line. Rounds are
   counted from 0: h t i is in print h_{t+1}(x_i), D t is D_{t+1}, and z t is z_{t+2}, which normalizes D (S t). *)
From Coq Require Import Reals Lra Lia Psatz.
From Lemmacheck Require Import Space StronglyConvex.
Open Scope R_scope.

Definition differ a b := if Req_EM_T a b then 0 else 1. (* 1[a <> b] *)
Definition sign v := if Rlt_dec 0 v then 1 else if Rlt_dec v 0 then -1 else 0.
Fixpoint product (f : nat -> R) t := match t with O => 1 | S k => product f k * f k end. (* f 0 ... f (t - 1) *)
Lemma sum_split f a b : sum f (a + b) = sum f a + sum (fun s => f (a + s)%nat) b.
Proof. induction b as [|b H]; cbn [sum]; [rewrite Nat.add_0_r; ring|]. rewrite Nat.add_succ_r. cbn [sum]. rewrite H. ring. Qed.
Lemma exp_half_ln r : 0 < r -> exp (ln r / 2) = sqrt r.
Proof. intros P. rewrite <- (sqrt_square (exp (ln r / 2))) by (left; apply exp_pos). f_equal. rewrite <- exp_plus.
  replace (ln r / 2 + ln r / 2) with (ln r) by field. now apply exp_ln. Qed.

Section Rounds.
Variables (n : nat) (y : nat -> R) (h : nat -> nat -> R) (T : nat).
Hypothesis rows : (0 < n)%nat.
Hypothesis labels : forall i, y i = 1 \/ y i = -1.
Hypothesis votes : forall t i, h t i = 1 \/ h t i = -1.
Definition error (D : nat -> R) t := sum (fun i => D i * differ (h t i) (y i)) n. (* P_{x ~ D}[h_t(x) <> y] *)
Definition step_size e := ln ((1 - e) / e) / 2.
Definition normalizer (D : nat -> R) a t := sum (fun i => D i * exp (- a * h t i * y i)) n.
Fixpoint D t : nat -> R := match t with O => fun _ => / INR n | S k => fun i =>
  let a := step_size (error (D k) k) in D k i / normalizer (D k) a k * exp (- a * h k i * y i) end.
Definition eps t := error (D t) t.
Definition alpha t := step_size (eps t).
Definition z t := normalizer (D t) (alpha t) t.
Definition wrong t i := differ (h t i) (y i).
Definition cases t i := if Req_EM_T (h t i) (y i) then exp (- alpha t) else exp (alpha t).
Hypothesis imperfect : forall t, (t < T)%nat -> 0 < eps t < 1.

(* Algorithm 3. *)
Lemma wrong_so t i : (wrong t i = 0 /\ h t i * y i = 1) \/ (wrong t i = 1 /\ h t i * y i = -1).
Proof. unfold wrong, differ. destruct (votes t i) as [-> | ->], (labels i) as [-> | ->];
  match goal with |- context [Req_EM_T ?a ?b] => destruct (Req_EM_T a b) end; lra. Qed.
Theorem cases_in_one_formula t i : cases t i = exp (- alpha t * h t i * y i).
Proof. unfold cases. destruct (wrong_so t i) as [[W P]|[W P]]; unfold wrong, differ in W;
  destruct (Req_EM_T (h t i) (y i)); try lra; f_equal; rewrite Rmult_assoc, P; ring. Qed.
Theorem reweighting_by_cases t i : D (S t) i = D t i / z t * cases t i.
Proof. rewrite cases_in_one_formula. reflexivity. Qed.
Lemma sum_above_zero f m : (forall i, 0 < f i) -> (0 < m)%nat -> 0 < sum f m.
Proof. intros P. destruct m as [|m]; [lia|intros _]. induction m as [|m H]; cbn [sum] in *.
  - specialize (P 0%nat). lra.
  - specialize (P (S m)). lra. Qed.
Lemma weights t : (forall i, 0 < D t i) /\ sum (D t) n = 1.
Proof. assert (N : 0 < INR n) by now apply lt_0_INR. induction t as [|t [P S]].
  - cbn [D]. split; [intros _; now apply Rinv_0_lt_compat|]. rewrite (sum_ext _ (fun _ => / INR n * 1)) by (intros; ring).
    rewrite sum_scal. replace (sum (fun _ => 1) n) with (INR n); [field; lra|]. clear. induction n as [|k H]; [reflexivity|].
    cbn [sum]. rewrite <- H. apply S_INR.
  - assert (Z : 0 < z t) by (apply sum_above_zero; [|exact rows]; intros i; apply Rmult_lt_0_compat; auto using exp_pos).
    split; [intros i; rewrite reweighting_by_cases, cases_in_one_formula; apply Rmult_lt_0_compat; auto using exp_pos|].
    + apply Rmult_lt_0_compat; [apply P|now apply Rinv_0_lt_compat].
    + rewrite (sum_ext _ (fun i => / z t * (D t i * exp (- alpha t * h t i * y i)))).
      * rewrite sum_scal. fold (normalizer (D t) (alpha t) t). fold (z t). field. lra.
      * intros i _. rewrite reweighting_by_cases, cases_in_one_formula. unfold Rdiv. ring. Qed.
Theorem reweighting t i : D (S t) i = D t i / z t * exp (- alpha t * h t i * y i) /\ sum (D (S t)) n = 1.
Proof. split; [reflexivity|apply weights]. Qed.
Lemma z_pos t : 0 < z t.
Proof. apply sum_above_zero; [|exact rows]. intros i. apply Rmult_lt_0_compat; [apply weights|apply exp_pos]. Qed.
Lemma first_weight i : D 0 i = / INR n. Proof. reflexivity. Qed.

(* H t = alpha_t h_t + ... + alpha_{T-1} h_{T-1}; an H of 0 counts as an error. *)
Definition H t i := sum (fun s => alpha (t + s) * h (t + s)%nat i) (T - t).
Definition vote t i := sum (fun s => alpha s * h s i) t. (* what t rounds return *)
Lemma H_is t i : (t <= T)%nat -> H t i = vote T i - vote t i.
Proof. intros L. unfold H, vote. replace (sum (fun s => alpha s * h s i) T) with
    (sum (fun s => alpha s * h s i) (t + (T - t))) by (f_equal; lia). rewrite sum_split. ring. Qed.
Theorem recursion_of_the_tails i : (forall t, (t < T)%nat -> H t i = alpha t * h t i + H (S t) i) /\
  H T i = 0 /\ H 0 i = vote T i.
Proof. split; [|split].
  - intros t L. rewrite !H_is by lia. unfold vote. cbn [sum]. ring.
  - rewrite H_is by lia. ring.
  - rewrite H_is by lia. unfold vote. cbn [sum]. ring. Qed.
Theorem exponential_bounds_the_error v b : b = 1 \/ b = -1 -> differ (sign v) b <= exp (- b * v).
Proof. intros B. pose proof (exp_pos (- b * v)). unfold differ. destruct (Req_EM_T (sign v) b) as [|N]; [lra|].
  pose proof (exp_ineq1_le (- b * v)) as I. assert (0 <= - b * v); [|lra]. unfold sign in N.
  destruct (Rlt_dec 0 v), (Rlt_dec v 0), B; subst; lra. Qed.
Definition training_error := / INR n * sum (fun i => differ (sign (H 0 i)) (y i)) n.
Theorem training_error_is_a_mean : sum (fun i => D 0 i * differ (sign (H 0 i)) (y i)) n = training_error.
Proof. unfold training_error. rewrite <- sum_scal. now apply sum_ext. Qed.
Definition mean_loss t := sum (fun i => D t i * exp (- y i * H t i)) n.
Definition split_loss t := sum (fun i => D t i * exp (- alpha t * y i * h t i - y i * H (S t) i)) n.
Theorem error_below_the_loss : training_error <= mean_loss 0.
Proof. rewrite <- training_error_is_a_mean. apply sum_le. intros i _. destruct (weights 0) as [P _]. specialize (P i).
  apply Rmult_le_compat_l; [lra|]. now apply exponential_bounds_the_error. Qed.
Lemma taken_out t : (t < T)%nat -> mean_loss t = split_loss t.
Proof. intros L. apply sum_ext. intros i _. do 2 f_equal. rewrite (proj1 (recursion_of_the_tails i) t L). ring. Qed.
Lemma normalized t : split_loss t = z t * mean_loss (S t).
Proof. unfold split_loss, mean_loss. rewrite <- sum_scal. apply sum_ext. intros i _. pose proof (z_pos t).
  replace (- alpha t * y i * h t i - y i * H (S t) i) with (- alpha t * h t i * y i + - y i * H (S t) i) by ring.
  rewrite exp_plus, (proj1 (reweighting t i)). field. lra. Qed.
Theorem first_round_taken_out : (1 <= T)%nat -> mean_loss 0 = split_loss 0.
Proof. apply taken_out. Qed.
Theorem first_normalizer : split_loss 0 = z 0 * mean_loss 1.
Proof. apply normalized. Qed.
Theorem second_round_taken_out : (2 <= T)%nat -> z 0 * mean_loss 1 = z 0 * split_loss 1.
Proof. intros L. now rewrite taken_out. Qed.
Theorem second_normalizer : z 0 * split_loss 1 = z 0 * z 1 * mean_loss 2.
Proof. rewrite normalized. ring. Qed.
Theorem product_of_normalizers t : (t <= T)%nat -> product z t * mean_loss t = product z T.
Proof. intros L. assert (E : forall k, (k <= T)%nat -> product z k * mean_loss k = mean_loss 0).
  { induction k as [|k I]; intros K; cbn [product]; [ring|]. rewrite <- I, (taken_out k), normalized by lia. ring. }
  rewrite E, <- (E T) by lia. replace (mean_loss T) with 1; [ring|]. unfold mean_loss.
  destruct (weights T) as [_ S]. rewrite <- S.
  apply sum_ext. intros i _. rewrite (proj1 (proj2 (recursion_of_the_tails i))), Rmult_0_r, exp_0. ring. Qed.
Theorem error_below_the_product : training_error <= product z T.
Proof. rewrite <- (product_of_normalizers 0) by lia. cbn [product]. pose proof error_below_the_loss. lra. Qed.

(* The normalizers; edge t is gamma_t. *)
Definition edge t := 1 / 2 - eps t.
Definition sorted t := sum (fun i => (1 - wrong t i) * (D t i * exp (- alpha t))) n
  + sum (fun i => wrong t i * (D t i * exp (alpha t))) n.
Theorem sum_sorted_by_correctness t : sum (fun i => D t i * exp (- alpha t * y i * h t i)) n = sorted t.
Proof. unfold sorted. rewrite <- sum_add. apply sum_ext. intros i _.
  replace (- alpha t * y i * h t i) with (- alpha t * (h t i * y i)) by ring.
  destruct (wrong_so t i) as [[-> ->]|[-> ->]]; [rewrite Rmult_1_r|replace (- alpha t * -1) with (alpha t) by ring]; ring. Qed.
Theorem normalizer_sorted_by_correctness t : z t = sorted t.
Proof. rewrite <- sum_sorted_by_correctness. apply sum_ext. intros i _. do 2 f_equal. ring. Qed.
Theorem masses_are_the_error t : sorted t = (1 - eps t) * exp (- alpha t) + eps t * exp (alpha t).
Proof. unfold sorted, eps, error. fold (wrong t). destruct (weights t) as [_ S]. rewrite <- S at 1.
  rewrite (sum_ext _ (fun i => exp (- alpha t) * D t i + - exp (- alpha t) * (D t i * wrong t i)) n) by (intros; ring).
  rewrite (sum_ext (fun i => wrong t i * _) (fun i => exp (alpha t) * (D t i * wrong t i)) n) by (intros; ring).
  rewrite sum_add, !sum_scal. unfold wrong. ring. Qed.
Section Round.
Variable t : nat.
Hypothesis round : (t < T)%nat.
Lemma eps_so : 0 < eps t < 1. Proof. now apply imperfect. Qed.
Lemma shrink : exp (alpha t) = sqrt ((1 - eps t) / eps t) /\ exp (- alpha t) = sqrt (eps t / (1 - eps t)).
Proof. pose proof eps_so. unfold alpha, step_size. split; [apply exp_half_ln, Rdiv_lt_0_compat; lra|].
  replace (- (ln ((1 - eps t) / eps t) / 2)) with (ln (eps t / (1 - eps t)) / 2).
  - apply exp_half_ln, Rdiv_lt_0_compat; lra.
  - replace (eps t / (1 - eps t)) with (/ ((1 - eps t) / eps t)) by (field; lra). rewrite ln_Rinv; [field|].
    apply Rdiv_lt_0_compat; lra. Qed.
Definition roots := (1 - eps t) * sqrt (eps t / (1 - eps t)) + eps t * sqrt ((1 - eps t) / eps t).
Theorem normalizer_closed : z t = roots /\ roots = 2 * sqrt (eps t * (1 - eps t)).
Proof. pose proof eps_so. destruct shrink as [A B]. split.
  - rewrite normalizer_sorted_by_correctness, masses_are_the_error, A, B. reflexivity.
  - unfold roots. assert (M : forall a b, 0 < a -> 0 < b -> a * sqrt (b / a) = sqrt (b * a)).
    { intros a b P Q. rewrite <- (sqrt_square a) at 1 by lra. rewrite <- sqrt_mult_alt by nra. f_equal. field. lra. }
    rewrite !M by lra. rewrite (Rmult_comm (1 - eps t)). ring. Qed.
Theorem normalizer_by_the_edge : z t = 2 * sqrt ((1 / 2 - edge t) * (1 / 2 + edge t)).
Proof. destruct normalizer_closed as [-> ->]. unfold edge. do 2 f_equal. field. Qed.
Theorem edge_under_one_root : 2 * sqrt ((1 / 2 - edge t) * (1 / 2 + edge t)) = sqrt (1 - 4 * edge t ^ 2).
Proof. replace 2 with (sqrt (2 * 2)) at 1 by (apply sqrt_square; lra). rewrite <- sqrt_mult_alt by lra. f_equal. field. Qed.
Theorem normalizer_is_a_root : z t = sqrt (1 - 4 * edge t ^ 2).
Proof. rewrite <- edge_under_one_root. apply normalizer_by_the_edge. Qed.
Theorem step_size_is : alpha t = ln ((1 - eps t) / eps t) / 2 /\ (1 - eps t) * exp (- alpha t) = eps t * exp (alpha t) /\
  2 * sum (fun i => D (S t) i * wrong t i) n = 1.
Proof. pose proof eps_so as P. split; [reflexivity|]. assert (B : (1 - eps t) * exp (- alpha t) = eps t * exp (alpha t)).
  { assert (M : exp (- alpha t) = / exp (alpha t)) by apply exp_Ropp. pose proof (exp_pos (alpha t)) as Q.
    assert (S : exp (alpha t) * exp (alpha t) = (1 - eps t) / eps t).
    { destruct shrink as [-> _]. apply sqrt_sqrt. left. apply Rdiv_lt_0_compat; lra. }
    apply Rmult_eq_reg_r with (exp (alpha t)); [|lra]. rewrite M, !Rmult_assoc, Rinv_l, S by lra. field. lra. }
  split; [exact B|]. assert (Z : z t = 2 * (eps t * exp (alpha t))).
  { rewrite normalizer_sorted_by_correctness, masses_are_the_error, B. ring. }
  rewrite (sum_ext _ (fun i => / z t * exp (alpha t) * (D t i * wrong t i))).
  - rewrite sum_scal. fold (eps t). change (sum (fun i => D t i * wrong t i) n) with (eps t). rewrite Z. field.
    split; [|lra]. pose proof (exp_pos (alpha t)). lra.
  - intros i _. rewrite reweighting_by_cases. unfold cases, wrong, differ.
    destruct (Req_EM_T (h t i) (y i)); unfold Rdiv; ring. Qed.
Theorem root_below_the_exponential : sqrt (1 - 4 * edge t ^ 2) <= sqrt (exp (- 4 * edge t ^ 2)).
Proof. apply sqrt_le_1_alt. pose proof (exp_ineq1_le (- 4 * edge t ^ 2)). lra. Qed.
Theorem root_of_the_exponential : sqrt (exp (- 4 * edge t ^ 2)) = exp (- 2 * edge t ^ 2).
Proof. replace (- 4 * edge t ^ 2) with (- 2 * edge t ^ 2 + - 2 * edge t ^ 2) by ring. rewrite exp_plus.
  apply sqrt_square. left. apply exp_pos. Qed.
End Round.

(* Facts: every weak learner has an advantage gamma > 0. *)
Variable gamma : R.
Hypothesis advantage : 0 < gamma.
Hypothesis weak_learning : forall t, (t < T)%nat -> eps t <= 1 / 2 - gamma.
Lemma decreasing a b : b <= a -> exp (- 2 * a) <= exp (- 2 * b).
Proof. intros [L| ->]; [left; apply exp_increasing|]; lra. Qed.
Theorem edges_exceed_the_advantage t : (t < T)%nat -> gamma <= edge t.
Proof. intros L. specialize (weak_learning t L). unfold edge. lra. Qed.
Theorem exponential_below_that_of_gamma t : (t < T)%nat -> exp (- 2 * edge t ^ 2) <= exp (- 2 * gamma ^ 2).
Proof. intros L. pose proof (edges_exceed_the_advantage t L). apply decreasing. nra. Qed.
Theorem normalizer_below_the_exponential t : (t < T)%nat -> z t <= exp (- 2 * gamma ^ 2).
Proof. intros L. rewrite normalizer_is_a_root by exact L. pose proof (exponential_below_that_of_gamma t L) as B.
  rewrite <- root_of_the_exponential in B. pose proof (root_below_the_exponential t). lra. Qed.
Theorem product_below_the_exponential : product z T <= exp (- 2 * INR T * gamma ^ 2).
Proof. assert (E : forall t, (t <= T)%nat -> 0 <= product z t <= exp (- 2 * INR t * gamma ^ 2)).
  { induction t as [|t I]; intros L; cbn [product]; [simpl INR; rewrite Rmult_0_r, Rmult_0_l, exp_0; lra|].
    replace (- 2 * INR (S t) * gamma ^ 2) with (- 2 * INR t * gamma ^ 2 + - 2 * gamma ^ 2) by (rewrite S_INR; ring).
    rewrite exp_plus. specialize (I ltac:(lia)). pose proof (normalizer_below_the_exponential t L). pose proof (z_pos t).
    split; [apply Rmult_le_pos|apply Rmult_le_compat]; lra. }
  now apply E. Qed.
Theorem exponential_below_one_example t : (ln (2 * INR n) / (2 * gamma ^ 2) <= t -> exp (- 2 * t * gamma ^ 2) <= 1 / (2 * INR n))
  /\ (0 <= t -> exp (- 2 * t * gamma ^ 2) <= 1).
Proof. assert (N : 0 < INR n) by now apply lt_0_INR. assert (G : 0 < 2 * gamma ^ 2) by nra. split; intros L.
  - apply (Rmult_le_compat_r (2 * gamma ^ 2)) in L; [|lra].
    replace (ln (2 * INR n) / (2 * gamma ^ 2) * (2 * gamma ^ 2)) with (ln (2 * INR n)) in L by (field; lra).
    replace (1 / (2 * INR n)) with (exp (- ln (2 * INR n))) by (rewrite exp_Ropp, exp_ln by lra; field; lra).
    destruct (Req_dec (- 2 * t * gamma ^ 2) (- ln (2 * INR n))) as [->|D]; [lra|]. left. apply exp_increasing. lra.
  - rewrite <- exp_0, Rmult_assoc. replace (exp 0) with (exp (- 2 * 0)) by (f_equal; ring). apply decreasing. nra. Qed.
Lemma none_wrong f m : (forall i, f i = 0 \/ f i = 1) -> sum f m < 1 -> sum f m = 0.
Proof. intros F. assert (P : forall k, 0 <= sum f k) by (intros k; apply sum_pos; intros i _; destruct (F i); lra).
  induction m as [|m I]; cbn [sum]; [reflexivity|]. intros L. specialize (P m). destruct (F m) as [Z|Z]; rewrite Z in *; [|lra].
  rewrite I; lra. Qed.
Theorem zero_training_error :
  (ln (2 * INR n) / (2 * gamma ^ 2) <= INR T -> training_error = 0) /\ training_error <= 1.
Proof. assert (F : forall i, 0 <= differ (sign (H 0 i)) (y i) <= 1) by (intros i; unfold differ; destruct (Req_EM_T _ _); lra).
  split; [intros L|unfold training_error; rewrite <- sum_scal; destruct (weights 0) as [P <-]; apply sum_le; intros i _;
    specialize (P i); specialize (F i); rewrite first_weight in *; nra]. assert (N : 0 < INR n) by now apply lt_0_INR. pose proof error_below_the_product as P.
  pose proof product_below_the_exponential as Q. pose proof (proj1 (exponential_below_one_example (INR T)) L) as E.
  assert (B : training_error <= / INR n * (1 / 2)) by (replace (/ INR n * (1 / 2)) with (1 / (2 * INR n)) by (field; lra); lra).
  unfold training_error in *. rewrite none_wrong; [ring| |].
  - intros i. unfold differ. destruct (Req_EM_T (sign (H 0 i)) (y i)); auto.
  - apply Rmult_le_reg_l in B; [lra|now apply Rinv_0_lt_compat]. Qed.
End Rounds.
