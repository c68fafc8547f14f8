(* Proximal methods for lam |w|_1 + ln(sum of exp((V w)_i)), line by line: what their steps compute is the gradient of the
   second term, and the minimiser that defines prox. Coordinates are taken in an orthonormal basis e_0, ..., e_{d-1}. *)
From Coq Require Import Reals Lra Psatz.
From Lemmacheck Require Import Space Losses.
Open Scope R_scope.

Definition shrunk c x := Rmax (x - c) 0 - Rmax (- x - c) 0.
Lemma shrunk_minimises c x u : 0 <= c ->
  c * Rabs (shrunk c x) + (shrunk c x - x) ^ 2 / 2 + (u - shrunk c x) ^ 2 / 2 <= c * Rabs u + (u - x) ^ 2 / 2.
Proof. intros C. unfold shrunk, Rmax. destruct (Rle_dec (x - c) 0), (Rle_dec (- x - c) 0); try (exfalso; lra).
  - replace (0 - 0) with 0 by ring. rewrite Rabs_R0. unfold Rabs. destruct (Rcase_abs u); nra.
  - rewrite Rabs_left by lra. unfold Rabs. destruct (Rcase_abs u); nra.
  - rewrite Rabs_right by lra. unfold Rabs. destruct (Rcase_abs u); nra. Qed.

Section Coordinates.
Variables (E : space) (d : nat) (e : nat -> E).
Hypothesis orthonormal : forall j k, (j < d)%nat -> (k < d)%nat -> ip (e j) (e k) = if Nat.eq_dec j k then 1 else 0.
Hypothesis complete : forall v, square v = sum (fun k => ip v (e k) ^ 2) d.
Definition l1 v := sum (fun k => Rabs (ip v (e k))) d.
Variables (tau lam : R).
Definition prox v : E := total (fun k => scal (shrunk (tau * lam) (ip v (e k))) (e k)) d.
Lemma coordinate_of_prox v k : (k < d)%nat -> ip (prox v) (e k) = shrunk (tau * lam) (ip v (e k)).
Proof. intros K. unfold prox. rewrite ip_total.
  rewrite (sum_ext _ (fun j => shrunk (tau * lam) (ip v (e j)) * unit_vector k j)).
  - rewrite picked. destruct (Compare_dec.lt_dec k d); [reflexivity|contradiction].
  - intros j J. rewrite ip_scal, orthonormal by assumption. unfold unit_vector.
    destruct (Nat.eq_dec j k), (Nat.eq_dec k j); congruence. Qed.
Lemma prox_minimises v u : 0 <= tau * lam -> tau * (lam * l1 (prox v)) + square (minus (prox v) v) / 2
  + square (minus u (prox v)) / 2 <= tau * (lam * l1 u) + square (minus u v) / 2.
Proof. intros P. unfold l1, Rdiv. rewrite !complete, <- !Rmult_assoc, !(Rmult_comm (sum _ d) (/ 2)), <- !sum_scal, <- !sum_add.
  apply sum_le. intros k K. unfold minus. rewrite !ip_add, !ip_scal, coordinate_of_prox by exact K.
  pose proof (shrunk_minimises (tau * lam) (ip v (e k)) (ip u (e k)) P). lra. Qed.

Variables (n : nat) (z : nat -> E) (theta : nat -> R).
Hypothesis rows : (0 < n)%nat.
Let gradient w := pull E n z (softmax n (scores E z w)).
Let step from at_ := prox (minus from (scal tau (gradient at_))).
Fixpoint ista t := match t with O => zero | S k => step (ista k) (ista k) end.
(* w_t and the point that is extrapolated from it *)
Fixpoint fista t := match t with O => (zero, zero) | S k => let (w, gamma) := fista k in
  let next := step gamma gamma in (next, add next (scal (theta k) (minus next w))) end.
Fixpoint chambolle_pock t := match t with O => (zero, zero) | S k => let (w, gamma) := chambolle_pock k in
  let next := step w gamma in (next, add next (scal (theta k) (minus next w))) end.
(* next is prox_{tau lam |.|_1}(from - tau V* a), which minimises, where a is the gradient of ln(sum of exp(y_i)) at V at_. *)
Definition is_step from at_ next := forall a, slopes_at n (Lt n exp ln) (scores E z at_) a ->
  let v := minus from (scal tau (pull E n z a)) in next = prox v /\ (0 <= tau * lam -> forall u,
  tau * (lam * l1 next) + square (minus next v) / 2 + square (minus u next) / 2 <= tau * (lam * l1 u) + square (minus u v) / 2).
Lemma stepped from at_ : is_step from at_ (step from at_).
Proof. intros a A v. assert (G : gradient at_ = pull E n z a).
  { apply ip_same. intros x. unfold gradient, pull. rewrite !ip_total. apply sum_ext. intros i I. rewrite !ip_scal. f_equal.
    exact (one_slope n _ _ _ _ i I (slopes_of_softmax n rows _) A). }
  unfold step. rewrite G. split; [reflexivity|]. intros P u. now apply prox_minimises. Qed.
Theorem ista_line_by_line t : ista 0 = zero /\ is_step (ista t) (ista t) (ista (S t)).
Proof. split; [reflexivity|apply stepped]. Qed.
Theorem fista_line_by_line t : let w t := fst (fista t) in let gamma t := snd (fista t) in
  w 0%nat = zero /\ gamma 0%nat = zero /\ is_step (gamma t) (gamma t) (w (S t)) /\
  gamma (S t) = add (w (S t)) (scal (theta t) (minus (w (S t)) (w t))).
Proof. cbn [fista]. destruct (fista t) as [w gamma]. repeat split; apply stepped; assumption. Qed.
Theorem alternative_line_by_line t : let w t := fst (chambolle_pock t) in let gamma t := snd (chambolle_pock t) in
  w 0%nat = zero /\ gamma 0%nat = zero /\ is_step (w t) (gamma t) (w (S t)) /\
  gamma (S t) = add (w (S t)) (scal (theta t) (minus (w (S t)) (w t))).
Proof. cbn [chambolle_pock]. destruct (chambolle_pock t) as [w gamma]. repeat split; apply stepped; assumption. Qed.
End Coordinates.
