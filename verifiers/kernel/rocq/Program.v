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

(* In values that a machine can compare: exact rationals, and intervals. *)
Inductive value := Exact (q : Q) | Near (i : I.type).
Section Values.
Variable prec : Floats.precision.
Definition unknown := Near I.nai.
Definition near v := match v with Exact (p # q) => I.div prec (I.fromZ prec p) (I.fromZ prec (Zpos q)) | Near i => i end.
Definition both (f : Q -> Q -> value) (g : I.type -> I.type -> I.type) v w := match v, w with
  | Exact a, Exact b => f a b | _, _ => Near (g (near v) (near w)) end.
Definition exact q := Exact (Qred q).
Definition vadd := both (fun a b => exact (a + b)) (I.add prec).
Definition vsub := both (fun a b => exact (a - b)) (I.sub prec).
Definition vmul := both (fun a b => exact (a * b)) (I.mul prec).
Definition vdiv := both (fun a b => if Qeq_bool b 0 then unknown else exact (a / b)) (I.div prec).
Definition vmax := both (fun a b => if Qle_bool a b then Exact b else Exact a) (fun i j =>
  match I.sign_large (I.sub prec i j) with Xgt => i | Xlt => j | _ => I.join i j end).
Definition vexp v := match v with
  | Exact q => if Qeq_bool q 0 then Exact 1 else Near (I.exp prec (near v)) | Near i => Near (I.exp prec i) end.
Definition vlog v := match v with
  | Exact q => if Qeq_bool q 1 then Exact 0 else Near (I.ln prec (near v)) | Near i => Near (I.ln prec i) end.
Definition nearsqrt i := match I.sign_large i with Xgt | Xeq => I.sqrt prec i | _ => I.nai end.
Definition qsqrt (q : Q) := Qred (Z.sqrt (Qnum q) # Z.to_pos (Z.sqrt (Zpos (Qden q)))).
Definition vsqrt v := match v with
  | Exact q => let r := qsqrt (Qred q) in
      if Qle_bool 0 r && Qeq_bool (r * r) q then Exact r else Near (nearsqrt (near v))
  | Near i => Near (nearsqrt i) end.
Definition values data p := compute unknown Exact vadd vsub vmul vdiv vmax vexp vlog vsqrt
  data p 1%positive (PositiveMap.empty _).
Definition difference v w := I.sub prec (near v) (near w).
Definition sure c v w := match v, w with
  | Exact a, Exact b => match c, Qcompare a b with
      | Le, Datatypes.Gt | Lt, Datatypes.Gt | Lt, Datatypes.Eq | Ge, Datatypes.Lt | Gt, Datatypes.Lt
      | Gt, Datatypes.Eq | Eq, Datatypes.Lt | Eq, Datatypes.Gt | Ne, Datatypes.Eq => false
      | _, _ => true end
  | _, _ => match c with
      | Le => match I.sign_large (difference v w) with Xlt | Xeq => true | _ => false end
      | Ge => match I.sign_large (difference v w) with Xgt | Xeq => true | _ => false end
      | Lt => match I.sign_strict (difference v w) with Xlt => true | _ => false end
      | Gt => match I.sign_strict (difference v w) with Xgt => true | _ => false end
      | Ne => match I.sign_strict (difference v w) with Xlt | Xgt => true | _ => false end
      | Eq => false end
  end.
Definition contrary c := match c with Le => Gt | Ge => Lt | Lt => Ge | Gt => Le | Eq => Ne | Ne => Eq end.
Definition reflexive c := match c with Le | Ge | Eq => true | _ => false end.
Definition defined v := match v with Exact _ => true | Near i => I.lower_bounded i end.
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
Definition encloses v o := match v with
  | Exact q => o = Some (Q2R q) | Near i => contains (I.convert i) (extended o) end.
Lemma unknown_encloses o : encloses unknown o.
Proof. unfold encloses, unknown. rewrite I.nai_correct. exact Logic.I. Qed.
Lemma near_encloses v o : encloses v o -> contains (I.convert (near v)) (extended o).
Proof. destruct v as [[p q]|i]; [|auto]. intros ->. cbn [near extended]. unfold Q2R. cbn [Qnum Qden].
  generalize (I.div_correct prec _ _ _ _ (I.fromZ_correct prec p) (I.fromZ_correct prec (Zpos q))).
  cbn [Xbind2]. unfold Xdiv'. destruct (is_zero_spec (IZR (Zpos q))) as [H|H]; [|auto]. now apply eq_IZR in H. Qed.
Lemma exact_encloses q : encloses (exact q) (Some (Q2R q)).
Proof. unfold exact, encloses. now rewrite (Qeq_eqR _ _ (Qred_correct q)). Qed.
Lemma both_encloses f g (h : R -> R -> option R) (H : ExtendedR -> ExtendedR -> ExtendedR) :
  (forall a b, encloses (f a b) (h (Q2R a) (Q2R b))) ->
  (forall i j x y, contains (I.convert i) x -> contains (I.convert j) y -> contains (I.convert (g i j)) (H x y)) ->
  (forall a b, extended (two h a b) = H (extended a) (extended b)) ->
  forall v w a b, encloses v a -> encloses w b -> encloses (both f g v w) (two h a b).
Proof. intros Hf Hg He v w a b Hv Hw. pose proof (near_encloses _ _ Hv) as Nv. pose proof (near_encloses _ _ Hw) as Nw.
  destruct v as [q|i], w as [r|j]; cbn [both]; try (cbn [encloses]; rewrite He; auto).
  cbn [encloses] in Hv, Hw. subst. apply Hf. Qed.

Lemma add_encloses v w a b : encloses v a -> encloses w b -> encloses (vadd v w) (two (fun x y => Some (x + y)) a b).
Proof. apply both_encloses with (H := Xadd).
  - intros. rewrite <- Q2R_plus. apply exact_encloses.
  - intros. now apply I.add_correct.
  - now intros [|] [|]. Qed.
Lemma sub_encloses v w a b : encloses v a -> encloses w b -> encloses (vsub v w) (two (fun x y => Some (x - y)) a b).
Proof. apply both_encloses with (H := Xsub).
  - intros. rewrite <- Q2R_minus. apply exact_encloses.
  - intros. now apply I.sub_correct.
  - now intros [|] [|]. Qed.
Lemma mul_encloses v w a b : encloses v a -> encloses w b -> encloses (vmul v w) (two (fun x y => Some (x * y)) a b).
Proof. apply both_encloses with (H := Xmul).
  - intros. rewrite <- Q2R_mult. apply exact_encloses.
  - intros. now apply I.mul_correct.
  - now intros [|] [|]. Qed.
Lemma div_encloses v w a b : encloses v a -> encloses w b -> encloses (vdiv v w) (two quotient a b).
Proof. apply both_encloses with (H := Xdiv).
  - intros p q. destruct (Qeq_bool q 0) eqn:E; [apply unknown_encloses|]. apply Qeq_bool_neq in E.
    unfold quotient. destruct (Req_EM_T (Q2R q) 0) as [Z|_].
    + exfalso. apply E, eqR_Qeq. rewrite Z. unfold Q2R. simpl. lra.
    + rewrite <- Q2R_div by assumption. apply exact_encloses.
  - intros. now apply I.div_correct.
  - intros [x|] [y|]; try reflexivity. simpl. unfold quotient, Xdiv'.
    destruct (Req_EM_T y 0), (is_zero_spec y); simpl; congruence. Qed.
Lemma max_encloses v w a b : encloses v a -> encloses w b -> encloses (vmax v w) (two (fun x y => Some (Rmax x y)) a b).
Proof. intros Hv Hw. pose proof (near_encloses _ _ Hv) as Nv. pose proof (near_encloses _ _ Hw) as Nw.
  assert (N : encloses (Near (match I.sign_large (I.sub prec (near v) (near w)) with
    | Xgt => near v | Xlt => near w | _ => I.join (near v) (near w) end)) (two (fun x y => Some (Rmax x y)) a b)).
  { generalize (I.sign_large_correct (I.sub prec (near v) (near w))). intros S. simpl.
    pose proof (I.sub_correct prec _ _ _ _ Nv Nw) as D.
    destruct a as [x|], b as [y|]; simpl in *.
    - assert (J : contains (I.convert (I.join (near v) (near w))) (Xreal (Rmax x y))).
      { apply I.join_correct. unfold Rmax. destruct (Rle_dec x y); auto. }
      destruct (I.sign_large _); auto; destruct (S _ D) as [_ L]; simpl in L.
      + rewrite Rmax_right by lra. exact Nw.
      + rewrite Rmax_left by lra. exact Nv.
    - destruct (I.sign_large _); try (destruct (S _ D) as [L _]; discriminate L); try (specialize (S _ D); discriminate S).
      apply I.join_correct. auto.
    - destruct (I.sign_large _); try (destruct (S _ D) as [L _]; discriminate L); try (specialize (S _ D); discriminate S).
      apply I.join_correct. auto.
    - destruct (I.sign_large _); try (destruct (S _ D) as [L _]; discriminate L); try (specialize (S _ D); discriminate S).
      apply I.join_correct. auto. }
  destruct v as [p|i], w as [q|j]; try exact N. simpl in Hv, Hw. subst a b. simpl.
  destruct (Qle_bool p q) eqn:E; simpl; f_equal.
  - apply Rmax_right, Qle_Rle, Qle_bool_iff, E.
  - apply Rmax_left, Qle_Rle, Qlt_le_weak, Qnot_le_lt. intros H. apply Qle_bool_iff in H. congruence. Qed.
Lemma exp_encloses v a : encloses v a -> encloses (vexp v) (one (fun x => Some (Rtrigo_def.exp x)) a).
Proof. intros H. pose proof (I.exp_correct prec _ _ (near_encloses _ _ H)) as N.
  assert (E : forall i, contains (I.convert i) (Xexp (extended a)) -> encloses (Near i) (one (fun x => Some (Rtrigo_def.exp x)) a)).
  { intros i. now destruct a. }
  destruct v as [q|i]; [|now apply E]. cbn [vexp]. destruct (Qeq_bool q 0) eqn:Z; [|now apply E].
  simpl in H. subst a. simpl. f_equal. apply Qeq_bool_eq, Qeq_eqR in Z. rewrite Z.
  unfold Q2R. simpl. rewrite Rmult_0_l, exp_0. lra. Qed.
Lemma log_encloses v a : encloses v a -> encloses (vlog v) (one logarithm a).
Proof. intros H. pose proof (I.ln_correct prec _ _ (near_encloses _ _ H)) as N.
  assert (E : forall i, contains (I.convert i) (Xln (extended a)) -> encloses (Near i) (one logarithm a)).
  { intros i. destruct a as [x|]; [|auto]. simpl. unfold Xln', logarithm.
    destruct (is_positive_spec x), (Rlt_dec 0 x); simpl; auto; exfalso; lra. }
  destruct v as [q|i]; [|now apply E]. cbn [vlog]. destruct (Qeq_bool q 1) eqn:Z; [|now apply E].
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
Proof. intros H. pose proof (nearsqrt_encloses _ _ (near_encloses _ _ H)) as N. destruct v as [q|i]; [|exact N].
  cbn [vsqrt]. set (r := qsqrt (Qred q)). destruct (Qle_bool 0 r && Qeq_bool (r * r) q)%bool eqn:E; [|exact N].
  apply andb_prop in E. destruct E as [P S]. simpl in H. subst a. apply Qle_bool_iff, Qle_Rle in P.
  apply Qeq_bool_eq, Qeq_eqR in S. rewrite Q2R_mult in S. replace (Q2R 0) with 0 in P by (unfold Q2R; simpl; lra).
  simpl. unfold root. destruct (Rle_dec 0 (Q2R q)) as [_|A].
  - f_equal. rewrite <- S. now rewrite sqrt_square.
  - exfalso. apply A. rewrite <- S. now apply Rmult_le_pos. Qed.

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

Lemma sure_is_so c v w a b : encloses v a -> encloses w b -> sure c v w = true ->
  exists x y, a = Some x /\ b = Some y /\ compared c x y.
Proof. intros Hv Hw. pose proof (I.sub_correct prec _ _ _ _ (near_encloses _ _ Hv) (near_encloses _ _ Hw)) as D.
  fold (difference v w) in D.
  pose proof (I.sign_large_correct (difference v w)) as L. pose proof (I.sign_strict_correct (difference v w)) as S.
  assert (N : forall P : Prop, (exists x y, a = Some x /\ b = Some y /\ Xsub (extended a) (extended b) = Xreal (x - y)) \/
    Xsub (extended a) (extended b) = Xnan).
  { intros _. destruct a as [x|], b as [y|]; simpl; auto. left. now exists x, y. }
  destruct (N True) as [(x & y & -> & -> & E)|E]; clear N; cycle 1.
  { rewrite E in D. destruct v as [p|i], w as [q|j]; try (simpl in Hv, Hw; subst; discriminate E).
    all: unfold sure; destruct c; try discriminate;
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
  destruct v as [p|i], w as [q|j]; try exact (G T). clear G.
  simpl in Hv, Hw. injection Hv as ->. injection Hw as ->. unfold sure in T.
  destruct (Qcompare_spec p q) as [Q|Q|Q];
    [apply Qeq_eqR in Q | apply Qlt_Rlt in Q | apply Qlt_Rlt in Q]; destruct c; try discriminate T; simpl; lra. Qed.
Lemma defined_is_so v a : encloses v a -> defined v = true -> exists x, a = Some x.
Proof. destruct v as [q|[|l u]], a as [x|]; try (now exists x); try discriminate. unfold encloses, I.convert.
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
