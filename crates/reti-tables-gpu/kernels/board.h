// What generator and certifier may share: the rules, and where a position stands in a set.
//
// A one-sided table T(A|D) has two sets of bits: `nw`, attacker to move and not (yet) won, and `dl`,
// defender to move and lost. The attacker plays up the board. Both sets contain legal positions only, so
// a move that would be illegal finds a zero where it leads and needs no test.
//
// The men that are no pawns are the *fields*: attacker's king, defender's king, the others sorted by
// (kind, side). A placement is packed, six bits a field, into X; its last field, the *lane*, is the bit
// in a word. Pawns are packed into Y; each arrangement of pawns is a *slice*, and slices are numbered
// from the most advanced down, identical pawns and mirror images once. Without pawns the two kings are
// one of 462 pairs and the other men follow.
//
// This file is compiled once for each shape: FIELDS is the number of index fields of a word besides the
// king pair, PAWNLESS whether there is a king pair. With __CUDACC__ it is device code, otherwise C++.
#ifndef FIELDS
#error "FIELDS and PAWNLESS say which shape to compile"
#endif
#ifdef __CUDACC__
#define HD __host__ __device__ __forceinline__
#define HD_MEMBER __host__ __device__ __forceinline__
typedef unsigned long long u64; typedef unsigned int u32; typedef unsigned short u16; typedef unsigned char u8;
#else
#include <cstdint>
#define HD static inline
#define HD_MEMBER inline
typedef uint64_t u64; typedef uint32_t u32; typedef uint16_t u16; typedef uint8_t u8;
#endif

enum { KNIGHT = 0, BISHOP = 1, ROOK = 2, QUEEN = 3, KING = 4, PAWN = 5 };
enum { ATTACKER = 0, DEFENDER = 1 };
#define NONE 0xffffffffu
#define PLANES 8
// All fields of X, the lane included.
#define MEN (PAWNLESS ? FIELDS + 3 : FIELDS + 1)
#define LANE (MEN - 1)
#define PAWNS(J) (PAWNLESS ? 0u : (J).pawns)
// The field of X that index field J is.
#define FIELD(J) (PAWNLESS ? (J) + 2 : (J))

// One set of another table. No set: its attacker is bare and never wins.
struct Ref { const u64* set; const u32* slices; u8 men, pawns, insert, exists; u32 pad; };

struct Job {
  const u32* steps;      // [mover][pair][8]: pair | turn << 9 | xor << 12
  const u32* pairs;      // [king * 64 + king]: pair | turn << 9
  const u64* between;    // [square * 64 + square]
  const u16* kings;      // [pair]: attacker's king | defender's king << 6
  const u32* arrangements; // pawns of each slice of the batch, packed
  const u8* selfmirror;  // whether a slice is its own mirror image
  u64 *nw, *dl;          // the batch's words of the table's sets
  u64 *candidates, *opennw, *opencand, *dirtynw, *dirtydl;
  u64 *ranknw, *rankdl;  // bit planes, or null
  u32 *list, *counts; u64* sums;
  Ref selfnw, selfdl;    // the whole table, for pawn moves
  u32 words, round, slot, late, pawns, mover;
  u8 kind[6], side[6], pawnside[4], pad[8];
  Ref captured[8];       // after field f + 2 (0..4) or pawn p (4..8) was taken
  Ref promoted[4][4];    // pawn, kind
  Ref promotedby[4][4][4]; // pawn, captured field - 2, kind
};

