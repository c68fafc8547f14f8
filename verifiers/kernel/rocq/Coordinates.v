(* Vectors of d real coordinates are such a space: what is said of any inner product space is said of R^d. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality Classical_Prop.
From Lemmacheck Require Import Space.
Open Scope R_scope.

Section Coordinates.
Variable d : nat.
Definition vector := {x : nat -> R | forall k, (d <= k)%nat -> x k = 0}.
Definition at_ (x : vector) := proj1_sig x.
Lemma one_vector x y : (forall k, (k < d)%nat -> at_ x k = at_ y k) -> x = y.
Proof. destruct x as [x X], y as [y Y]. cbn. intros S. assert (x = y) as ->.
  { apply functional_extensionality. intros k. destruct (Compare_dec.lt_dec k d); [auto|]. rewrite X, Y; auto; lia. }
  f_equal. apply proof_irrelevance. Qed.
Definition plus (x y : vector) : vector.
Proof. exists (fun k => at_ x k + at_ y k).
  intros k K. destruct x as [x X], y as [y Y]. cbn. rewrite X, Y by exact K. ring. Defined.
Definition times (a : R) (x : vector) : vector.
Proof. exists (fun k => a * at_ x k). intros k K. destruct x as [x X]. cbn. rewrite X by exact K. ring. Defined.
Definition axis (k : nat) : vector.
Proof. exists (fun j => if Compare_dec.lt_dec j d then if Nat.eq_dec j k then 1 else 0 else 0).
  intros j J. destruct (Compare_dec.lt_dec j d); [lia|reflexivity]. Defined.
Definition dot x y := sum (fun k => at_ x k * at_ y k) d.
Lemma dot_axis x k : (k < d)%nat -> dot x (axis k) = at_ x k.
Proof. intros K. unfold dot. cbn. assert (S : forall m, sum (fun j => at_ x j * (if Compare_dec.lt_dec j d then
    if Nat.eq_dec j k then 1 else 0 else 0)) m = if Compare_dec.lt_dec k m then at_ x k else 0).
  { induction m as [|m H]; cbn [sum]; [destruct (Compare_dec.lt_dec k 0); [lia|reflexivity]|]. rewrite H.
    destruct (Compare_dec.lt_dec m d), (Nat.eq_dec m k), (Compare_dec.lt_dec k m), (Compare_dec.lt_dec k (S m));
      try lia; subst; ring. }
  rewrite S. destruct (Compare_dec.lt_dec k d); [reflexivity|contradiction]. Qed.
Definition coordinates : space.
Proof. refine {| V := vector; add := plus; scal := times; zero := times 0 (axis 0); ip := dot |}; unfold dot; cbn.
  - intros x y. apply sum_ext. intros. ring.
  - intros x y z. rewrite <- sum_add. apply sum_ext. intros. ring.
  - intros a x z. rewrite <- sum_scal. apply sum_ext. intros. ring.
  - intros z. rewrite (sum_ext _ (fun k => 0 * at_ z k)) by (intros; ring). rewrite sum_scal. ring.
  - intros x. apply sum_pos. intros k _. pose proof (Rle_0_sqr (at_ x k)). unfold Rsqr in *. lra.
  - intros x y S. apply one_vector. intros k K. rewrite <- !dot_axis by exact K. apply S. Defined.
Theorem squared_norm_is_nonnegative (a : coordinates) : square a = sum (fun k => at_ a k * at_ a k) d /\ 0 <= square a.
Proof. split; [reflexivity|apply ip_pos]. Qed.
Theorem cauchy_schwarz_of_coordinates (a b : coordinates) : sum (fun k => at_ a k * at_ b k) d <= norm a * norm b.
Proof. exact (ip_at_most a b). Qed.
Theorem triangle_of_coordinates (a b : coordinates) : norm (add a b) <= norm a + norm b.
Proof. exact (triangle a b). Qed.
Theorem one_norm_is_the_sum (x : nat -> R) : (forall k, (k < d)%nat -> 0 <= x k) -> sum (fun k => Rabs (x k)) d = sum x d.
Proof. intros P. apply sum_ext. intros k K. now apply Rabs_right, Rle_ge, P. Qed.
End Coordinates.
