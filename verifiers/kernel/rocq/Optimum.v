(* The margin problem over the rationals: what a machine checks of q shows that no point of the simplex is better. *)
From Coq Require Import QArith List Lqa Lia.
Import ListNotations.
Open Scope Q_scope.

Fixpoint dot (a b : list Q) := match a, b with x :: a', y :: b' => x * y + dot a' b' | _, _ => 0 end.
Fixpoint plus (a b : list Q) := match a, b with x :: a', y :: b' => x + y :: plus a' b' | _, _ => [] end.
Fixpoint combination (Z : list (list Q)) (q : list Q) (d : nat) := match Z, q with
  | z :: Z', x :: q' => plus (map (Qmult x) z) (combination Z' q' d) | _, _ => repeat 0 d end. (* Z'q *)
Definition total := fold_right Qplus 0.
Definition in_simplex n (q : list Q) := length q = n /\ Forall (Qle 0) q /\ total q == 1.
(* direction = Z'q, gamma2 = |Z'q|^2, and |Z'p|^2 >= gamma2 for every p of the simplex. *)
Definition optimal Z q direction gamma2 := let d := length direction in
  in_simplex (length Z) q /\ Forall2 Qeq (combination Z q d) direction /\ dot direction direction == gamma2 /\
  forall p, in_simplex (length Z) p -> gamma2 <= dot (combination Z p d) (combination Z p d).

Fixpoint equal (a b : list Q) := match a, b with
  | [], [] => true | x :: a', y :: b' => Qeq_bool x y && equal a' b' | _, _ => false end.
(* The conditions of Karush, Kuhn and Tucker. *)
Definition is_optimal Z q direction gamma2 := let d := length direction in
  (Nat.eqb (length q) (length Z) && forallb (Qle_bool 0) q && Qeq_bool (total q) 1
   && equal (combination Z q d) direction && Qeq_bool (dot direction direction) gamma2
   && forallb (fun z => Nat.eqb (length z) d && Qle_bool gamma2 (dot z direction)) Z)%bool.

Lemma dot_plus a : forall b x, length a = length b -> dot (plus a b) x == dot a x + dot b x.
Proof. induction a as [|s a H]; intros [|t b] [|u x] L; simpl in *; try discriminate; try lra. rewrite H by lia. lra. Qed.
Lemma dot_scaled c a : forall x, dot (map (Qmult c) a) x == c * dot a x.
Proof. induction a as [|s a H]; intros [|u x]; simpl; try lra. rewrite H. lra. Qed.
Lemma dot_zeros d : forall x, dot (repeat 0 d) x == 0.
Proof. induction d as [|d H]; intros [|u x]; simpl; try lra. rewrite H. lra. Qed.
Lemma length_plus a : forall b, length a = length b -> length (plus a b) = length a.
Proof. induction a as [|s a H]; intros [|t b] L; simpl in *; auto. Qed.
Lemma length_combination d Z : Forall (fun z => length z = d) Z -> forall q, length (combination Z q d) = d.
Proof. induction 1 as [|z Z L _ H]; intros [|x q]; simpl; try apply repeat_length.
  rewrite length_plus; rewrite map_length; congruence. Qed.
Lemma at_least g x d Z : Forall (fun z => length z = d) Z -> Forall (fun z => g <= dot z x) Z ->
  forall p, length p = length Z -> Forall (Qle 0) p -> g * total p <= dot (combination Z p d) x.
Proof. induction 1 as [|z Z L M H]; intros G [|s p] E P; simpl in *; try discriminate.
  - rewrite dot_zeros. lra.
  - inversion_clear G. inversion_clear P. rewrite dot_plus by now rewrite map_length, length_combination.
    rewrite dot_scaled. assert (A : g * total p <= dot (combination Z p d) x) by auto.
    assert (B : 0 <= s * (dot z x - g)) by (apply Qmult_le_0_compat; lra). unfold total in *. simpl. lra. Qed.
Lemma nonnegative x : 0 <= x * x.
Proof. destruct (Qlt_le_dec x 0); nra. Qed.
Lemma dot_self a : 0 <= dot a a.
Proof. induction a as [|x a H]; simpl; [lra|]. generalize (nonnegative x). lra. Qed.
Lemma square a : forall b, 2 * dot a b <= dot a a + dot b b.
Proof. induction a as [|x a H]; intros [|y b]; simpl; try lra.
  - generalize (dot_self (y :: b)). simpl. lra.
  - generalize (dot_self (x :: a)). simpl. lra.
  - generalize (H b) (nonnegative (x - y)). lra. Qed.
Lemma equal_is a : forall b, equal a b = true -> Forall2 Qeq a b.
Proof. induction a as [|x a H]; intros [|y b] E; try discriminate; constructor; simpl in E; apply andb_prop in E.
  - now apply Qeq_bool_eq. - now apply H. Qed.
Theorem optimal_so Z q direction gamma2 : is_optimal Z q direction gamma2 = true -> optimal Z q direction gamma2.
Proof. unfold is_optimal. intros E. repeat (apply andb_prop in E; destruct E as [E ?]).
  match goal with H : forallb (fun _ => _ && _)%bool Z = true |- _ => rename H into A end.
  assert (L : Forall (fun z => length z = length direction) Z).
  { apply Forall_forall. intros z K. rewrite forallb_forall in A. specialize (A z K). apply andb_prop in A. now apply Nat.eqb_eq. }
  assert (M : Forall (fun z => gamma2 <= dot z direction) Z).
  { apply Forall_forall. intros z K. rewrite forallb_forall in A. specialize (A z K). apply andb_prop in A. now apply Qle_bool_iff. }
  assert (S : dot direction direction == gamma2) by now apply Qeq_bool_eq.
  unfold optimal. split; [|split; [now apply equal_is | split; [exact S|]]].
  - split; [now apply Nat.eqb_eq|]. split; [|now apply Qeq_bool_eq].
    apply Forall_forall. intros x K. rewrite forallb_forall in *. now apply Qle_bool_iff; auto.
  - intros p (N & P & T). pose proof (at_least gamma2 direction _ _ L M p N P) as G.
    pose proof (square (combination Z p (length direction)) direction) as Q. rewrite T in G. lra. Qed.
Theorem all_optimal Z qs direction gamma2 :
  forallb (fun q => is_optimal Z q direction gamma2) qs = true -> Forall (fun q => optimal Z q direction gamma2) qs.
Proof. intros E. apply Forall_forall. intros q K. rewrite forallb_forall in E. apply optimal_so, E, K. Qed.