// ---------------------------------------------------------------- words
HD int popc(u64 x){
#ifdef __CUDA_ARCH__
  return __popcll(x);
#else
  return __builtin_popcountll(x);
#endif
}
HD int low(u64 x){
#ifdef __CUDA_ARCH__
  return __ffsll((long long)x) - 1;
#else
  return __builtin_ctzll(x);
#endif
}
HD u64 swapranks(u64 x){
#ifdef __CUDA_ARCH__
  u32 lo = (u32)x, hi = (u32)(x >> 32);
  return ((u64)__byte_perm(lo, 0, 0x0123) << 32) | __byte_perm(hi, 0, 0x0123);
#else
  return __builtin_bswap64(x);
#endif
}
HD u64 swapfiles(u64 x){
  x = ((x >> 1) & 0x5555555555555555ull) | ((x & 0x5555555555555555ull) << 1);
  x = ((x >> 2) & 0x3333333333333333ull) | ((x & 0x3333333333333333ull) << 2);
  return ((x >> 4) & 0x0f0f0f0f0f0f0f0full) | ((x & 0x0f0f0f0f0f0f0f0full) << 4);
}
HD u64 reflect(u64 x){
  u64 t;
  t = (x ^ (x >> 7)) & 0x00AA00AA00AA00AAull; x ^= t ^ (t << 7);
  t = (x ^ (x >> 14)) & 0x0000CCCC0000CCCCull; x ^= t ^ (t << 14);
  t = (x ^ (x >> 28)) & 0x00000000F0F0F0F0ull; x ^= t ^ (t << 28);
  return x;
}
HD u64 bit(int s){ return 1ull << s; }
// A turn: bit 0 exchanges files, bit 1 ranks, bit 2 reflects in a1-h8, in that order.
HD u64 preimage(int turn, u64 x){ if(turn & 4) x = reflect(x); if(turn & 2) x = swapranks(x); if(turn & 1) x = swapfiles(x); return x; }
HD int turnsquare(int turn, int s){ if(turn & 1) s ^= 7; if(turn & 2) s ^= 56; if(turn & 4) s = ((s & 7) << 3) | (s >> 3); return s; }
// All packed squares of x, n of them, turned at once.
HD u64 turnpacked(int turn, u64 x, int n){
  const u64 ones = 0x041041041041ull & ((1ull << 6 * n) - 1);
  if(turn & 3) x ^= (u64)((turn & 1 ? 7 : 0) | (turn & 2 ? 56 : 0)) * ones;
  if(turn & 4) x = ((x & 7 * ones) << 3) | ((x >> 3) & 7 * ones);
  return x;
}
HD u64 load(const u64* p){
#ifdef __CUDA_ARCH__
  return __ldg(p);
#else
  return *p;
#endif
}

// ---------------------------------------------------------------- rules
#define NOTA 0xFEFEFEFEFEFEFEFEull
#define NOTH 0x7F7F7F7F7F7F7F7Full
template<int S> HD u64 up(u64 s, u64 t, u64 e){ t &= e; s |= t & (s << S); t &= t << S; s |= t & (s << 2 * S); t &= t << 2 * S; s |= t & (s << 4 * S); return (s << S) & e; }
template<int S> HD u64 down(u64 s, u64 t, u64 e){ t &= e; s |= t & (s >> S); t &= t >> S; s |= t & (s >> 2 * S); t &= t >> 2 * S; s |= t & (s >> 4 * S); return (s >> S) & e; }
HD u64 straight(u64 s, u64 e){ return up<8>(s, e, ~0ull) | down<8>(s, e, ~0ull) | up<1>(s, e, NOTA) | down<1>(s, e, NOTH); }
HD u64 diagonal(u64 s, u64 e){ return up<9>(s, e, NOTA) | up<7>(s, e, NOTH) | down<9>(s, e, NOTH) | down<7>(s, e, NOTA); }
HD u64 knightmoves(u64 s){
  const u64 nab = NOTA & (NOTA << 1), ngh = NOTH & (NOTH >> 1);
  return ((s << 17 | s >> 15) & NOTA) | ((s << 15 | s >> 17) & NOTH) | ((s << 10 | s >> 6) & nab) | ((s << 6 | s >> 10) & ngh);
}
HD u64 kingmoves(u64 s){ u64 a = ((s << 1) & NOTA) | ((s >> 1) & NOTH); u64 r = s | a; return a | r << 8 | r >> 8; }
HD u64 pawnattacks(int side, int s){ u64 b = bit(s); return side == ATTACKER ? ((b << 9) & NOTA) | ((b << 7) & NOTH) : ((b >> 7) & NOTA) | ((b >> 9) & NOTH); }
// Where men of a kind on the squares s reach, first blockers included.
HD u64 spread(int kind, u64 s, u64 empty){
  if(!s) return 0;
  if(kind == KNIGHT) return knightmoves(s);
  if(kind == KING) return kingmoves(s);
  u64 r = 0;
  if(kind & 2) r |= straight(s, empty);
  if(kind & 1) r |= diagonal(s, empty);
  return r;
}
HD bool isslider(int kind){ return kind >= BISHOP && kind <= QUEEN; }

