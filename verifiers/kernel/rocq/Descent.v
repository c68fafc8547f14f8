(* Gradient descent on smooth f, and Nesterov's acceleration of it, for all runs: f and its gradient are any functions. *)
From Coq Require Import Reals Lra Psatz.
From Lemmacheck Require Import Space.
Open Scope R_scope.

Section Descent.
Variables (E : space) (f : E -> R) (gradient : E -> E) (best : E) (beta : R).
Definition tangent x y := f x - f y - ip (gradient y) (minus x y). (* f(x) - f(y) - <grad f(y), x - y> *)
Hypothesis positive : 0 < beta.
Hypothesis smooth : forall x y, tangent x y <= beta / 2 * square (minus x y).
Definition gap x := f x - f best.
Definition descended y := add y (scal (- / beta) (gradient y)).
Ltac expand := unfold tangent, minus, square, descended in *;
  repeat rewrite ?ip_add, ?ip_add_r, ?ip_scal, ?ip_scal_r in *.
Lemma step y : f (descended y) <= f y - square (gradient y) / (2 * beta).
Proof. pose proof (smooth (descended y) y) as S. expand. rewrite (ip_sym _ y (gradient y)) in S.
  set (x := ip (gradient y) (gradient y)) in *. set (c := ip (gradient y) y) in *. set (d := ip y y) in *.
  match type of S with _ - _ - ?a <= ?b => assert (I : b + a = - (x / (2 * beta))) by (field; lra) end. lra. Qed.

Section Convex.
Hypothesis convex : forall x y, 0 <= tangent x y.

(* w_{t+1} = w_t - grad f(w_t) / beta *)
Section Plain.
Variable w : nat -> E.
Hypothesis w_step : forall t, w (S t) = descended (w t).
Lemma falls t : 2 * INR t * gap (w t) / beta + square (minus (w t) best) <= square (minus (w 0%nat) best).
Proof. induction t as [|t H]; [simpl; lra|]. apply Rle_trans with (2 := H). rewrite w_step, S_INR.
  pose proof (step (w t)) as F. pose proof (convex best (w t)) as C. pose proof (pos_INR t) as T. unfold gap in *.
  set (n := INR t) in *. pose proof (ip_pos _ (gradient (w t))) as X. revert F.
  generalize (f (descended (w t))). intros next F. expand.
  rewrite ?(ip_sym _ best (gradient (w t))), ?(ip_sym _ (w t) (gradient (w t))), ?(ip_sym _ best (w t)) in *.
  set (x := ip (gradient (w t)) (gradient (w t))) in *. set (c := ip (gradient (w t)) (w t)) in *.
  set (b := ip (gradient (w t)) best) in *. set (h := / beta).
  assert (P : 0 < h) by now apply Rinv_0_lt_compat. assert (A : next <= f (w t) - h * x / 2).
  { replace (h * x / 2) with (x / (2 * beta)) by (unfold h; field; lra). exact F. }
  assert (0 <= 2 * h * (n + 1) * (f (w t) - h * x / 2 - next)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= 2 * h * (f best - f (w t) - (b + -1 * c))) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= n * (h * h) * x) by (repeat apply Rmult_le_pos; lra).
  unfold Rdiv. fold h. nra. Qed.
Theorem descent_rate t : gap (w (S t)) <= beta * square (minus (w 0%nat) best) / (2 * INR (S t)).
Proof. pose proof (falls (S t)) as F. pose proof (ip_pos _ (minus (w (S t)) best)) as X. unfold square in *.
  assert (T : 0 < INR (S t)) by (rewrite S_INR; pose proof (pos_INR t); lra). set (n := INR (S t)) in *.
  apply Rmult_le_reg_r with (2 * n / beta); [apply Rmult_lt_0_compat; [lra|now apply Rinv_0_lt_compat]|].
  match goal with |- ?a <= ?b => replace a with (2 * n * gap (w (S t)) / beta) by (field; lra);
    replace b with (ip (minus (w 0%nat) best) (minus (w 0%nat) best)) by (field; lra) end. lra. Qed.
End Plain.

(* w_{t+1} = y_t - grad f(y_t) / beta, y_{t+1} = w_{t+1} + t / (t + 3) (w_{t+1} - w_t) *)
Section Accelerated.
Variables w y : nat -> E.
Hypothesis start : y 0%nat = w 0%nat.
Hypothesis w_step : forall t, w (S t) = descended (y t).
Hypothesis y_step : forall t, y (S t) = add (w (S t)) (scal (INR t / (INR t + 3)) (minus (w (S t)) (w t))).
Hypothesis stationary : gradient best = zero.
Definition z t := add (w t) (scal ((INR t + 2) / 2) (minus (y t) (w t))).
Lemma z_next t v : ip (z (S t)) v = ip (z t) v - (INR t + 2) / 2 * / beta * ip (gradient (y t)) v.
Proof. unfold z. rewrite y_step, w_step, S_INR. unfold minus, descended. pose proof (pos_INR t).
  repeat rewrite ?ip_add, ?ip_scal. field. split; lra. Qed.
Lemma z_is t v : ip (z t) v = ip (y t) v + INR t / 2 * (ip (y t) v - ip (w t) v).
Proof. unfold z, minus. repeat rewrite ?ip_add, ?ip_scal. field. Qed.
Lemma z_square t : square (minus (z (S t)) best) = square (minus (z t) best)
  - (INR t + 2) * / beta * (ip (z t) (gradient (y t)) - ip best (gradient (y t)))
  + ((INR t + 2) / 2 * / beta) ^ 2 * square (gradient (y t)).
