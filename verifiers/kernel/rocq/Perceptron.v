(* The perceptron on any stream of examples: its mistake bound, line by line, and what its update is. Steps are counted from
   0: x i is met at w i, in print x_{i+1}; nature gives its label y i = 1 or -1, knowing the prediction if she likes. *)
From Coq Require Import Reals Lra Lia Psatz.
From Lemmacheck Require Import Space.
Open Scope R_scope.

Definition at_least_zero z := if Rle_dec 0 z then 1 else 0. (* 1[z >= 0] *)
Definition differ a b := if Req_EM_T a b then 0 else 1. (* 1[a <> b] *)
Definition relu z := Rmax 0 z.
(* relu'(z), and 1 at 0: its difference quotient from z over |z|, and from 0 over 1 *)
Definition relu_slope z := let h := if Req_EM_T z 0 then 1 else Rabs z in (relu (z + h) - relu z) / h.
Ltac cases := unfold at_least_zero, differ, relu, relu_slope, Rmax, Rabs in *;
  repeat match goal with |- context [if ?c then _ else _] => destruct c
    | |- context [match ?c with _ => _ end] => destruct c end.
Lemma relu_slope_is z : relu_slope z = at_least_zero z.
Proof. unfold relu_slope, at_least_zero, relu. destruct (Req_EM_T z 0) as [->|Z]; [cases; lra|].
  destruct (Rle_dec 0 z); [rewrite Rabs_right, !Rmax_right by lra|rewrite Rabs_left, !Rmax_left by lra]; field; lra. Qed.
Lemma zero_or_one z : at_least_zero z = 0 \/ at_least_zero z = 1.
Proof. cases; auto. Qed.

Section Stream.
Variables (E : space) (start : E) (x : nat -> E) (nature : nat -> R -> R).
Definition predict (w x : E) := 2 * at_least_zero (ip w x) - 1.
Definition subgradient (w xy : E) := scal (- relu_slope (ip w (scal (-1) xy))) xy. (* at w, of w -> relu(<w, -xy>) *)
Fixpoint w t := match t with O => start | S i =>
  minus (w i) (subgradient (w i) (scal (nature i (predict (w i) (x i))) (x i))) end.
Definition predicted i := predict (w i) (x i).
Definition y i := nature i (predicted i).
Definition xy i := scal (y i) (x i).
Definition wrong i := differ (predicted i) (y i).
Definition updates i := at_least_zero (ip (w i) (scal (-1) (xy i))).
Definition size := sum updates. (* |M_t| *)
Hypothesis labels : forall i, y i = 1 \/ y i = -1.

Theorem subgradient_step i u : w (S i) = minus (w i) (subgradient (w i) (xy i)) /\ relu (ip u (scal (-1) (xy i)))
  >= relu (ip (w i) (scal (-1) (xy i))) + ip (subgradient (w i) (xy i)) (minus u (w i)).
Proof. split; [reflexivity|]. unfold subgradient. rewrite relu_slope_is. spread.
  rewrite (ip_sym _ (xy i) u), (ip_sym _ (xy i) (w i)). cases; lra. Qed.
Theorem subgradient_step_is_indicated (v z : E) :
  minus v (subgradient v z) = add v (scal (at_least_zero (ip v (scal (-1) z))) z).
Proof. unfold subgradient. rewrite relu_slope_is. same. ring. Qed.
Theorem update i : w (S i) = add (w i) (scal (updates i) (xy i)).
Proof. apply subgradient_step_is_indicated. Qed.
Lemma next i v : ip (w (S i)) v = ip (w i) v + updates i * ip (xy i) v.
Proof. rewrite update. now spread. Qed.
Lemma updates_so i : (ip (w i) (xy i) <= 0 /\ updates i = 1) \/ (0 < ip (w i) (xy i) /\ updates i = 0).
Proof. unfold updates. spread. cases; [left|right]; lra. Qed.
Lemma updates_few i : 0 <= updates i <= 1.
Proof. destruct (updates_so i); lra. Qed.
Theorem nothing_else_is_done i : 0 < ip (w i) (xy i) -> updates i = 0 /\ w (S i) = w i.
Proof. intros P. assert (U : updates i = 0) by (destruct (updates_so i); lra). split; [exact U|]. same.
  rewrite next, U. ring. Qed.
Theorem lists_the_updates i t : (ip (w i) (xy i) <= 0 -> minus (w (S i)) (w i) = xy i) /\
  (0 < ip (w i) (xy i) -> minus (w (S i)) (w i) = zero) /\ 0 <= size t <= INR t.
Proof. split; [|split].
  - intros P. same. rewrite next. destruct (updates_so i) as [[_ ->]|[]]; lra.
  - intros P. same. rewrite next. destruct (updates_so i) as [[]|[_ ->]]; lra.
  - unfold size. induction t as [|t H]; [simpl; lra|]. rewrite S_INR. cbn [sum]. pose proof (updates_few t). lra. Qed.
Definition member t i := if Compare_dec.lt_dec i t then updates i else 0. (* 1[i in M_t] *)
Theorem updates_are_kept t : size t <= size (S t) /\ forall s i, (s <= t)%nat -> member s i <= member t i.
Proof. split; [unfold size; cbn [sum]; pose proof (updates_few t); lra|]. intros s i L. unfold member.
  pose proof (updates_few i). destruct (Compare_dec.lt_dec i s), (Compare_dec.lt_dec i t); try lra. lia. Qed.

(* The online protocol. *)
Theorem prediction i : (0 <= ip (w i) (x i) -> predicted i = 1) /\ (ip (w i) (x i) < 0 -> predicted i = -1).
Proof. unfold predicted, predict. split; cases; lra. Qed.
Lemma predicted_so i : predicted i = 1 \/ predicted i = -1.
Proof. unfold predicted, predict. destruct (zero_or_one (ip (w i) (x i))) as [-> | ->]; lra. Qed.
Lemma wrong_is i : predicted i * y i = 1 - 2 * wrong i.
Proof. unfold wrong, differ. destruct (Req_EM_T (predicted i) (y i)); destruct (predicted_so i) as [P|P], (labels i) as [L|L];
  rewrite P, L in *; lra. Qed.
Theorem loss_and_update i : (wrong i = 0 \/ wrong i = 1) /\ predicted i * y i = 1 - 2 * wrong i /\
  w (S i) = add (w i) (scal (at_least_zero (- ip (w i) (scal (y i) (x i)))) (scal (y i) (x i))).
Proof. split; [unfold wrong; cases; auto|split; [apply wrong_is|]]. rewrite update. unfold updates, xy.
  spread. do 3 f_equal. ring. Qed.

(* M_t holds every mistake. *)
Theorem mistakes_are_updates i : wrong i <= updates i.
Proof. pose proof (wrong_is i) as W. destruct (updates_so i) as [[_ U]|[P U]]; rewrite U.
  - unfold wrong. cases; lra.
  - unfold xy in P. rewrite ip_scal_r in P. destruct (prediction i) as [A B], (labels i) as [L|L]; rewrite L in *;
      [rewrite A in W by lra|rewrite B in W by lra]; lra. Qed.
Theorem fewer_mistakes_than_updates t : sum wrong t <= size t.
Proof. apply sum_le. intros i _. apply mistakes_are_updates. Qed.

(* Squared norms. Fact: examples have norm 1 at most. *)
Theorem square_of_the_update i : square (w (S i)) = square (add (w i) (scal (updates i) (xy i))).
Proof. now rewrite update. Qed.
Theorem square_of_a_sum i : square (add (w i) (scal (updates i) (xy i)))
  = square (w i) + 2 * ip (scal (updates i) (xy i)) (w i) + square (scal (updates i) (xy i)).
Proof. spread. rewrite (ip_sym _ (w i) (xy i)). ring. Qed.
Theorem square_expanded i :
  square (w (S i)) = square (w i) + 2 * ip (scal (updates i) (xy i)) (w i) + square (scal (updates i) (xy i)).
Proof. rewrite update. apply square_of_a_sum. Qed.
Theorem indicator_taken_out i :
  square (w (S i)) = square (w i) + 2 * ip (w i) (xy i) * updates i + updates i * square (xy i).
Proof. rewrite square_expanded. spread. rewrite (ip_sym _ (xy i) (w i)).
  destruct (updates_so i) as [[_ ->]|[_ ->]]; ring. Qed.
Section Short.
Hypothesis short : forall i, square (xy i) <= 1.
Theorem square_grows_by_one i : square (w (S i)) <= square (w i) + 0 + updates i.
Proof. rewrite indicator_taken_out. specialize (short i). destruct (updates_so i) as [[P ->]|[P ->]]; lra. Qed.
Theorem square_is_at_most_the_updates t : square (w t) <= square start + sum updates t.
Proof. induction t as [|t H]; [simpl; lra|]. cbn [sum]. pose proof (square_grows_by_one t). lra. Qed.
End Short.

Section Zero.
Hypothesis from_zero : start = zero.
Theorem count_of_the_updates t : square start + sum updates t = size t.
Proof. rewrite from_zero. unfold square. rewrite ip_zero. apply Rplus_0_l. Qed.
Theorem weights_are_a_sum t : w t = total (fun i => scal (updates i) (xy i)) t.
Proof. induction t as [|t H]; [exact from_zero|]. rewrite update. cbn [total]. now rewrite <- H. Qed.
End Zero.

(* Facts: u separates with margin gamma; examples have norm 1 at most; w_0 = 0. *)
Section Separated.
Variables (u : E) (gamma : R).
Hypothesis positive : 0 < gamma.
Hypothesis unit : norm u = 1.
Hypothesis separated : forall i, gamma <= ip (xy i) u.
Theorem the_past_serves_the_future i : 0 <= ip (w (S i)) u - ip (w i) u /\
  gamma * updates i <= ip (w (S i)) u - ip (w i) u /\ 0 < ip (xy i) u.
Proof. rewrite next. pose proof (separated i). destruct (updates_so i) as [[_ ->]|[_ ->]]; lra. Qed.
Theorem bounds_together m : 0 <= m -> gamma * m <= sqrt m -> m <= 1 / gamma ^ 2.
Proof. intros T D. pose proof (sqrt_sqrt m T) as Q. pose proof (sqrt_pos m).
  assert (D' : (gamma * m) * (gamma * m) <= m) by (assert (0 <= gamma * m) by nra; nra).
  apply Rmult_le_reg_r with (gamma ^ 2); [nra|]. replace (1 / gamma ^ 2 * gamma ^ 2) with 1 by (field; lra).
  destruct (Req_dec m 0) as [->|Z]; [nra|]. apply Rmult_le_reg_l with m; nra. Qed.
Theorem below_the_norm t : ip (w t) u <= norm (w t).
Proof. pose proof (ip_at_most (w t) u) as C. rewrite unit in C. lra. Qed.
Theorem updates_gain_the_margin t : gamma * size t <= sum (fun i => updates i * ip (xy i) u) t.
Proof. unfold size. rewrite <- sum_scal. apply sum_le. intros i _. pose proof (separated i). pose proof (updates_few i). nra. Qed.
Hypothesis short : forall i, square (xy i) <= 1.
Hypothesis from_zero : start = zero.
Theorem square_is_at_most_the_count t : square (w t) <= size t.
Proof. rewrite <- count_of_the_updates by exact from_zero. now apply square_is_at_most_the_updates. Qed.
Theorem correlation_is_a_sum t : ip (w t) u = sum (fun i => updates i * ip (xy i) u) t.
Proof. rewrite weights_are_a_sum, ip_total by exact from_zero. apply sum_ext. intros i _. apply ip_scal. Qed.
Theorem aligned t : gamma * size t <= ip (w t) u.
Proof. rewrite correlation_is_a_sum. apply updates_gain_the_margin. Qed.
Theorem below_the_root t : ip (w t) u <= sqrt (size t).
Proof. pose proof (below_the_norm t) as C. pose proof (sqrt_le_1_alt _ _ (square_is_at_most_the_count t)) as B.
  unfold norm in C. lra. Qed.
Theorem updates_are_few t : size t <= 1 / gamma ^ 2.
Proof. apply bounds_together; [apply (lists_the_updates 0 t)|]. pose proof (aligned t). pose proof (below_the_root t). lra. Qed.
Theorem mistakes_are_few t : sum wrong t <= 1 / gamma ^ 2.
Proof. pose proof (fewer_mistakes_than_updates t). pose proof (updates_are_few t). lra. Qed.
End Separated.
End Stream.

(* Nature contradicts every prediction. *)
Theorem nature_chooses_the_label (E : space) (start : E) x t : let nature := fun (_ : nat) p => - p in
  let y := y E start x nature in (forall i, y i * y i = 1) /\ sum (wrong E start x nature) t = INR t /\
  forall i, y i = - predicted E start x nature i /\ w E start x nature (S i) = add (w E start x nature i)
    (scal (at_least_zero (- ip (w E start x nature i) (scal (y i) (x i)))) (scal (y i) (x i))).
Proof. intros nature y. assert (L : forall i, y i = 1 \/ y i = -1).
  { intros i. unfold y, Perceptron.y, nature. destruct (predicted_so E start x (fun _ p => - p) i) as [-> | ->]; lra. }
  split; [|split].
  - intros i. destruct (L i) as [-> | ->]; ring.
  - induction t as [|t H]; [reflexivity|]. cbn [sum]. rewrite H, S_INR. f_equal.
    pose proof (wrong_is E start x nature L t) as W. fold y in W. specialize (L t).
    unfold y, Perceptron.y, nature in *. destruct L as [L|L]; nra.
  - intros i. split; [reflexivity|]. apply (loss_and_update E start x nature L i). Qed.

(* The objective F(w) = sum of relu(<w, -x_i y_i>) over n rows. *)
Section Objective.
Variables (E : space) (n : nat) (row : nat -> E). (* row i is x_i y_i *)
Definition objective w := sum (fun i => relu (ip w (scal (-1) (row i)))) n.
Theorem zero_is_the_optimal_value w : 0 <= objective w /\ objective zero = 0.
Proof. unfold objective. split; induction n as [|k H]; cbn [sum]; try lra.
  - pose proof (Rmax_l 0 (ip w (scal (-1) (row k)))). unfold relu in *. lra.
  - rewrite H, ip_zero. unfold relu. rewrite Rmax_left; lra. Qed.
Theorem start_is_optimal w0 w : w0 = zero -> objective w0 <= objective w.
Proof. intros ->. destruct (zero_is_the_optimal_value w) as [P ->]. exact P. Qed.
(* The first step leaves it; the subgradient 0 at 0 would stay. *)
Theorem first_step_leaves_one_optimum x nature (xy := xy E zero x nature) (w := w E zero x nature) t :
  0 < square (xy 0%nat) -> w 1%nat = xy 0%nat /\ 0 < square (minus (w 1%nat) (w 0%nat)) /\ objective (w 0%nat) <= objective (w t)
  /\ add (w 0%nat) (scal (1 - at_least_zero (ip (w 0%nat) (xy 0%nat))) (xy 0%nat)) = w 0%nat.
Proof. intros P. assert (W : w 1%nat = xy 0%nat).
  { subst w xy. rewrite update. unfold updates. cbn [Perceptron.w]. same. cases; lra. }
  split; [exact W|]. split; [|split].
  - rewrite W. subst w. cbn [Perceptron.w]. unfold square in *. spread. lra.
  - now apply start_is_optimal.
  - subst w. cbn [Perceptron.w]. same. cases; lra. Qed.
(* At w = 0 and y = 1 a prediction is right, and the example is counted as an update. *)
Theorem two_mistakes_differ_at_zero (x : E) :
  differ (predict E zero x) 1 <> at_least_zero (- ip (zero : E) (scal 1 x)).
Proof. unfold predict, differ, at_least_zero. rewrite ip_zero, !ip_zero.
  destruct (Rle_dec 0 0), (Rle_dec 0 (- 0)); try lra. destruct (Req_EM_T _ _); lra. Qed.
End Objective.
