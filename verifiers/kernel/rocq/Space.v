(* A real inner product space of any dimension, by what an inner product satisfies; Cauchy, Schwarz and the triangle. *)
From Coq Require Import Reals Lra Psatz.
Open Scope R_scope.

Record space := {
  V :> Type; add : V -> V -> V; scal : R -> V -> V; zero : V; ip : V -> V -> R;
  ip_sym : forall x y, ip x y = ip y x;
  ip_add : forall x y z, ip (add x y) z = ip x z + ip y z;
  ip_scal : forall a x z, ip (scal a x) z = a * ip x z;
  ip_zero : forall z, ip zero z = 0;
  ip_pos : forall x, 0 <= ip x x;
  ip_same : forall x y, (forall z, ip x z = ip y z) -> x = y }.
Arguments add {s}. Arguments scal {s}. Arguments zero {s}. Arguments ip {s}.

(* f 0 + ... + f (t - 1), of numbers and of vectors *)
Fixpoint sum (f : nat -> R) t := match t with O => 0 | S k => sum f k + f k end.
Fixpoint total {E : space} (f : nat -> E) t : E := match t with O => zero | S k => add (total f k) (f k) end.

Section Norms.
Context {E : space}.
Implicit Types x y z : E.
Definition square x := ip x x.
Definition norm x := sqrt (square x).
Definition minus x y := add x (scal (-1) y).
Lemma ip_add_r x y z : ip z (add x y) = ip z x + ip z y.
Proof. now rewrite ip_sym, ip_add, !(ip_sym _ z). Qed.
Lemma ip_scal_r a x z : ip z (scal a x) = a * ip z x.
Proof. now rewrite ip_sym, ip_scal, (ip_sym _ z). Qed.
Lemma ip_zero_r z : ip z (zero : E) = 0.
Proof. now rewrite ip_sym, ip_zero. Qed.
Lemma norm_pos x : 0 <= norm x.
Proof. apply sqrt_pos. Qed.
Lemma norm_square x : norm x * norm x = square x.
Proof. apply sqrt_sqrt, ip_pos. Qed.
Lemma two_ip x y : 2 * ip x y <= square x + square y.
Proof. generalize (ip_pos _ (minus x y)). unfold minus, square.
  rewrite !ip_add, !ip_add_r, !ip_scal, !ip_scal_r, (ip_sym _ y x). lra. Qed.
Lemma cauchy_schwarz x y : ip x y * ip x y <= square x * square y.
Proof. pose proof (ip_pos _ x) as X. destruct (Req_dec (square x) 0) as [Z|Z].
  - pose proof (ip_pos _ (add (scal (ip x y * (1 + square y)) x) (scal (-1) y))) as P. unfold square in *.
    pose proof (ip_pos _ y) as Y. destruct (Req_dec (ip x y) 0) as [->|K]; [nra|].
    pose proof (ip_pos _ (add (scal ((1 + ip y y) / (2 * ip x y)) x) (scal (-1) y))) as P'.
    rewrite !ip_add, !ip_add_r, !ip_scal, !ip_scal_r, (ip_sym _ y x), Z in P'.
    exfalso. replace ((1 + ip y y) / (2 * ip x y) * (-1 * ip x y)) with (- ((1 + ip y y) / 2)) in P' by (field; exact K).
    replace (-1 * ((1 + ip y y) / (2 * ip x y) * ip x y)) with (- ((1 + ip y y) / 2)) in P' by (field; exact K). lra.
  - pose proof (ip_pos _ (add (scal (- (ip x y / square x)) x) y)) as P. unfold square in *.
    rewrite !ip_add, !ip_add_r, !ip_scal, !ip_scal_r, (ip_sym _ y x) in P.
    assert (S : 0 < ip x x) by lra.
    assert (Q : ip x x * (- (ip x y / ip x x) * (- (ip x y / ip x x) * ip x x) + - (ip x y / ip x x) * ip x y
      + (- (ip x y / ip x x) * ip x y + ip y y)) = ip x x * ip y y - ip x y * ip x y) by (field; lra).
    assert (0 <= ip x x * (- (ip x y / ip x x) * (- (ip x y / ip x x) * ip x x) + - (ip x y / ip x x) * ip x y
      + (- (ip x y / ip x x) * ip x y + ip y y))) by (apply Rmult_le_pos; lra). lra. Qed.
Lemma ip_at_most x y : ip x y <= norm x * norm y.
Proof. pose proof (cauchy_schwarz x y) as C. pose proof (norm_pos x). pose proof (norm_pos y).
  apply Rsqr_incr_0_var; unfold Rsqr; [|now apply Rmult_le_pos].
  rewrite <- (norm_square x), <- (norm_square y) in C. lra. Qed.