// ---------------------------------------------------------------- packed placements
HD int fieldof(u64 x, int f){ return (int)(x >> 6 * (MEN - 1 - f)) & 63; }
HD u64 withfield(u64 x, int f, int s){ int h = 6 * (MEN - 1 - f); return (x & ~(63ull << h)) | (u64)s << h; }
HD u64 removed(u64 x, int n, int f){ int h = 6 * (n - 1 - f); return ((x >> (h + 6)) << h) | (x & ((1ull << h) - 1)); }
HD u64 inserted(u64 x, int n, int f, int s){ int h = 6 * (n - f); return ((x >> h) << (h + 6)) | (u64)s << h | (x & ((1ull << h) - 1)); }
HD int pawnof(u32 y, int n, int p){ return (y >> 6 * (n - 1 - p)) & 63; }
HD u32 withpawn(u32 y, int n, int p, int s){ int h = 6 * (n - 1 - p); return (y & ~(63u << h)) | (u32)s << h; }
HD u32 withoutpawn(u32 y, int n, int p){ int h = 6 * (n - 1 - p); return ((y >> h >> 6) << h) | (y & ((1u << h) - 1)); }

// Where the word of a placement is, and how it is turned. The lane's field of x is not looked at.
HD bool locate(const Job& j, const Ref& t, u64 x, u32 y, u64& at, int& turn){
  const int n = t.men;
  if(!t.pawns){
    u32 e = j.pairs[x >> 6 * (n - 2)];
    if(e == NONE) return false;
    turn = e >> 9;
    u64 rest = (x >> 6) & ((1ull << 6 * (n - 3)) - 1);
    at = (u64)(e & 511) << 6 * (n - 3) | turnpacked(turn, rest, n - 3);
  } else {
    u32 e = t.slices[y];
    if(e == NONE) return false;
    turn = e & 1;
    at = (u64)(e >> 1) << 6 * (n - 1) | turnpacked(turn, x >> 6, n - 1);
  }
  return true;
}
HD bool kingsapart(int n, u64 x){ int a = (int)(x >> 6 * (n - 1)) & 63, b = (int)(x >> 6 * (n - 2)) & 63; return !((kingmoves(bit(a)) | bit(a)) >> b & 1); }
// The 64 lanes of a placement.
HD u64 wordat(const Job& j, const Ref& t, u64 x, u32 y){
  if(!t.set) return kingsapart(t.men, x) || t.men == 2 ? ~0ull : 0;
  u64 at; int turn;
  if(!locate(j, t, x, y, at, turn)) return 0;
  u64 v = load(t.set + at);
  return turn ? preimage(turn, v) : v;
}
// One placement, lane included.
HD bool bitat(const Job& j, const Ref& t, u64 x, u32 y){
  if(!t.set) return kingsapart(t.men, x);
  u64 at; int turn;
  if(!locate(j, t, x, y, at, turn)) return false;
  return load(t.set + at) >> turnsquare(turn, (int)x & 63) & 1;
}

struct Place { u64 x, fixed; u32 y; int pair; bool ok; };
// The placement of a word with N index fields; fields beyond them are zero and not in `fixed`.
template<int N> HD Place decode(const Job& j, u32 w){
  Place p; p.y = 0; p.pair = 0;
  const u64 rest = w & (u32)((1ull << 6 * N) - 1);
  const u32 high = (u32)((u64)w >> 6 * N);
  int men = N + PAWNS(j); u64 f = 0;
  p.x = rest << 6 * (FIELDS - N + 1);
#if PAWNLESS
  p.pair = high; u32 k = j.kings[high]; men += 2;
  p.x |= (u64)((k & 63) << 6 | k >> 6) << 6 * (FIELDS + 1);
  f = bit(k & 63) | bit(k >> 6);
#else
  p.y = j.arrangements[high];
  for(u32 i = 0; i < PAWNS(j); i++) f |= bit(p.y >> 6 * i & 63);
#endif
#ifdef __CUDACC__
#pragma unroll
#endif
  for(int i = 0; i < N; i++) f |= bit((int)(rest >> 6 * i) & 63);
  p.fixed = f; p.ok = popc(f) == men;
  return p;
}

// The lanes of a word that are legal with a side to move: it does not attack the other king.
HD u64 legal(const Job& j, const Place& p, int turn){
  if(!p.ok) return 0;
  u64 lanes = ~p.fixed; const u64 empty = ~p.fixed;
  const int king = turn == ATTACKER ? 1 : 0;
  if(MEN == 2){ // the lane is the defender's king
    lanes &= ~kingmoves(bit(fieldof(p.x, 0)));
    for(u32 i = 0; i < PAWNS(j); i++) if(j.pawnside[i] == turn){
      u64 a = pawnattacks(turn, pawnof(p.y, PAWNS(j), i));
      if(turn == ATTACKER) lanes &= ~a; else if(a >> fieldof(p.x, 0) & 1) return 0;
    }
    return lanes;
  }
  const int k = fieldof(p.x, king);
  if(!PAWNLESS && (kingmoves(bit(k)) >> fieldof(p.x, 1 - king) & 1)) return 0;
  for(u32 i = 0; i < PAWNS(j); i++) if(j.pawnside[i] == turn && (pawnattacks(turn, pawnof(p.y, PAWNS(j), i)) >> k & 1)) return 0;
  for(int f = 2; f < LANE; f++) if(j.side[f] == turn){
    const int s = fieldof(p.x, f);
    if(spread(j.kind[f], bit(s), empty) >> k & 1) lanes &= isslider(j.kind[f]) ? load(j.between + s * 64 + k) : 0;
  }
  if(j.side[LANE] == turn) lanes &= ~spread(j.kind[LANE], bit(k), empty);
  return lanes;
}