Proof. unfold minus, square. rewrite !ip_add, !ip_add_r, !ip_scal, !ip_scal_r.
  rewrite (ip_sym _ best (z (S t))), (ip_sym _ best (z t)), (ip_sym _ best (gradient (y t))).
  rewrite !z_next, (ip_sym _ (z t) (z (S t))), (ip_sym _ (gradient (y t)) (z (S t))), !z_next.
  rewrite (ip_sym _ (z t) (gradient (y t))). field. lra. Qed.
Lemma accelerated_step t : (INR t + 2) ^ 2 * gap (w (S t)) / (2 * beta) + square (minus (z (S t)) best)
  <= INR t * (INR t + 2) * gap (w t) / (2 * beta) + square (minus (z t) best).
Proof. pose proof (step (y t)) as F. pose proof (convex best (y t)) as C. pose proof (convex (w t) (y t)) as D.
  pose proof (pos_INR t) as T. rewrite <- w_step in F. rewrite z_square, z_is. unfold gap, tangent, minus in *.
  rewrite !ip_add_r, !ip_scal_r in C, D. unfold square in F. set (G := gradient (y t)) in *.
  generalize (square (add (z t) (scal (-1) best))). intros off. unfold square.
  rewrite !(ip_sym _ G) in C, D. set (n := INR t) in *. set (x := ip G G) in *. set (h := / beta).
  assert (P : 0 < h) by now apply Rinv_0_lt_compat. assert (A : f (w (S t)) <= f (y t) - h * x / 2).
  { replace (h * x / 2) with (x / (2 * beta)) by (unfold h; field; lra). exact F. }
  set (a := ip (y t) G) in *. set (b := ip (w t) G) in *. set (c := ip best G) in *.
  assert (K : 0 <= (n + 2) ^ 2 * h / 2 * (f (y t) - h * x / 2 - f (w (S t)))) by (apply Rmult_le_pos; nra).
  assert (L : 0 <= (n + 2) * h * (f best - f (y t) - (c + -1 * a))) by (apply Rmult_le_pos; nra).
  assert (M : 0 <= n / 2 * ((n + 2) * h) * (f (w t) - f (y t) - (b + -1 * a))) by (repeat apply Rmult_le_pos; nra).
  replace ((n + 2) ^ 2 * (f (w (S t)) - f best) / (2 * beta)) with ((n + 2) ^ 2 * (f (w (S t)) - f best) * h / 2)
    by (unfold h; field; lra).
  replace (n * (n + 2) * (f (w t) - f best) / (2 * beta)) with (n * (n + 2) * (f (w t) - f best) * h / 2)
    by (unfold h; field; lra). nra. Qed.
Lemma gap_pos v : 0 <= gap v.
Proof. pose proof (convex v best) as C. unfold tangent in C. rewrite stationary, ip_zero in C. unfold gap. lra. Qed.
Lemma energy t : INR t * (INR t + 2) * gap (w t) / (2 * beta) + square (minus (z t) best)
  <= square (minus (w 0%nat) best).
Proof. induction t as [|t H].
  - unfold minus, square. rewrite !ip_add, !ip_add_r, !ip_scal, !ip_scal_r, (ip_sym _ best (z 0)), !z_is,
      (ip_sym _ (y 0%nat) (z 0)), (ip_sym _ (w 0%nat) (z 0)), !z_is, start, (ip_sym _ best (w 0%nat)). simpl. lra.
  - apply Rle_trans with (2 := H). apply Rle_trans with (2 := accelerated_step t). rewrite S_INR.
    pose proof (gap_pos (w (S t))) as G. pose proof (pos_INR t). apply Rplus_le_compat_r. unfold Rdiv.
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|]. apply Rmult_le_compat_r; nra. Qed.
Theorem accelerated_rate t : gap (w t) <= 2 * beta * square (minus (w 0%nat) best) / (INR t + 1) ^ 2.
Proof. assert (B : (INR t + 1) ^ 2 * gap (w t) / (2 * beta) <= square (minus (w 0%nat) best)).
  { destruct t as [|t].
    - pose proof (smooth (w 0%nat) best) as F. unfold tangent in F. rewrite stationary, ip_zero in F. unfold gap. simpl.
      pose proof (ip_pos _ (minus (w 0%nat) best)) as X. unfold square in *. apply Rmult_le_reg_r with (2 * beta); [lra|].
      match goal with |- ?a / (2 * beta) * (2 * beta) <= _ => replace (a / (2 * beta) * (2 * beta)) with a by (field; lra) end. nra.
    - pose proof (accelerated_step t) as A. pose proof (energy t) as Y. pose proof (ip_pos _ (minus (z (S t)) best)) as X.
      unfold square in *. rewrite S_INR. replace (INR t + 1 + 1) with (INR t + 2) by ring. lra. }
  pose proof (pos_INR t). apply Rmult_le_reg_r with ((INR t + 1) ^ 2 / (2 * beta));
    [apply Rdiv_lt_0_compat; nra|].
  match goal with |- ?a <= ?b => replace a with ((INR t + 1) ^ 2 * gap (w t) / (2 * beta)) by (field; lra);
    replace b with (square (minus (w 0%nat) best)) by (field; split; lra) end. exact B. Qed.
End Accelerated.
End Convex.
End Descent.
