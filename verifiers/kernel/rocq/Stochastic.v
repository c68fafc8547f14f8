(* Stochastic gradient descent on a convex f: Theorem 3 of the lecture, on N paths of the noise with probabilities p, for T
   steps of size eta = sqrt(B^2 / (rho^2 T)) from w_0, in print w_1. *)
From Coq Require Import Reals Lra Lia Psatz.
From Lemmacheck Require Import Space Descent.
Open Scope R_scope.

Section Paths.
Variables (E : space) (f : E -> R) (gradient : E -> E) (best start : E) (N T : nat) (p : nat -> R) (rho : R).
Variables w v : nat -> nat -> E. (* w_t and v_t on path k *)
Hypothesis probabilities : (forall k, 0 <= p k) /\ sum p N = 1.
Hypothesis steps : (0 < T)%nat.
Definition mean X := sum (fun k => p k * X k) N. (* E[X] *)
Definition B := norm (minus start best).
Definition eta := sqrt (B ^ 2 / (rho ^ 2 * INR T)).
Hypothesis w_0 : forall k, w 0%nat k = start.
Hypothesis w_step : forall t k, w (S t) k = minus (w t k) (scal eta (v t k)).
Hypothesis spread : 0 < rho.
Hypothesis bounded : forall t k, (t < T)%nat -> norm (v t k) <= rho.
Hypothesis convex : forall x y, 0 <= tangent E f gradient x y.
(* E(v_t | w_t) = gradient of f at w_t, by what defines such a mean *)
Hypothesis unbiased : forall t (phi : E -> E), (t < T)%nat ->
  mean (fun k => ip (phi (w t k)) (v t k)) = mean (fun k => ip (phi (w t k)) (gradient (w t k))).

Lemma T_pos : 0 < INR T. Proof. now apply lt_0_INR. Qed.
Lemma mean_le X Y : (forall k, X k <= Y k) -> mean X <= mean Y.
Proof. intros L. apply sum_le. intros k _. apply Rmult_le_compat_l; [apply probabilities|apply L]. Qed.
Lemma mean_same X Y : (forall k, X k = Y k) -> mean X = mean Y.
Proof. intros L. apply sum_ext. intros k _. now rewrite L. Qed.
Lemma mean_affine a b X : mean (fun k => a * X k + b) = a * mean X + b.
Proof. unfold mean. rewrite (sum_ext _ (fun k => a * (p k * X k) + b * p k)) by (intros; ring).
  rewrite sum_add, !sum_scal, (proj2 probabilities). ring. Qed.
Lemma mean_of_sum (X : nat -> nat -> R) t : mean (fun k => sum (fun j => X j k) t) = sum (fun j => mean (X j)) t.
Proof. induction t as [|t H]; cbn [sum].
  - rewrite (mean_same _ (fun _ => 0 * 0 + 0)) by (intros; ring). rewrite (mean_affine 0 0 (fun _ => 0)). ring.
  - rewrite <- H. unfold mean. rewrite <- sum_add. apply sum_ext. intros. ring. Qed.
Definition pull k := / INR T * sum (fun t => ip (minus (w t k) best) (v t k)) T. (* (1/T) sum of <w_t - w*, v_t> *)
Definition average k := scal (/ INR T) (total (fun t => w t k) T). (* the mean of the w_t *)
Definition error k := / INR T * sum (fun t => f (w t k)) T - f best. (* (1/T) sum of f(w_t) - f(w* ) *)

Lemma B_pos : 0 <= B. Proof. apply norm_pos. Qed.
Lemma eta_is : eta = B / (rho * sqrt (INR T)).
Proof. pose proof T_pos as P. pose proof (sqrt_lt_R0 _ P) as Q. unfold eta.
  replace (B ^ 2 / (rho ^ 2 * INR T)) with ((B / (rho * sqrt (INR T))) * (B / (rho * sqrt (INR T)))).
  - apply sqrt_square. apply Rmult_le_pos; [apply B_pos|]. left. apply Rinv_0_lt_compat. nra.
  - rewrite <- (sqrt_sqrt (INR T)) at 3 by lra. field. lra. Qed.
Lemma nearer t k : (t <= T)%nat -> square (minus (w t k) best) + 2 * eta * sum (fun j => ip (minus (w j k) best) (v j k)) t
  <= B ^ 2 + eta ^ 2 * rho ^ 2 * INR t.
