(* Labels with a valid rank are right; labels alone need not be.

   Checked by `coqc certificate.v` (Debian's package `coq`). docs/tables.md cites the theorems by name.
   The positions of one table are those that are [inside]; captures, promotions and pawn moves lead
   outside, where labels are known to be right. The rank is the one that `reti table verify` checks:
   a won position has a lost successor of a smaller rank, a lost one has won successors of no greater
   rank, and positions outside do not count. *)

Require Import Arith List Bool Lia.
Import ListNotations.

Inductive label := Win | Draw | Loss.

Section Game.

Variable position : Type.
Variable moves : position -> list position.
Variable check : position -> bool.

(* The truth: the least sets of won and lost positions. Without a move, a check is mate. *)
Inductive won : position -> Prop :=
| won_by : forall p q, In q (moves p) -> lost q -> won p
with lost : position -> Prop :=
| lost_all : forall p, (moves p = [] -> check p = true) -> (forall q, In q (moves p) -> won q) -> lost p.

Scheme won_ind' := Induction for won Sort Prop
with lost_ind' := Induction for lost Sort Prop.
Combined Scheme decided_ind from won_ind', lost_ind'.

Variable inside : position -> bool.
Variable labels : position -> label.
Variable rank : position -> nat.

Definition correct (p : position) : Prop :=
  (labels p = Win <-> won p) /\ (labels p = Loss <-> lost p).

(* The conditions of a certificate. *)
Definition below (q p : position) : Prop := inside q = false \/ rank q < rank p.
Definition not_above (q p : position) : Prop := inside q = false \/ rank q <= rank p.

Definition certified (p : position) : Prop :=
  match labels p with
  | Win => exists q, In q (moves p) /\ labels q = Loss /\ below q p
  | Loss => (moves p = [] -> check p = true) /\ forall q, In q (moves p) -> labels q = Win /\ not_above q p
  | Draw => (forall q, In q (moves p) -> labels q <> Loss) /\
            ((exists q, In q (moves p) /\ labels q = Draw) \/ (moves p = [] /\ check p = false))
  end.

(* The published conditions: the same without ranks. *)
Definition consistent (p : position) : Prop :=
  match labels p with
  | Win => exists q, In q (moves p) /\ labels q = Loss
  | Loss => (moves p = [] -> check p = true) /\ forall q, In q (moves p) -> labels q = Win
  | Draw => (forall q, In q (moves p) -> labels q <> Loss) /\
            ((exists q, In q (moves p) /\ labels q = Draw) \/ (moves p = [] /\ check p = false))
  end.

Lemma certified_is_consistent : forall p, certified p -> consistent p.
Proof.
  intros p. unfold certified, consistent. destruct (labels p); auto.
  - intros (q & member & loss & _). eauto.
  - intros [mate all]. split; auto. intros q member. apply (all q member).
Qed.

Hypothesis outside_right : forall p, inside p = false -> correct p.

(* What is true is labelled so: consistency suffices for this half. *)
Lemma consistent_is_complete :
  (forall p, inside p = true -> consistent p) ->
  (forall p, won p -> labels p = Win) /\ (forall p, lost p -> labels p = Loss).
Proof.
  intros all. apply decided_ind.
  - intros p q member true_loss loss. destruct (inside p) eqn:place.
    + specialize (all p place). unfold consistent in all. destruct (labels p) eqn:label_p; auto.
      * destruct all as [none _]. exfalso. apply (none q member loss).
      * destruct all as [_ wins]. rewrite (wins q member) in loss. discriminate.
    + apply (outside_right p place). econstructor; eauto.
  - intros p mate true_wins wins. destruct (inside p) eqn:place.
    + specialize (all p place). unfold consistent in all. destruct (labels p) eqn:label_p; auto.
      * destruct all as (q & member & loss). rewrite (wins q member) in loss. discriminate.
      * destruct all as [_ [(q & member & draw) | [stuck quiet]]].
        -- rewrite (wins q member) in draw. discriminate.
        -- rewrite (mate stuck) in quiet. discriminate.
    + apply (outside_right p place). constructor; auto.
Qed.

(* Each decided label has a measure that falls along the line that proves it. *)
Definition measure (p : position) : nat :=
  2 * rank p + match labels p with Loss => 1 | _ => 0 end.

(* What is labelled won or lost is so: this half needs the rank. *)
Lemma certified_is_sound :
  (forall p, inside p = true -> certified p) ->
  forall n p, measure p < n -> (labels p = Win -> won p) /\ (labels p = Loss -> lost p).
Proof.
  intros all n. induction n as [| n step]; intros p small; [lia |].
  destruct (inside p) eqn:place.
  - pose proof (all p place) as here. unfold certified in here. split; intros label_p; rewrite label_p in here.
    + destruct here as (q & member & loss & smaller). apply (won_by p q member).
      destruct smaller as [out | smaller]; [now apply (outside_right q out) |].
      apply (step q); auto. unfold measure in *. rewrite loss, label_p in *. lia.
    + destruct here as [mate wins]. constructor; auto. intros q member.
      destruct (wins q member) as [win [out | smaller]]; [now apply (outside_right q out) |].
      apply (step q); auto. unfold measure in *. rewrite win, label_p in *. lia.
  - split; intros label_p; now apply (outside_right p place).
Qed.

(* A labelling with a valid rank is right everywhere. *)
Theorem certificate_is_sufficient :
  (forall p, inside p = true -> certified p) -> forall p, correct p.
Proof.
  intros all p. unfold correct.
  destruct (certified_is_sound all (S (measure p)) p) as [sound_win sound_loss]; [lia |].
  destruct consistent_is_complete as [complete_win complete_loss].
  { intros q place. apply certified_is_consistent. auto. }
  split; split; auto.
Qed.

(* And a draw is neither won nor lost. *)
Corollary draws_are_draws :
  (forall p, inside p = true -> certified p) -> forall p, labels p = Draw -> ~ won p /\ ~ lost p.
Proof.
  intros all p draw. destruct (certificate_is_sufficient all p) as [[_ win] [_ loss]].
  split; intros decided; [rewrite (win decided) in draw | rewrite (loss decided) in draw]; discriminate.
Qed.

(* Where nobody is ever in check nobody wins. *)
Lemma without_check_nothing_is_decided :
  (forall p, check p = false) -> (forall p, won p -> False) /\ (forall p, lost p -> False).
Proof.
  intros quiet. apply decided_ind; auto.
  intros p mate _ wins. destruct (moves p) as [| q rest] eqn:all.
  - rewrite (quiet p) in mate. discriminate (mate eq_refl).
  - apply (wins q). now left.
Qed.

End Game.

(* ------------------------------------------------------------------ two bare kings *)
(* A square is a file and a rank below 8; a position is legal if the kings are not adjacent. *)
Definition square : Type := nat * nat.
Definition distance (a b : nat) : nat := (a - b) + (b - a).
Definition near (a b : square) : bool :=
  (distance (fst a) (fst b) <=? 1) && (distance (snd a) (snd b) <=? 1).
Definition on_board (a : square) : bool := (fst a <? 8) && (snd a <? 8).

Record kings := Kings { white : square; black : square; white_to_move : bool }.

Definition squares : list square := list_prod (seq 0 8) (seq 0 8).
Definition steps (from other : square) : list square :=
  filter (fun to => near from to && negb (distance (fst from) (fst to) + distance (snd from) (snd to) =? 0)
                    && negb (near to other)) squares.
Definition king_moves (p : kings) : list kings :=
  if white_to_move p
  then map (fun to => Kings to (black p) false) (steps (white p) (black p))
  else map (fun to => Kings (white p) to true) (steps (black p) (white p)).
Definition no_check (_ : kings) : bool := false.
Definition legal (p : kings) : bool := on_board (white p) && on_board (black p) && negb (near (white p) (black p)).

(* The forgery: White to move has won, Black to move has lost. *)
Definition forged (p : kings) : label := if white_to_move p then Win else Loss.

Lemma somebody_can_move :
  forallb (fun a => forallb (fun b => near a b || negb (length (steps a b) =? 0)) squares) squares = true.
Proof. vm_compute. reflexivity. Qed.

Lemma on_board_is_listed : forall a, on_board a = true -> In a squares.
Proof.
  intros [f r]. unfold on_board. simpl. rewrite andb_true_iff, !Nat.ltb_lt. intros [low_f low_r].
  unfold squares. apply (in_prod (seq 0 8) (seq 0 8)); apply in_seq; lia.
Qed.

Lemma steps_exist : forall a b, on_board a = true -> on_board b = true -> near a b = false -> steps a b <> [].
Proof.
  intros a b on_a on_b apart. pose proof somebody_can_move as all.
  rewrite forallb_forall in all. specialize (all a (on_board_is_listed a on_a)).
  rewrite forallb_forall in all. specialize (all b (on_board_is_listed b on_b)).
  rewrite apart in all. simpl in all. destruct (steps a b); [discriminate | congruence].
Qed.

Lemma near_is_symmetric : forall a b, near a b = near b a.
Proof.
  intros a b. unfold near, distance.
  rewrite (Nat.add_comm (fst b - fst a)), (Nat.add_comm (snd b - snd a)). reflexivity.
Qed.

(* Every legal position of two bare kings satisfies the published conditions under the forgery... *)
Lemma forgery_is_consistent : forall p, legal p = true -> consistent kings king_moves no_check forged p.
Proof.
  intros [w b turn]. unfold legal, consistent, forged, king_moves. cbn [white black white_to_move].
  rewrite !andb_true_iff, negb_true_iff. intros [[on_w on_b] apart].
  destruct turn; cbn beta iota.
  - pose proof (steps_exist w b on_w on_b apart) as some.
    destruct (steps w b) as [| to rest]; [congruence |].
    exists (Kings to b false). split; [now left | reflexivity].
  - rewrite near_is_symmetric in apart. pose proof (steps_exist b w on_b on_w apart) as some. split.
    + destruct (steps b w); [congruence | discriminate].
    + intros q member. apply in_map_iff in member. destruct member as (to & <- & _). reflexivity.
Qed.

(* ... and all of its labels are wrong. *)
Theorem labels_alone_are_not_sufficient :
  (forall p, legal p = true -> consistent kings king_moves no_check forged p) /\
  (forall p, legal p = true -> ~ correct kings king_moves no_check forged p).
Proof.
  split; [exact forgery_is_consistent |].
  destruct (without_check_nothing_is_decided kings king_moves no_check) as [no_win no_loss]; [reflexivity |].
  intros [w b turn] _ [[win _] [loss _]]. unfold forged in *. destruct turn; simpl in *.
  - exact (no_win _ (win eq_refl)).
  - exact (no_loss _ (loss eq_refl)).
Qed.

(* So no rank certifies the forgery, whatever is called inside. *)
Corollary forgery_has_no_rank :
  forall rank, ~ (forall p, certified kings king_moves no_check (fun _ => true) forged rank p).
Proof.
  intros rank all.
  pose proof (certificate_is_sufficient kings king_moves no_check (fun _ => true) forged rank) as right.
  assert (correct kings king_moves no_check forged (Kings (0, 0) (7, 7) true)) as wrong.
  { apply right; intros; [discriminate | apply all]. }
  apply (proj2 labels_alone_are_not_sufficient (Kings (0, 0) (7, 7) true)); [reflexivity | exact wrong].
Qed.

Print Assumptions certificate_is_sufficient.
Print Assumptions labels_alone_are_not_sufficient.