// The lanes in which a side may have a capture or a pawn move, its king's safety aside.
HD u64 irrevocable(const Job& j, const Place& p, int side){
  u64 lanes = 0, targets = 0; const u64 empty = ~p.fixed;
  for(int f = 2; f < LANE; f++) if(j.side[f] != side) targets |= bit(fieldof(p.x, f));
  for(u32 i = 0; i < PAWNS(j); i++){
    if(j.pawnside[i] != side) targets |= bit(pawnof(p.y, PAWNS(j), i));
    else if(!(p.fixed >> (pawnof(p.y, PAWNS(j), i) + (side == ATTACKER ? 8 : -8)) & 1)) return ~0ull;
  }
  for(int f = 0; f < LANE; f++) if(j.side[f] == side){
    const u64 reach = spread(j.kind[f], bit(fieldof(p.x, f)), empty);
    if(reach & targets) return ~0ull;
    if(MEN > 2 && j.side[LANE] != side) lanes |= reach;
  }
  for(u32 i = 0; i < PAWNS(j); i++) if(j.pawnside[i] == side){
    const u64 reach = pawnattacks(side, pawnof(p.y, PAWNS(j), i));
    if(reach & targets) return ~0ull;
    if(MEN > 2 && j.side[LANE] != side) lanes |= reach;
  }
  if(j.side[LANE] == side) for(; targets; targets &= targets - 1) lanes |= spread(j.kind[LANE], targets & -targets, empty);
  return lanes;
}

// One position, man by man: fields first, then pawns.
struct Board { int n; u8 square[6], kind[6], side[6]; };
HD Board board(const Job& j, u64 x, u32 y){
  Board b; b.n = MEN + PAWNS(j);
  for(int f = 0; f < MEN; f++){ b.square[f] = fieldof(x, f); b.kind[f] = j.kind[f]; b.side[f] = j.side[f]; }
  for(u32 i = 0; i < PAWNS(j); i++){ b.square[MEN + i] = pawnof(y, PAWNS(j), i); b.kind[MEN + i] = PAWN; b.side[MEN + i] = j.pawnside[i]; }
  return b;
}
HD u64 occupied(const Board& b){ u64 o = 0; for(int i = 0; i < b.n; i++) o |= bit(b.square[i]); return o; }
HD u64 reachof(const Board& b, int i, u64 occ){ return b.kind[i] == PAWN ? pawnattacks(b.side[i], b.square[i]) : spread(b.kind[i], bit(b.square[i]), ~occ); }
HD bool incheck(const Board& b, int side, int without, u64 occ){
  for(int i = 0; i < b.n; i++) if(b.side[i] != side && i != without && (reachof(b, i, occ) >> b.square[side] & 1)) return true;
  return false;
}
// Whether man i may go to a square, as far as its own king is concerned; taking whoever stands there.
HD bool maygo(Board b, int i, int to){
  int victim = -1;
  for(int k = 0; k < b.n; k++) if(k != i && b.square[k] == to) victim = k;
  b.square[i] = to;
  return !incheck(b, b.side[i], victim, occupied(b));
}
// Whether a side has a legal move, en passant aside.
HD bool hasmove(const Board& b, int side){
  const u64 occ = occupied(b); u64 own = 0;
  for(int i = 0; i < b.n; i++) if(b.side[i] == side) own |= bit(b.square[i]);
  for(int i = 0; i < b.n; i++) if(b.side[i] == side){
    u64 to = reachof(b, i, occ) & ~own;
    if(b.kind[i] == PAWN){
      to &= occ;
      const int s = b.square[i], step = side == ATTACKER ? 8 : -8;
      if(!(occ >> (s + step) & 1)){
        to |= bit(s + step);
        if((s >> 3) == (side == ATTACKER ? 1 : 6) && !(occ >> (s + 2 * step) & 1)) to |= bit(s + 2 * step);
      }
    }
    while(to){ int t = low(to); to &= to - 1; if(maygo(b, i, t)) return true; }
  }
  return false;
}