Lemma triangle x y : norm (add x y) <= norm x + norm y.
Proof. pose proof (norm_pos x). pose proof (norm_pos y). pose proof (norm_pos (add x y)).
  pose proof (norm_square (add x y)) as S. pose proof (norm_square x) as X. pose proof (norm_square y) as Y.
  pose proof (ip_at_most x y). apply Rsqr_incr_0_var; unfold Rsqr; [|lra].
  unfold square in *. rewrite ip_add, !ip_add_r, (ip_sym _ y x) in S. lra. Qed.
Lemma norm_scal a x : 0 <= a -> norm (scal a x) = a * norm x.
Proof. intros A. unfold norm, square. rewrite ip_scal, ip_scal_r, <- Rmult_assoc, sqrt_mult_alt by nra. now rewrite sqrt_square. Qed.
Lemma norm_opposite a x : 0 <= a -> norm (scal (- a) x) = a * norm x.
Proof. intros A. rewrite <- (norm_scal a) by exact A. unfold norm, square. rewrite !ip_scal, !ip_scal_r. f_equal. ring. Qed.
Lemma norm_zero : norm (zero : E) = 0.
Proof. unfold norm, square. rewrite ip_zero. apply sqrt_0. Qed.
Lemma norm_triple x y z : norm (add (add x y) z) <= norm x + norm y + norm z.
Proof. pose proof (triangle (add x y) z). pose proof (triangle x y). lra. Qed.
Lemma ip_total f t z : ip (total (E := E) f t) z = sum (fun j => ip (f j) z) t.
Proof. induction t as [|t H]; simpl; [apply ip_zero|]. now rewrite ip_add, H. Qed.
Lemma norm_total f t : norm (total (E := E) f t) <= sum (fun j => norm (f j)) t.
Proof. induction t as [|t H]; simpl; [rewrite norm_zero; lra|]. pose proof (triangle (total f t) (f t)). lra. Qed.
End Norms.
Ltac spread := unfold minus, square;
  repeat rewrite ?ip_add, ?ip_add_r, ?ip_scal, ?ip_scal_r, ?ip_zero, ?ip_zero_r, ?ip_total.
Ltac same := apply ip_same; intros ?; spread. (* two vectors are one, as their inner products are *)

Lemma sum_ext f g t : (forall j, (j < t)%nat -> f j = g j) -> sum f t = sum g t.
Proof. intros H. induction t as [|t I]; simpl; [reflexivity|]. rewrite I, H; auto with arith. Qed.
Lemma sum_le f g t : (forall j, (j < t)%nat -> f j <= g j) -> sum f t <= sum g t.
Proof. intros H. induction t as [|t I]; simpl; [lra|]. apply Rplus_le_compat; auto with arith. Qed.
Lemma sum_pos f t : (forall j, (j < t)%nat -> 0 <= f j) -> 0 <= sum f t.
Proof. intros H. replace 0 with (sum (fun _ => 0) t); [now apply sum_le|]. clear H. induction t as [|t I]; simpl; lra. Qed.
Lemma sum_scal a f t : sum (fun j => a * f j) t = a * sum f t.
Proof. induction t as [|t H]; simpl; [|rewrite H]; ring. Qed.
Lemma sum_add f g t : sum (fun j => f j + g j) t = sum f t + sum g t.
Proof. induction t as [|t H]; simpl; [|rewrite H]; ring. Qed.

(* Z and its transpose: <Zw, q> = <w, Z'q>; that both are linear follows. *)
Definition adjoint {E D : space} (Z : E -> D) (Zt : D -> E) := forall w q, ip (Z w) q = ip w (Zt q).
Section Adjoint.
Context {E D : space} {Z : E -> D} {Zt : D -> E} (H : adjoint Z Zt).
Lemma adjoint_sym : adjoint Zt Z.
Proof. intros q w. now rewrite ip_sym, <- H, ip_sym. Qed.
Lemma image_add x y : Zt (add x y) = add (Zt x) (Zt y).
Proof. apply ip_same. intros z. now rewrite ip_add, !adjoint_sym, ip_add. Qed.
Lemma image_scal a x : Zt (scal a x) = scal a (Zt x).
Proof. apply ip_same. intros z. now rewrite ip_scal, !adjoint_sym, ip_scal. Qed.
Lemma image_zero : Zt zero = zero.
Proof. apply ip_same. intros z. now rewrite adjoint_sym, !ip_zero. Qed.
Lemma image_minus x y : Zt (minus x y) = minus (Zt x) (Zt y).
Proof. unfold minus. now rewrite image_add, image_scal. Qed.
End Adjoint.