Proof. induction t as [|t H]; intros L.
  - rewrite w_0. simpl INR. cbn [sum]. unfold B. pose proof (norm_square (minus start best)). nra.
  - specialize (H ltac:(lia)). rewrite w_step, S_INR. cbn [sum]. set (s := sum _ t) in *.
    assert (V : square (v t k) <= rho ^ 2).
    { rewrite <- norm_square. pose proof (norm_pos (v t k)). specialize (bounded t k L). nra. }
    assert (I : square (minus (minus (w t k) (scal eta (v t k))) best)
      = square (minus (w t k) best) - 2 * eta * ip (minus (w t k) best) (v t k) + eta ^ 2 * square (v t k)).
    { set (x := minus (w t k) best). replace (minus (minus (w t k) (scal eta (v t k))) best) with (minus x (scal eta (v t k)))
        by (unfold x; same; ring). spread. rewrite (ip_sym _ (v t k) x). ring. }
    pose proof (Rmult_le_compat_l (eta ^ 2) _ _ (pow2_ge_0 eta) V). lra. Qed.
Lemma root_out a b : 0 < sqrt (INR T) -> a * INR T * (b / sqrt (INR T)) = b / rho * (a * rho * sqrt (INR T)).
Proof. intros Q. pose proof (sqrt_sqrt (INR T) (Rlt_le _ _ T_pos)) as R. set (r := sqrt (INR T)) in *.
  rewrite <- R. field. lra. Qed.
Lemma pull_below k : pull k <= B * rho / sqrt (INR T).
Proof. pose proof T_pos as P. pose proof (sqrt_lt_R0 _ P) as Q. pose proof (sqrt_sqrt (INR T) (Rlt_le _ _ P)) as R.
  pose proof (nearer T k (le_n T)) as A. pose proof (ip_pos _ (minus (w T k) best)) as O. fold (square (minus (w T k) best)) in O.
  unfold pull. set (s := sum _ T) in *. destruct (Req_dec B 0) as [Z|Z].
  - assert (S : s = 0); [|rewrite S, Z; unfold Rdiv; lra]. assert (Y : eta = 0) by (rewrite eta_is, Z; unfold Rdiv; ring).
    unfold s. rewrite (sum_ext _ (fun _ => 0 * 0)); [rewrite sum_scal; ring|]. intros t _.
    assert (W : forall u, w u k = start) by (induction u as [|u I]; [apply w_0|]; rewrite w_step, I, Y; same; ring).
    rewrite W. pose proof (cauchy_schwarz (minus start best) (v t k)) as C. rewrite <- (norm_square (minus start best)) in C.
    fold B in C. rewrite Z in C. rewrite Rmult_0_l, Rmult_0_l in C.
    destruct (Req_dec (ip (minus start best) (v t k)) 0) as [->|D]; [ring|].
    pose proof (Rsqr_pos_lt _ D). unfold Rsqr in *. lra.
  - pose proof B_pos. assert (K : eta * rho * sqrt (INR T) = B) by (rewrite eta_is; field; lra).
    assert (L : eta ^ 2 * rho ^ 2 * INR T = B ^ 2) by (rewrite <- K, <- R at 1; ring).
    assert (M : eta * s <= B ^ 2) by lra. apply Rmult_le_reg_l with (eta * INR T).
    + apply Rmult_lt_0_compat; [rewrite eta_is; apply Rdiv_lt_0_compat; nra|lra].
    + replace (eta * INR T * (/ INR T * s)) with (eta * s) by (field; lra).
      rewrite root_out, K by exact Q. replace (B * rho / rho * B) with (B ^ 2) by (field; lra). exact M. Qed.
Theorem iterative_update : mean pull <= B * rho / sqrt (INR T).
Proof. apply Rle_trans with (mean (fun _ => 0 * 0 + B * rho / sqrt (INR T))).
  - apply mean_le. intros k. pose proof (pull_below k). lra.
  - rewrite (mean_affine 0 _ (fun _ => 0)). lra. Qed.
