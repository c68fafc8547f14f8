(* Straight-line programs over the rationals: what they compute in the real numbers, and a decision that Rocq's kernel can
   run. A line is a number of the data, a fraction, or an operation on earlier lines, which are numbered from 1. *)
From Coq Require Import ZArith QArith Qabs Qreals Reals List FMapPositive Lra Lia.
From Interval Require Import Float.Specific_stdz Float.Specific_ops Interval.Float_full Interval.Interval Real.Xreal.
Module Floats := SpecificFloat StdZRadix2.
Module I := FloatIntervalFull Floats.
Import ListNotations.

Inductive line :=
  | Given (k : nat) | Const (p : Z) (q : positive)
  | Add (a b : positive) | Sub (a b : positive) | Mul (a b : positive) | Div (a b : positive) | Max (a b : positive)
  | Exp (a : positive) | Log (a : positive) | Sqrt (a : positive).

Section Compute. (* over any arithmetic *)
Variable T : Type.
Variable none : T.
Variable rational : Q -> T.
Variables add sub mul div max : T -> T -> T.
Variables exp log sqrt : T -> T.
Variable data : list Q.
Definition get (m : PositiveMap.t T) k := match PositiveMap.find k m with Some x => x | None => none end.
Definition step m l := match l with
  | Given k => match nth_error data k with Some x => rational x | None => none end
  | Const p q => rational (p # q)
  | Add a b => add (get m a) (get m b) | Sub a b => sub (get m a) (get m b) | Mul a b => mul (get m a) (get m b)
  | Div a b => div (get m a) (get m b) | Max a b => max (get m a) (get m b)
  | Exp a => exp (get m a) | Log a => log (get m a) | Sqrt a => sqrt (get m a)
  end.
Fixpoint compute (p : list line) (k : positive) (m : PositiveMap.t T) := match p with
  | [] => m
  | l :: rest => compute rest (Pos.succ k) (PositiveMap.add k (step m l) m)
  end.
End Compute.
Arguments get {T}. Arguments step {T}. Arguments compute {T}.

(* In the real numbers; None where a formula is undefined. *)
Open Scope R_scope.
Definition one (f : R -> option R) a := match a with Some x => f x | None => None end.
Definition two (f : R -> R -> option R) a b := match a, b with Some x, Some y => f x y | _, _ => None end.
Definition quotient x y := if Req_EM_T y 0 then None else Some (x / y).
Definition logarithm x := if Rlt_dec 0 x then Some (ln x) else None.
Definition root x := if Rle_dec 0 x then Some (R_sqrt.sqrt x) else None.
Definition reals data p := compute None (fun q => Some (Q2R q))
  (two (fun x y => Some (x + y))) (two (fun x y => Some (x - y))) (two (fun x y => Some (x * y))) (two quotient)
  (two (fun x y => Some (Rmax x y))) (one (fun x => Some (Rtrigo_def.exp x))) (one logarithm) (one root)
  data p 1%positive (PositiveMap.empty _).

Inductive comparison := Le | Ge | Lt | Gt | Eq | Ne.
Record relation := Is { left : positive; by_ : comparison; right : positive }.
Definition compared c (x y : R) := match c with
  | Le => x <= y | Ge => x >= y | Lt => x < y | Gt => x > y | Eq => x = y | Ne => x <> y end.
Definition holds m r := match get None m (left r), get None m (right r) with
  | Some x, Some y => compared (by_ r) x y | _, _ => False end.
Definition fails m r := match get None m (left r), get None m (right r) with
  | Some x, Some y => ~ compared (by_ r) x y | _, _ => False end.
(* The hypotheses hold and the statement fails, in the real numbers. *)
Definition refuted data p hypotheses statement := let m := reals data p in Forall (holds m) hypotheses /\ fails m statement.
Definition certified data p hypotheses statements :=
  let m := reals data p in Forall (holds m) hypotheses /\ Forall (holds m) statements.

(* In values that a machine can compare: exact rationals, roots of them with their sign, and intervals. *)
Inductive value := Exact (q : Q) | Root (q : Q) | Near (i : I.type).
Section Values.
Variable prec : Floats.precision.
Definition unknown := Near I.nai.
Definition fraction q := match q with p # d => I.div prec (I.fromZ prec p) (I.fromZ prec (Zpos d)) end.
Definition near v := match v with
  | Exact q => fraction q | Near i => i
  | Root q => if Qle_bool 0 q then I.sqrt prec (fraction q) else I.neg (I.sqrt prec (fraction (- q))) end.
Definition exact q := Exact (Qred q).
Definition qsqrt (q : Q) := Qred (Z.sqrt (Qnum q) # Z.to_pos (Z.sqrt (Zpos (Qden q)))).
Definition signed v := match v with Exact q => Some (q * Qabs q)%Q | Root q => Some q | Near _ => None end. (* x |x| *)
Definition rooted s := let r := qsqrt (Qred (Qabs s)) in (* the x of this x |x| *)
  if Qeq_bool (r * Qabs r) s then Exact r else if Qeq_bool (- r * Qabs (- r)) s then Exact (- r) else Root (Qred s).
Definition both (f : Q -> Q -> value) (h : Q -> Q -> option value) (g : I.type -> I.type -> I.type) v w := match v, w with
  | Exact a, Exact b => f a b
  | Near _, _ | _, Near _ => Near (g (near v) (near w))
  | _, _ => match signed v, signed w with
    | Some s, Some t => match h s t with Some x => x | None => Near (g (near v) (near w)) end
    | _, _ => Near (g (near v) (near w)) end end.
Definition share (f : Q -> Q) s t := if Qeq_bool t 0 then Some (rooted s) else match rooted (s / t) with
  | Exact r => Some (rooted (f r * Qabs (f r) * t)) | _ => None end. (* f (a / b) b *)
Definition vadd := both (fun a b => exact (a + b)) (share (fun r => r + 1)%Q) (I.add prec).
Definition vsub := both (fun a b => exact (a - b)) (share (fun r => r - 1)%Q) (I.sub prec).
Definition vmul := both (fun a b => exact (a * b)) (fun s t => Some (rooted (s * t))) (I.mul prec).
Definition vdiv := both (fun a b => if Qeq_bool b 0 then unknown else exact (a / b))
  (fun s t => if Qeq_bool t 0 then None else Some (rooted (s / t))) (I.div prec).
Definition vmax := both (fun a b => if Qle_bool a b then Exact b else Exact a)
  (fun s t => Some (if Qle_bool s t then rooted t else rooted s)) (fun i j =>
  match I.sign_large (I.sub prec i j) with Xgt => i | Xlt => j | _ => I.join i j end).
Definition vexp v := match v with
  | Exact q => if Qeq_bool q 0 then Exact 1 else Near (I.exp prec (near v)) | _ => Near (I.exp prec (near v)) end.
Definition vlog v := match v with
  | Exact q => if Qeq_bool q 1 then Exact 0 else Near (I.ln prec (near v)) | _ => Near (I.ln prec (near v)) end.
Definition nearsqrt i := match I.sign_large i with Xgt | Xeq => I.sqrt prec i | _ => I.nai end.
Definition vsqrt v := match v with
  | Exact q => if Qle_bool 0 q then rooted q else Near (nearsqrt (near v)) | _ => Near (nearsqrt (near v)) end.
Definition values data p := compute unknown Exact vadd vsub vmul vdiv vmax vexp vlog vsqrt
  data p 1%positive (PositiveMap.empty _).
Definition difference v w := I.sub prec (near v) (near w).
Definition decided c a b := match c, Qcompare a b with
  | Le, Datatypes.Gt | Lt, Datatypes.Gt | Lt, Datatypes.Eq | Ge, Datatypes.Lt | Gt, Datatypes.Lt
  | Gt, Datatypes.Eq | Eq, Datatypes.Lt | Eq, Datatypes.Gt | Ne, Datatypes.Eq => false
  | _, _ => true end.
Definition sure c v w := match v, w with
  | Exact a, Exact b => decided c a b
  | Near _, _ | _, Near _ => match c with
      | Le => match I.sign_large (difference v w) with Xlt | Xeq => true | _ => false end
      | Ge => match I.sign_large (difference v w) with Xgt | Xeq => true | _ => false end
      | Lt => match I.sign_strict (difference v w) with Xlt => true | _ => false end
      | Gt => match I.sign_strict (difference v w) with Xgt => true | _ => false end
      | Ne => match I.sign_strict (difference v w) with Xlt | Xgt => true | _ => false end
      | Eq => false end
  | _, _ => match signed v, signed w with Some s, Some t => decided c s t | _, _ => false end end.
Definition contrary c := match c with Le => Gt | Ge => Lt | Lt => Ge | Gt => Le | Eq => Ne | Ne => Eq end.
Definition reflexive c := match c with Le | Ge | Eq => true | _ => false end.
Definition defined v := match v with Near i => I.lower_bounded i | _ => true end.
Definition surely m r := let v := get unknown m (left r) in
  ((left r =? right r)%positive && reflexive (by_ r) && defined v || sure (by_ r) v (get unknown m (right r)))%bool.
Definition surely_not m r := sure (contrary (by_ r)) (get unknown m (left r)) (get unknown m (right r)).
Definition refutes data p hypotheses statement :=
  let m := values data p in forallb (surely m) hypotheses && surely_not m statement.
Definition certifies data p hypotheses statements :=
  let m := values data p in forallb (surely m) hypotheses && forallb (surely m) statements.

(* The values enclose the reals. *)
Local Arguments I.nai : simpl never. Local Arguments I.convert : simpl never. Local Arguments I.fromZ : simpl never.
Local Arguments I.add : simpl never. Local Arguments I.sub : simpl never. Local Arguments I.mul : simpl never.
Local Arguments I.div : simpl never. Local Arguments I.exp : simpl never. Local Arguments I.ln : simpl never.
Local Arguments I.sqrt : simpl never. Local Arguments I.join : simpl never. Local Arguments I.sign_large : simpl never.
Local Arguments I.sign_strict : simpl never.
Definition extended (o : option R) := match o with Some x => Xreal x | None => Xnan end.
Definition signed_root x := if Rle_dec 0 x then R_sqrt.sqrt x else - R_sqrt.sqrt (- x).
Definition encloses v o := match v with
  | Exact q => o = Some (Q2R q) | Root q => o = Some (signed_root (Q2R q)) | Near i => contains (I.convert i) (extended o) end.
Lemma signed_root_of x : signed_root (x * Rabs x) = x.
Proof. unfold signed_root. destruct (Rle_dec 0 x) as [P|N].
  - rewrite Rabs_pos_eq by assumption. destruct (Rle_dec 0 (x * x)); [now apply sqrt_square|nra].
  - rewrite Rabs_left by lra. destruct (Rle_dec 0 (x * - x)) as [L|_].
    + exfalso. nra.
    + replace (- (x * - x)) with (- x * - x) by ring. rewrite sqrt_square; lra. Qed.
Lemma square_of_signed_root s : signed_root s * Rabs (signed_root s) = s.
Proof. unfold signed_root. destruct (Rle_dec 0 s).
  - rewrite Rabs_pos_eq by apply sqrt_pos. now apply sqrt_sqrt.
  - pose proof (sqrt_pos (- s)). rewrite Rabs_Ropp, Rabs_pos_eq by assumption.
    pose proof (sqrt_sqrt (- s) ltac:(lra)). lra. Qed.
Lemma signed_root_same x s : x * Rabs x = s -> signed_root s = x.
Proof. intros <-. apply signed_root_of. Qed.
Lemma signed_root_times s t : signed_root (s * t) = signed_root s * signed_root t.
Proof. apply signed_root_same. rewrite Rabs_mult. pose proof (square_of_signed_root s) as S. pose proof (square_of_signed_root t) as T.
  rewrite <- S at 3. rewrite <- T at 3. ring. Qed.
Lemma signed_root_order s t : s <= t -> signed_root s <= signed_root t.
Proof. intros L. unfold signed_root. destruct (Rle_dec 0 s), (Rle_dec 0 t).
  - now apply sqrt_le_1_alt.
  - lra.
  - pose proof (sqrt_pos (- s)). pose proof (sqrt_pos t). lra.
  - apply Ropp_le_contravar, sqrt_le_1_alt. lra. Qed.
Lemma signed_root_strict s t : s < t -> signed_root s < signed_root t.
Proof. intros L. destruct (signed_root_order s t ltac:(lra)) as [|E]; [assumption|]. exfalso.
  pose proof (square_of_signed_root s) as S. rewrite E, square_of_signed_root in S. lra. Qed.
Lemma Q2R_abs q : Q2R (Qabs q) = Rabs (Q2R q).
Proof. apply Qabs_case; intros L; apply Qle_Rle in L; replace (Q2R 0) with 0 in L by (unfold Q2R; simpl; lra).
  - now rewrite Rabs_pos_eq.
  - now rewrite Q2R_opp, Rabs_left1. Qed.
Lemma signed_is v o s : encloses v o -> signed v = Some s -> o = Some (signed_root (Q2R s)).
Proof. destruct v as [q|q|i]; simpl; intros E S; try discriminate; injection S as <-; [|exact E].
  rewrite E, Q2R_mult, Q2R_abs, signed_root_of. reflexivity. Qed.
Lemma rooted_encloses s : encloses (rooted s) (Some (signed_root (Q2R s))).
Proof. unfold rooted. set (r := qsqrt _). destruct (Qeq_bool (r * Qabs r) s) eqn:E; [|destruct (Qeq_bool (- r * Qabs (- r)) s) eqn:F].
  1, 2: cbn [encloses]; f_equal; apply signed_root_same; rewrite <- Q2R_abs, <- Q2R_mult; now apply Qeq_eqR, Qeq_bool_eq.
  cbn [encloses]. now rewrite (Qeq_eqR _ _ (Qred_correct s)). Qed.
Lemma unknown_encloses o : encloses unknown o.
Proof. unfold encloses, unknown. rewrite I.nai_correct. exact Logic.I. Qed.
Lemma fraction_encloses q : contains (I.convert (fraction q)) (Xreal (Q2R q)).
Proof. destruct q as [p q]. unfold fraction, Q2R. cbn [Qnum Qden].
  generalize (I.div_correct prec _ _ _ _ (I.fromZ_correct prec p) (I.fromZ_correct prec (Zpos q))).
  cbn [Xbind2]. unfold Xdiv'. destruct (is_zero_spec (IZR (Zpos q))) as [H|H]; [|auto]. now apply eq_IZR in H. Qed.
Lemma near_encloses v o : encloses v o -> contains (I.convert (near v)) (extended o).
Proof. destruct v as [q|q|i]; [| |auto]; intros ->; cbn [near extended]; [apply fraction_encloses|]. unfold signed_root.
  destruct (Qle_bool 0 q) eqn:E; destruct (Rle_dec 0 (Q2R q)) as [P|N].
  - exact (I.sqrt_correct prec _ _ (fraction_encloses q)).
  - apply Qle_bool_iff, Qle_Rle in E. exfalso. apply N. replace 0 with (Q2R 0) by (unfold Q2R; simpl; lra). exact E.
  - exfalso. assert (L : (0 <= q)%Q) by (apply Rle_Qle; replace (Q2R 0) with 0 by (unfold Q2R; simpl; lra); exact P).
    apply Qle_bool_iff in L. congruence.
  - rewrite <- Q2R_opp. exact (I.neg_correct _ _ (I.sqrt_correct prec _ _ (fraction_encloses (- q)))). Qed.
Lemma exact_encloses q : encloses (exact q) (Some (Q2R q)).
Proof. unfold exact, encloses. now rewrite (Qeq_eqR _ _ (Qred_correct q)). Qed.
Lemma both_or_near f k g (h : R -> R -> option R) v w a b :
  (forall a b, encloses (f a b) (h (Q2R a) (Q2R b))) ->
  (forall s t x, k s t = Some x -> encloses x (h (signed_root (Q2R s)) (signed_root (Q2R t)))) ->
  encloses (Near (g (near v) (near w))) (two h a b) ->
  encloses v a -> encloses w b -> encloses (both f k g v w) (two h a b).
Proof. intros Hf Hk N Hv Hw.
  assert (K : encloses (match signed v, signed w with Some s, Some t => match k s t with Some x => x
    | None => Near (g (near v) (near w)) end | _, _ => Near (g (near v) (near w)) end) (two h a b)).
  { destruct (signed v) as [s|] eqn:S; [|exact N]. destruct (signed w) as [t|] eqn:T; [|exact N].
    destruct (k s t) as [x|] eqn:X; [|exact N]. rewrite (signed_is _ _ _ Hv S), (signed_is _ _ _ Hw T). exact (Hk s t x X). }
  destruct v as [q| |], w as [r| |]; try exact K; try exact N. cbn [encloses] in Hv, Hw. subst. apply Hf. Qed.
Lemma both_encloses f k g (h : R -> R -> option R) (H : ExtendedR -> ExtendedR -> ExtendedR) :
  (forall a b, encloses (f a b) (h (Q2R a) (Q2R b))) ->
  (forall s t x, k s t = Some x -> encloses x (h (signed_root (Q2R s)) (signed_root (Q2R t)))) ->
  (forall i j x y, contains (I.convert i) x -> contains (I.convert j) y -> contains (I.convert (g i j)) (H x y)) ->
  (forall a b, extended (two h a b) = H (extended a) (extended b)) ->
  forall v w a b, encloses v a -> encloses w b -> encloses (both f k g v w) (two h a b).
Proof. intros Hf Hk Hg He v w a b Hv Hw. apply both_or_near; auto. cbn [encloses]. rewrite He. apply Hg; now apply near_encloses. Qed.

Lemma not_zero t : Qeq_bool t 0 = false -> ~ (t == 0)%Q /\ Q2R t <> 0 /\ signed_root (Q2R t) <> 0.
Proof. intros E. apply Qeq_bool_neq in E. assert (N : Q2R t <> 0).
  { intros Z. apply E, eqR_Qeq. rewrite Z. unfold Q2R. simpl. lra. }
  split; [exact E|]. split; [exact N|]. intros Z. apply N. rewrite <- (square_of_signed_root (Q2R t)), Z. ring. Qed.
Lemma signed_root_over s t : Qeq_bool t 0 = false -> signed_root (Q2R (s / t)) = signed_root (Q2R s) / signed_root (Q2R t).
Proof. intros Z. destruct (not_zero t Z) as (E & N & M). rewrite Q2R_div by exact E.
  replace (Q2R s) with (Q2R s / Q2R t * Q2R t) at 2 by (field; exact N). rewrite signed_root_times. field. exact M. Qed.
Lemma share_encloses f g (h : R -> R -> R) s t x : (forall r, Q2R (f r) = g (Q2R r)) -> (forall a, h a 0 = a) ->
  (forall a b, b <> 0 -> g (a / b) * b = h a b) -> share f s t = Some x ->
  encloses x (Some (h (signed_root (Q2R s)) (signed_root (Q2R t)))).
Proof. intros F Z O. unfold share. destruct (Qeq_bool t 0) eqn:E.
  - intros X. injection X as <-. apply Qeq_bool_eq, Qeq_eqR in E. rewrite E.
    replace (Q2R 0) with (0 * Rabs 0) by (unfold Q2R; simpl; lra). rewrite signed_root_of, Z. apply rooted_encloses.
  - pose proof (rooted_encloses (s / t)) as P. destruct (rooted (s / t)) as [r| |]; try discriminate. intros X. injection X as <-.
    cbn [encloses] in P. injection P as P. rewrite <- O by apply (not_zero t E). rewrite <- signed_root_over, P, <- F by exact E.
    pose proof (rooted_encloses (f r * Qabs (f r) * t)) as R. rewrite !Q2R_mult, Q2R_abs, signed_root_times, signed_root_of in R. exact R. Qed.
Lemma add_encloses v w a b : encloses v a -> encloses w b -> encloses (vadd v w) (two (fun x y => Some (x + y)) a b).
Proof. apply both_encloses with (H := Xadd).
  - intros. rewrite <- Q2R_plus. apply exact_encloses.
  - intros s t x. apply (share_encloses _ (fun r => r + 1) (fun x y => x + y)).
    + intros r. rewrite Q2R_plus. unfold Q2R at 2. simpl. lra.
    + intros y. ring.
    + intros y z N. field. exact N.
  - intros. now apply I.add_correct.
  - now intros [|] [|]. Qed.
Lemma sub_encloses v w a b : encloses v a -> encloses w b -> encloses (vsub v w) (two (fun x y => Some (x - y)) a b).
Proof. apply both_encloses with (H := Xsub).
  - intros. rewrite <- Q2R_minus. apply exact_encloses.
  - intros s t x. apply (share_encloses _ (fun r => r - 1) (fun x y => x - y)).
    + intros r. rewrite Q2R_minus. unfold Q2R at 2. simpl. lra.
    + intros y. ring.
    + intros y z N. field. exact N.
  - intros. now apply I.sub_correct.
  - now intros [|] [|]. Qed.
Lemma mul_encloses v w a b : encloses v a -> encloses w b -> encloses (vmul v w) (two (fun x y => Some (x * y)) a b).
Proof. apply both_encloses with (H := Xmul).
  - intros. rewrite <- Q2R_mult. apply exact_encloses.
  - intros s t x X. injection X as <-. rewrite <- signed_root_times, <- Q2R_mult. apply rooted_encloses.
  - intros. now apply I.mul_correct.
  - now intros [|] [|]. Qed.
Lemma div_encloses v w a b : encloses v a -> encloses w b -> encloses (vdiv v w) (two quotient a b).
Proof. apply both_encloses with (H := Xdiv).
  - intros p q. destruct (Qeq_bool q 0) eqn:E; [apply unknown_encloses|]. destruct (not_zero q E) as (Z & N & _).
    unfold quotient. destruct (Req_EM_T (Q2R q) 0); [contradiction|]. rewrite <- Q2R_div by exact Z. apply exact_encloses.
  - intros s t x X. destruct (Qeq_bool t 0) eqn:E; [discriminate X|]. injection X as <-. destruct (not_zero t E) as (_ & _ & N).
    unfold quotient. destruct (Req_EM_T _ 0); [contradiction|]. rewrite <- signed_root_over by exact E. apply rooted_encloses.
  - intros. now apply I.div_correct.
  - intros [x|] [y|]; try reflexivity. simpl. unfold quotient, Xdiv'.
    destruct (Req_EM_T y 0), (is_zero_spec y); simpl; congruence. Qed.
Lemma max_encloses v w a b : encloses v a -> encloses w b -> encloses (vmax v w) (two (fun x y => Some (Rmax x y)) a b).
Proof. intros Hv Hw. apply both_or_near; try assumption; clear - Hv Hw.
  - intros p q. destruct (Qle_bool p q) eqn:E; simpl; f_equal.
    + apply Rmax_right, Qle_Rle, Qle_bool_iff, E.
    + apply Rmax_left, Qle_Rle, Qlt_le_weak, Qnot_le_lt. intros H. apply Qle_bool_iff in H. congruence.
  - intros s t x X. injection X as <-. destruct (Qle_bool s t) eqn:E.
    + rewrite Rmax_right; [apply rooted_encloses|]. apply signed_root_order, Qle_Rle, Qle_bool_iff, E.
    + rewrite Rmax_left; [apply rooted_encloses|]. apply signed_root_order, Qle_Rle, Qlt_le_weak, Qnot_le_lt. intros H.
      apply Qle_bool_iff in H. congruence.
  - pose proof (near_encloses _ _ Hv) as Nv. pose proof (near_encloses _ _ Hw) as Nw. clear Hv Hw.
    generalize (I.sign_large_correct (I.sub prec (near v) (near w))). intros S. simpl.
    pose proof (I.sub_correct prec _ _ _ _ Nv Nw) as D.
    destruct a as [x|], b as [y|]; simpl in *.
    + assert (J : contains (I.convert (I.join (near v) (near w))) (Xreal (Rmax x y))).
      { apply I.join_correct. unfold Rmax. destruct (Rle_dec x y); auto. }
      destruct (I.sign_large _); auto; destruct (S _ D) as [_ L]; simpl in L.
      * rewrite Rmax_right by lra. exact Nw.
      * rewrite Rmax_left by lra. exact Nv.
    + destruct (I.sign_large _); try (destruct (S _ D) as [L _]; discriminate L); try (specialize (S _ D); discriminate S).
      apply I.join_correct. auto.
    + destruct (I.sign_large _); try (destruct (S _ D) as [L _]; discriminate L); try (specialize (S _ D); discriminate S).
      apply I.join_correct. auto.
    + destruct (I.sign_large _); try (destruct (S _ D) as [L _]; discriminate L); try (specialize (S _ D); discriminate S).
      apply I.join_correct. auto. Qed.
Lemma exp_encloses v a : encloses v a -> encloses (vexp v) (one (fun x => Some (Rtrigo_def.exp x)) a).
Proof. intros H. pose proof (I.exp_correct prec _ _ (near_encloses _ _ H)) as N.
  assert (E : forall i, contains (I.convert i) (Xexp (extended a)) -> encloses (Near i) (one (fun x => Some (Rtrigo_def.exp x)) a)).
  { intros i. now destruct a. }
  destruct v as [q| |]; try (now apply E). cbn [vexp]. destruct (Qeq_bool q 0) eqn:Z; [|now apply E].
  simpl in H. subst a. simpl. f_equal. apply Qeq_bool_eq, Qeq_eqR in Z. rewrite Z.
  unfold Q2R. simpl. rewrite Rmult_0_l, exp_0. lra. Qed.
Lemma log_encloses v a : encloses v a -> encloses (vlog v) (one logarithm a).
Proof. intros H. pose proof (I.ln_correct prec _ _ (near_encloses _ _ H)) as N.
  assert (E : forall i, contains (I.convert i) (Xln (extended a)) -> encloses (Near i) (one logarithm a)).
  { intros i. destruct a as [x|]; [|auto]. simpl. unfold Xln', logarithm.
    destruct (is_positive_spec x), (Rlt_dec 0 x); simpl; auto; exfalso; lra. }
  destruct v as [q| |]; try (now apply E). cbn [vlog]. destruct (Qeq_bool q 1) eqn:Z; [|now apply E].
  simpl in H. subst a. simpl. apply Qeq_bool_eq, Qeq_eqR in Z. rewrite Z.
  replace (Q2R 1) with 1 by (unfold Q2R; simpl; lra). unfold logarithm.
  destruct (Rlt_dec 0 1); [|lra]. rewrite ln_1. f_equal. unfold Q2R. simpl. lra. Qed.
Lemma nearsqrt_encloses i a : contains (I.convert i) (extended a) -> encloses (Near (nearsqrt i)) (one root a).
Proof. intros N. generalize (I.sign_large_correct i). unfold nearsqrt. intros S.
  assert (G : (exists x, a = Some x /\ 0 <= x) -> encloses (Near (I.sqrt prec i)) (one root a)).
  { intros (x & -> & P). simpl. unfold root. destruct (Rle_dec 0 x); [|tauto]. now apply (I.sqrt_correct prec i (Xreal x)). }
  destruct (I.sign_large i); try apply unknown_encloses.
  - apply G. specialize (S _ N). destruct a as [x|]; [|discriminate]. exists x. injection S. intros ->. split; [auto|lra].
  - apply G. destruct (S _ N) as [E P]. destruct a as [x|]; [|discriminate]. now exists x. Qed.
Lemma sqrt_encloses v a : encloses v a -> encloses (vsqrt v) (one root a).
Proof. intros H. pose proof (nearsqrt_encloses _ _ (near_encloses _ _ H)) as N. destruct v as [q| |]; try exact N.
  cbn [vsqrt]. destruct (Qle_bool 0 q) eqn:E; [|exact N]. apply Qle_bool_iff, Qle_Rle in E.
  replace (Q2R 0) with 0 in E by (unfold Q2R; simpl; lra). pose proof (rooted_encloses q) as S. simpl in H. subst a. simpl.
  unfold root. unfold signed_root in S. destruct (Rle_dec 0 (Q2R q)); [exact S|contradiction]. Qed.

Definition all_enclosed m n := forall k, encloses (get unknown m k) (get None n k).
Lemma step_encloses data m n l : all_enclosed m n ->
  encloses (step unknown Exact vadd vsub vmul vdiv vmax vexp vlog vsqrt data m l)
    (step None (fun q => Some (Q2R q)) (two (fun x y => Some (x + y))) (two (fun x y => Some (x - y)))
      (two (fun x y => Some (x * y))) (two quotient) (two (fun x y => Some (Rmax x y)))
      (one (fun x => Some (Rtrigo_def.exp x))) (one logarithm) (one root) data n l).
Proof. intros A. destruct l; cbn [step].
  - destruct (nth_error data k); [reflexivity|apply unknown_encloses].
  - reflexivity.
  - now apply add_encloses.
  - now apply sub_encloses.
  - now apply mul_encloses.
  - now apply div_encloses.
  - now apply max_encloses.
  - now apply exp_encloses.
  - now apply log_encloses.
  - now apply sqrt_encloses. Qed.
Theorem values_enclose_reals data p : all_enclosed (values data p) (reals data p).
Proof. unfold values, reals. set (k := 1%positive).
  assert (A : all_enclosed (PositiveMap.empty value) (PositiveMap.empty (option R))).
  { intros j. unfold get. rewrite !PositiveMap.gempty. apply unknown_encloses. }
  revert A. generalize (PositiveMap.empty value) (PositiveMap.empty (option R)). generalize k. clear k.
  induction p as [|l p H]; intros k m n A; [exact A|]. cbn [compute]. apply H. intros j. unfold get.
  destruct (PositiveMap.E.eq_dec j k) as [->|E].
  - rewrite !PositiveMap.gss. now apply step_encloses.
  - rewrite !PositiveMap.gso by assumption. apply A. Qed.

Lemma decided_so (f : R -> R) c s t : (forall x y, x < y -> f x < f y) -> decided c s t = true -> compared c (f (Q2R s)) (f (Q2R t)).
Proof. intros M T. unfold decided in T.
  destruct (Qcompare_spec s t) as [Q|Q|Q]; [apply Qeq_eqR in Q; rewrite Q|apply Qlt_Rlt, M in Q|apply Qlt_Rlt, M in Q];
    destruct c; try discriminate T; simpl; lra. Qed.
Lemma sure_is_so c v w a b : encloses v a -> encloses w b -> sure c v w = true ->
  exists x y, a = Some x /\ b = Some y /\ compared c x y.
Proof. intros Hv Hw. pose proof (I.sub_correct prec _ _ _ _ (near_encloses _ _ Hv) (near_encloses _ _ Hw)) as D.
  fold (difference v w) in D.
  pose proof (I.sign_large_correct (difference v w)) as L. pose proof (I.sign_strict_correct (difference v w)) as S.
  assert (N : forall P : Prop, (exists x y, a = Some x /\ b = Some y /\ Xsub (extended a) (extended b) = Xreal (x - y)) \/
    Xsub (extended a) (extended b) = Xnan).
  { intros _. destruct a as [x|], b as [y|]; simpl; auto. left. now exists x, y. }
  destruct (N True) as [(x & y & -> & -> & E)|E]; clear N; cycle 1.
  { rewrite E in D. destruct v as [p|p|i], w as [q|q|j]; try (simpl in Hv, Hw; subst; discriminate E).
    all: unfold sure; cbn [signed]; destruct c; try discriminate;
      repeat match goal with |- context [I.sign_large ?d] => destruct (I.sign_large d) | |- context [I.sign_strict ?d] => destruct (I.sign_strict d) end;
      try discriminate; intros _; exfalso;
      first [specialize (L _ D); first [discriminate L | destruct L as [L _]; discriminate L]
            |specialize (S _ D); first [discriminate S | destruct S as [S _]; discriminate S]]. }
  intros T. exists x, y. split; [auto|]. split; [auto|]. rewrite E in D.
  assert (G : match c with
      | Le => match I.sign_large (difference v w) with Xlt | Xeq => true | _ => false end
      | Ge => match I.sign_large (difference v w) with Xgt | Xeq => true | _ => false end
      | Lt => match I.sign_strict (difference v w) with Xlt => true | _ => false end
      | Gt => match I.sign_strict (difference v w) with Xgt => true | _ => false end
      | Ne => match I.sign_strict (difference v w) with Xlt | Xgt => true | _ => false end
      | Eq => false end = true -> compared c x y).
  { destruct c; try discriminate;
      repeat match goal with |- context [I.sign_large ?d] => destruct (I.sign_large d) | |- context [I.sign_strict ?d] => destruct (I.sign_strict d) end;
      try discriminate; intros _; simpl;
      first [specialize (L _ D) | specialize (S _ D)];
      first [injection L as L; lra | destruct L as [_ L]; simpl in L; lra | destruct S as [_ S]; simpl in S; lra]. }
  destruct (signed v) as [p|] eqn:P; destruct (signed w) as [q|] eqn:Q.
  2, 3, 4: destruct v, w; discriminate P || discriminate Q || exact (G T).
  assert (X := signed_is _ _ _ Hv P). assert (Y := signed_is _ _ _ Hw Q). injection X as ->. injection Y as ->.
  assert (K : decided c p q = true -> compared c (signed_root (Q2R p)) (signed_root (Q2R q)))
    by (apply decided_so; exact signed_root_strict).
  unfold sure in T. rewrite P, Q in T. clear G.
  destruct v as [r|r|], w as [r'|r'|]; try discriminate P; try discriminate Q; try exact (K T). clear K.
  cbn [encloses] in Hv, Hw. injection Hv as ->. injection Hw as ->. apply (decided_so (fun x => x)); [auto|exact T]. Qed.
Lemma defined_is_so v a : encloses v a -> defined v = true -> exists x, a = Some x.
Proof. destruct v as [q|q|[|l u]], a as [x|]; try (now exists x); try discriminate. unfold encloses, I.convert.
  now destruct (_ && _)%bool. Qed.
Lemma surely_holds data p r : surely (values data p) r = true -> holds (reals data p) r.
Proof. unfold surely, holds. intros H. apply orb_prop in H. destruct H as [H|H].
  - apply andb_prop in H. destruct H as [H D]. apply andb_prop in H. destruct H as [E R]. apply Pos.eqb_eq in E.
    destruct (defined_is_so _ _ (values_enclose_reals data p _) D) as (x & A). rewrite <- E, A. destruct (by_ r); try discriminate R; simpl; lra.
  - destruct (sure_is_so _ _ _ _ _ (values_enclose_reals data p _) (values_enclose_reals data p _) H)
      as (x & y & A & B & C). now rewrite A, B. Qed.
Lemma surely_fails data p r : surely_not (values data p) r = true -> fails (reals data p) r.
Proof. intros H. destruct (sure_is_so _ _ _ _ _ (values_enclose_reals data p _) (values_enclose_reals data p _) H)
  as (x & y & A & B & C). unfold fails. rewrite A, B. destruct (by_ r); simpl in *; lra. Qed.
Lemma all_hold data p rs : forallb (surely (values data p)) rs = true -> Forall (holds (reals data p)) rs.
Proof. rewrite forallb_forall, Forall_forall. intros H r K. apply surely_holds, H, K. Qed.
Theorem refutes_so data p hypotheses statement :
  refutes data p hypotheses statement = true -> refuted data p hypotheses statement.
Proof. unfold refutes. intros H. apply andb_prop in H. split; [apply all_hold|apply surely_fails]; tauto. Qed.
Theorem certifies_so data p hypotheses statements :
  certifies data p hypotheses statements = true -> certified data p hypotheses statements.
Proof. unfold certifies. intros H. apply andb_prop in H. split; apply all_hold; tauto. Qed.
End Values.
