(* The perceptron's mistake bound, for all streams: each x_t is y_t x_t of an example on which it updates. *)
From Coq Require Import Reals Lra Psatz.
From Lemmacheck Require Import Space.
Open Scope R_scope.

Section Perceptron.
Variables (E : space) (x w : nat -> E) (u : E) (gamma : R).
Hypothesis w_0 : w 0%nat = zero.
Hypothesis w_step : forall t, w (S t) = add (w t) (x t).
Hypothesis positive : 0 < gamma.
Hypothesis unit : norm u = 1.
Hypothesis separated : forall t, gamma <= ip (x t) u.
Hypothesis in_unit_ball : forall t, square (x t) <= 1.
Hypothesis wrong : forall t, ip (w t) (x t) <= 0.
Theorem aligned t : gamma * INR t <= ip (w t) u.
Proof. induction t as [|t H]; [rewrite w_0, ip_zero; simpl; lra|].
  rewrite w_step, ip_add, S_INR. pose proof (separated t). lra. Qed.
Theorem short t : square (w t) <= INR t.
Proof. induction t as [|t H]; unfold square; [rewrite w_0, ip_zero; simpl; lra|].
  rewrite w_step, !ip_add, !ip_add_r, (ip_sym _ (x t) (w t)), S_INR. unfold square in H.
  pose proof (wrong t). pose proof (in_unit_ball t) as B. unfold square in B. lra. Qed.
Theorem below_the_root t : ip (w t) u <= sqrt (INR t).
Proof. pose proof (ip_at_most (w t) u) as C. rewrite unit in C. pose proof (sqrt_le_1_alt _ _ (short t)) as B.
  unfold norm in C. lra. Qed.
Theorem bounds_together m : 0 <= m -> gamma * m <= sqrt m -> m <= 1 / gamma ^ 2.
Proof. intros T D. pose proof (sqrt_sqrt m T) as Q. pose proof (sqrt_pos m).
  assert (D' : (gamma * m) * (gamma * m) <= m) by (assert (0 <= gamma * m) by nra; nra).
  apply Rmult_le_reg_r with (gamma ^ 2); [nra|]. replace (1 / gamma ^ 2 * gamma ^ 2) with 1 by (field; lra).
  destruct (Req_dec m 0) as [->|Z]; [nra|]. apply Rmult_le_reg_l with m; nra. Qed.
Theorem mistakes_are_few t : INR t <= 1 / gamma ^ 2.
Proof. apply bounds_together; [apply pos_INR|]. pose proof (aligned t). pose proof (below_the_root t). lra. Qed.
End Perceptron.