Theorem jensen : mean (fun k => f (average k) - f best) <= mean error.
Proof. apply mean_le. intros k. pose proof T_pos as P. unfold error. set (a := average k).
  assert (S : INR T * f a <= sum (fun t => f (w t k)) T).
  { assert (A : sum (fun t => f a + ip (gradient a) (minus (w t k) a)) T <= sum (fun t => f (w t k)) T).
    { apply sum_le. intros t _. pose proof (convex (w t k) a) as C. unfold tangent in C. lra. }
    assert (C : forall c m, sum (fun _ => c) m = INR m * c).
    { intros c m. induction m as [|m H]; [simpl; ring|]. cbn [sum]. rewrite H, S_INR. ring. }
    assert (Z : sum (fun t => ip (gradient a) (minus (w t k) a)) T = 0).
    { rewrite (sum_ext _ (fun t => ip (w t k) (gradient a) + -1 * ip a (gradient a))).
      - rewrite sum_add, sum_scal, C, <- ip_total. unfold a at 2, average. rewrite ip_scal. field. lra.
      - intros t _. rewrite ip_sym. spread. ring. }
    rewrite sum_add, Z, C in A. lra. }
  apply Rplus_le_compat_r. apply Rmult_le_reg_l with (INR T); [lra|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  exact S. Qed.
Theorem mean_of_pulls : / INR T * sum (fun t => mean (fun k => ip (minus (w t k) best) (v t k))) T = mean pull.
Proof. rewrite <- mean_of_sum. rewrite (mean_same pull (fun k => / INR T * sum (fun t => ip (minus (w t k) best) (v t k)) T + 0))
    by (intros; unfold pull; ring). rewrite mean_affine. ring. Qed.
Theorem tower : mean error <= mean pull.
Proof. pose proof T_pos as P. unfold error.
  rewrite (mean_same _ (fun k => / INR T * sum (fun t => f (w t k)) T + - f best)) by (intros; ring).
  rewrite <- mean_of_pulls, mean_affine, mean_of_sum. assert (A : sum (fun t => mean (fun k => f (w t k)) + - f best) T
    <= sum (fun t => mean (fun k => ip (minus (w t k) best) (v t k))) T).
  { apply sum_le. intros t L. rewrite (unbiased t (fun x => minus x best) L).
    replace (mean (fun k => f (w t k)) + - f best) with (mean (fun k => 1 * f (w t k) + - f best)) by (rewrite mean_affine; ring).
    apply mean_le. intros k. pose proof (convex best (w t k)) as C. unfold tangent in C. revert C.
    spread. rewrite !(ip_sym _ (gradient (w t k))). lra. }
  assert (C : forall c m, sum (fun _ => c) m = INR m * c).
  { intros c m. induction m as [|m H]; [simpl; ring|]. cbn [sum]. rewrite H, S_INR. ring. }
  rewrite sum_add, C in A. apply Rmult_le_reg_l with (INR T); [lra|]. field_simplify; [|lra|lra]. lra. Qed.
Theorem theorem_3 : mean (fun k => f (average k)) - f best <= B * rho / sqrt (INR T).
Proof. pose proof jensen as A. pose proof tower as C. pose proof iterative_update as D.
  rewrite (mean_same _ (fun k => 1 * f (average k) + - f best)), mean_affine in A by (intros; ring). lra. Qed.
End Paths.

(* Without noise: w_{t+1} = w_t - eta grad f(w_t) on a convex f that is rho-Lipschitz. *)
Theorem lipschitz_convex_rate (E : space) (f : E -> R) (gradient : E -> E) (best start : E) T rho (w : nat -> E) :
  let B := norm (minus start best) in (0 < T)%nat -> 0 < rho -> w 0%nat = start ->
  (forall t, w (S t) = minus (w t) (scal (B / (rho * sqrt (INR T))) (gradient (w t)))) ->
  (forall x y, Rabs (f x - f y) <= rho * norm (minus x y)) -> (forall x y, 0 <= tangent E f gradient x y) ->
  f (scal (/ INR T) (total w T)) - f best <= B * rho / sqrt (INR T).
Proof. intros B steps spread w_0 w_step lipschitz convex. assert (bounded : forall x, norm (gradient x) <= rho).
  { intros x. set (g := gradient x). pose proof (convex (add x g) x) as C. pose proof (lipschitz (add x g) x) as L.
    unfold tangent in C. fold g in C. replace (minus (add x g) x) with g in * by (same; ring). pose proof (Rle_abs (f (add x g) - f x)).
    pose proof (norm_square g) as S. unfold square in S. destruct (norm_pos g) as [P|P]; [|lra].
    apply Rmult_le_reg_r with (norm g); lra. }
  pose proof (theorem_3 E f gradient best start 1 T (fun _ => 1) rho (fun t _ => w t) (fun t _ => gradient (w t))) as A.
  unfold mean, average in A. cbn [sum] in A.
  replace (f (scal (/ INR T) (total w T))) with (0 + 1 * f (scal (/ INR T) (total w T))) by ring. apply A; auto.
  - split; [intros _|]; lra.
  - intros t _. rewrite (eta_is E best start T rho steps spread). apply w_step. Qed.
