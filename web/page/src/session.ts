// What is on the table: a tree of moves, where we are in it, and what can be undone.

import { fresh, START_FEN, TreeNode, writeGame } from './tree';

type Listener = () => void;

export class Session {
  root: TreeNode = fresh() as TreeNode;
  here: TreeNode = this.root;
  headers = new Map<string, string>();
  /** Nothing was played or loaded yet. */
  untouched = true;
  private readonly listeners: Listener[] = [];
  private readonly past: (() => void)[] = [];

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  private told(): void {
    for (const listener of this.listeners) listener();
  }

  load(root: TreeNode, headers = new Map<string, string>(), here = root): void {
    const { root: old, here: was, headers: tags, untouched } = this;
    this.past.push(() => {
      this.root = old;
      this.here = was;
      this.headers = tags;
      this.untouched = untouched;
    });
    this.root = root;
    this.here = here;
    this.headers = headers;
    this.untouched = false;
    this.told();
  }

  /** Back to the start, with nothing said yet. */
  clear(): void {
    this.load(fresh() as TreeNode);
    this.untouched = true;
    this.told();
  }

  /** Plays a move from here. */
  play(text: string): boolean {
    const { here } = this;
    const count = here.children.length;
    const next = here.play(text);
    if (!next) return false;
    if (here.children.length > count) {
      this.past.push(() => {
        next.remove();
        this.here = here;
      });
    }
    this.untouched = false;
    this.here = next;
    this.told();
    return true;
  }

  go(node: TreeNode): void {
    if (node === this.here) return;
    this.here = node;
    this.told();
  }

  step(by: number): void {
    this.go((by < 0 ? this.here.parent : this.here.children[0]) ?? this.here);
  }

  first(): void {
    this.go(this.root);
  }

  last(): void {
    this.go(this.here.end);
  }

  /** Takes the last move back, with all that follows it. */
  takeBack(): void {
    const node = this.here;
    const { parent } = node;
    if (!parent) return;
    const at = parent.children.indexOf(node);
    node.remove();
    this.here = parent;
    this.past.push(() => {
      parent.children.splice(at, 0, node);
      this.here = node;
    });
    this.told();
  }

  get undoable(): boolean {
    return this.past.length > 0;
  }

  undo(): void {
    const back = this.past.pop();
    if (!back) return;
    back();
    this.told();
  }

  promote(): void {
    this.here.promote();
    this.told();
  }

  changed(): void {
    this.told();
  }

  /** The moves to here, in UCI. */
  get moves(): string[] {
    return this.here.path.map(({ uci }) => uci);
  }

  get pgn(): string {
    return writeGame(this.root, this.headers);
  }

  /** What an address says: the start, if it is another one, and the moves. */
  get address(): string {
    const parts: string[] = [];
    const fen = this.root.position.fen;
    if (fen !== START_FEN) parts.push(`fen=${fen.replace(/ /g, '_')}`);
    if (this.here.parent) parts.push(`moves=${this.moves.join(',')}`);
    return parts.join('&');
  }

  /** Reads an address; false if it says nothing that can be played. */
  visit(address: string): boolean {
    const parts = new URLSearchParams(address);
    const fen = parts.get('fen')?.replace(/_/g, ' ');
    const moves = parts.get('moves')?.split(',') ?? [];
    if (!fen && !moves.length) return false;
    const root = fresh(fen ?? START_FEN);
    if (!root) return false;
    let here = root;
    for (const move of moves) here = here.play(move) ?? here;
    this.load(root, new Map(), here);
    return true;
  }
}
