// The generator: one kernel for each idea. An item of work is a word of 64 positions.

// ---------------------------------------------------------------- pulling quiet moves
template<int OFF> HD u64 loadif(const u64* p, bool ok){ // at a constant offset, in words
#ifdef __CUDA_ARCH__
  u64 v = 0; int o = ok;
  asm("{ .reg .pred q; setp.ne.s32 q,%2,0; @q ld.global.nc.u64 %0,[%1+%3]; }" : "+l"(v) : "l"(p), "r"(o), "n"(OFF * 8));
  return v;
#else
  return ok ? p[OFF] : 0;
#endif
}
// A ray from its far end: what is beyond a square does not count in the lane that stands on it.
template<int D, int ST, int K> struct Ray {
  static HD_MEMBER u64 go(const u64* p, int len, u64 x, u64 b, bool ok){
    const int c = D > 0 ? K * D : 63 + K * D;
    ok = ok && K <= len && ((x >> c) & 1);
    u64 v = loadif<K * D * ST>(p, ok);
    u64 r = Ray<D, ST, K + 1>::go(p, len, x, b, ok);
    u64 block = D > 0 ? b << (K * (D > 0 ? D : 0)) : b >> (K * (D > 0 ? 0 : -D));
    return v | (r & ~block);
  }
};
template<int D, int ST> struct Ray<D, ST, 8> { static HD_MEMBER u64 go(const u64*, int, u64, u64, bool){ return 0; } };
HD int least(int a, int b){ return a < b ? a : b; }
// The union of the words that a man on s reaches; ST is how far apart they are.
template<int ST> HD u64 walk(const u64* p, int kind, int s, u64 empty){
  int f = s & 7, r = s >> 3; u64 o = 0;
  if(kind == KNIGHT){
    o |= loadif<17 * ST>(p, f < 7 && r < 6) | loadif<15 * ST>(p, f > 0 && r < 6) | loadif<10 * ST>(p, f < 6 && r < 7) | loadif<6 * ST>(p, f > 1 && r < 7);
    o |= loadif<-17 * ST>(p, f > 0 && r > 1) | loadif<-15 * ST>(p, f < 7 && r > 1) | loadif<-10 * ST>(p, f > 1 && r > 0) | loadif<-6 * ST>(p, f < 6 && r > 0);
    return o;
  }
  if(kind == KING){
    o |= loadif<ST>(p, f < 7) | loadif<-ST>(p, f > 0) | loadif<8 * ST>(p, r < 7) | loadif<-8 * ST>(p, r > 0);
    o |= loadif<9 * ST>(p, f < 7 && r < 7) | loadif<-9 * ST>(p, f > 0 && r > 0) | loadif<7 * ST>(p, f > 0 && r < 7) | loadif<-7 * ST>(p, f < 7 && r > 0);
    return o;
  }
  u64 x = empty >> s, y = empty << (63 - s), b = 1ull << s;
  if(kind & 2){
    o |= Ray<1, ST, 1>::go(p, 7 - f, x, b, true) | Ray<-1, ST, 1>::go(p, f, y, b, true);
    o |= Ray<8, ST, 1>::go(p, 7 - r, x, b, true) | Ray<-8, ST, 1>::go(p, r, y, b, true);
  }
  if(kind & 1){
    o |= Ray<9, ST, 1>::go(p, least(7 - f, 7 - r), x, b, true) | Ray<-9, ST, 1>::go(p, least(f, r), y, b, true);
    o |= Ray<7, ST, 1>::go(p, least(f, 7 - r), x, b, true) | Ray<-7, ST, 1>::go(p, least(7 - f, r), y, b, true);
  }
  return o;
}
template<int N> HD u64 kingpull(const u64* set, const Job& j, int mover, u32 w, int pair){
  const u32 stride = 1u << 6 * N, rest = w & (stride - 1);
  const u32* st = j.steps + (mover * 462 + pair) * 8;
  u64 o = 0; u32 e[8]; u64 v[8];
#ifdef __CUDACC__
#pragma unroll
#endif
  for(int k = 0; k < 8; k++) e[k] = st[k];
#ifdef __CUDACC__
#pragma unroll
#endif
  for(int k = 0; k < 8; k++){
    bool ok = e[k] != NONE; u32 i = ok ? (e[k] & 511) * stride + (u32)turnpacked(e[k] >> 9 & 7, rest, N) : 0;
    v[k] = loadif<0>(set + i, ok);
  }
#ifdef __CUDACC__
#pragma unroll
#endif
  for(int k = 0; k < 8; k++){ int turn = e[k] >> 9 & 7; o |= e[k] != NONE && turn ? preimage(turn, v[k]) : v[k]; }
  return o;
}
template<int N, int J> struct Walks { // index fields J..0
  static HD_MEMBER bool go(const u64* set, const Job& j, int mover, u32 w, const Place& p, u64 need, u64& found){
    if(j.side[FIELD(J)] == mover){
      found |= walk<(1 << 6 * (N - 1 - J))>(set + w, j.kind[FIELD(J)], fieldof(p.x, FIELD(J)), ~p.fixed);
      if(!(need & ~found)) return true;
    }
    return Walks<N, J - 1>::go(set, j, mover, w, p, need, found);
  }
};
template<int N> struct Walks<N, -1> { static HD_MEMBER bool go(const u64*, const Job&, int, u32, const Place&, u64, u64&){ return false; } };
// The lanes of a word with N index fields from which some quiet move leads into the set; the lane is the
// field after them. May stop when all needed lanes are found.
template<int N> HD u64 pull(const u64* set, const Job& j, int mover, u32 w, const Place& p, u64 need){
  u64 found = 0;
  if(j.side[FIELD(N)] == mover){ found = spread(j.kind[FIELD(N)], load(set + w), ~p.fixed); if(!(need & ~found)) return found; }
  if(Walks<N, N - 1>::go(set, j, mover, w, p, need, found)) return found;
#if PAWNLESS
  found |= kingpull<N>(set, j, mover, w, p.pair);
#endif
  return found;
}

// ---------------------------------------------------------------- captures, promotions, pawn moves
// The promoted man stands on t; x still has the lane (MEN fields, or one fewer if `n` says so).
HD u64 promotions(const Job& j, const Ref* kinds, u64 x, int n, u32 y, int t, u64 lanes){
  u64 out = 0;
  for(int k = 0; k < 4; k++){
    const Ref& r = kinds[k];
    if(r.insert == n){ // the promoted man is the lane there
      u64 todo = lanes & ~out;
      while(todo){ int l = low(todo); todo &= todo - 1; if(bitat(j, r, (x | l) << 6 | t, y)) out |= bit(l); }
    } else out |= wordat(j, r, inserted(x, n, r.insert, t), y) & lanes;
  }
  return out;
}
// One position that promotes by taking the lane man: x has no lane.
HD bool promotestaking(const Job& j, const Ref* kinds, u64 x, int n, u32 y, int t){
  for(int k = 0; k < 4; k++) if(bitat(j, kinds[k], inserted(x, n, kinds[k].insert, t), y)) return true;
  return false;
}
HD bool lastrank(int side, int s){ return (s >> 3) == (side == ATTACKER ? 7 : 0); }

HD u64 takefixed(const Job& j, const Place& p, int mover, int victim, u64 need){
  const bool pawn = victim >= 4; const int t = pawn ? pawnof(p.y, PAWNS(j), victim - 4) : fieldof(p.x, victim + 2);
  const Ref& ref = j.captured[victim]; const u64 empty = ~p.fixed; u64 out = 0;
  if(!ref.exists || (mover == ATTACKER && !ref.set)) return 0;
  const int n = pawn ? MEN : MEN - 1; const u32 y = pawn ? withoutpawn(p.y, PAWNS(j), victim - 4) : p.y;
  for(int f = 0; f < LANE; f++) if(j.side[f] == mover){
    const int s = fieldof(p.x, f);
    if(!(spread(j.kind[f], bit(s), empty) >> t & 1)) continue;
    u64 x = withfield(p.x, f, t); if(!pawn) x = removed(x, MEN, victim + 2);
    out |= wordat(j, ref, x, y) & (isslider(j.kind[f]) ? ~load(j.between + s * 64 + t) : ~0ull);
  }
  for(u32 i = 0; i < PAWNS(j); i++) if(j.pawnside[i] == mover && (pawnattacks(mover, pawnof(p.y, PAWNS(j), i)) >> t & 1)){
    u64 x = pawn ? p.x : removed(p.x, MEN, victim + 2);
    if(lastrank(mover, t)) out |= promotions(j, j.promotedby[i][victim], x, n, withoutpawn(p.y, PAWNS(j), i), t, need);
    else { u32 z = withpawn(p.y, PAWNS(j), i, t); if(pawn) z = withoutpawn(z, PAWNS(j), victim - 4); out |= wordat(j, ref, x, z); }
  }
  if(j.side[LANE] == mover){
    u64 from = spread(j.kind[LANE], bit(t), empty) & empty;
    u64 x = pawn ? p.x : removed(p.x, MEN, victim + 2);
    if((from & need) && bitat(j, ref, x | t, y)) out |= from;
  }
  return out;
}
HD u64 takelane(const Job& j, const Place& p, int mover, u64 need){
  if(MEN == 2 || j.side[LANE] == mover) return 0;
  const Ref& ref = j.captured[LANE - 2]; u64 out = 0;
  const bool never = !ref.exists || (mover == ATTACKER && !ref.set);
  for(int f = 0; f < LANE && !never; f++) if(j.side[f] == mover){
    u64 reach = spread(j.kind[f], bit(fieldof(p.x, f)), ~p.fixed) & ~p.fixed & need;
    if(f == LANE - 1 && ref.men > 2){ if(reach) out |= wordat(j, ref, withfield(p.x, f, 0) >> 6, p.y) & reach; }
    else while(reach){ int t = low(reach); reach &= reach - 1; if(bitat(j, ref, withfield(p.x, f, t) >> 6, p.y)) out |= bit(t); }
  }
  for(u32 i = 0; i < PAWNS(j); i++) if(j.pawnside[i] == mover){
    u64 reach = pawnattacks(mover, pawnof(p.y, PAWNS(j), i)) & ~p.fixed & need;
    while(reach){ int t = low(reach); reach &= reach - 1;
      bool hit = lastrank(mover, t) ? promotestaking(j, j.promotedby[i][LANE - 2], p.x >> 6, MEN - 1, withoutpawn(p.y, PAWNS(j), i), t)
                                    : !never && bitat(j, ref, p.x >> 6, withpawn(p.y, PAWNS(j), i, t));
      if(hit) out |= bit(t);
    }
  }
  return out;
}
// After a double step to t, the pawns of the other side that may take en passant on the square passed.
HD u64 doublestep(const Job& j, const Place& p, int mover, int i, int t, int passed, u64 lanes){
  const u32 y = withpawn(p.y, PAWNS(j), i, t); u64 out, refuted = 0; bool any = false;
  out = wordat(j, mover == ATTACKER ? j.selfdl : j.selfnw, p.x, y) & lanes;
  for(u32 q = 0; q < PAWNS(j); q++) if(j.pawnside[q] != mover && (pawnattacks(1 - mover, pawnof(p.y, PAWNS(j), q)) >> passed & 1)){
    // The taken pawn's table: for an attacker's pawn the positions that are not won, for a defender's the lost ones.
    const Ref& ref = j.captured[4 + i]; any = true;
    if(mover == DEFENDER && !ref.set) continue;
    refuted |= wordat(j, ref, p.x, withoutpawn(withpawn(p.y, PAWNS(j), q, passed), PAWNS(j), i));
  }
  if(!any) return out;
  if(mover == ATTACKER){ // stalemate but for the capture en passant, which is forced and loses
    u64 rest = lanes & ~out & ~refuted;
    while(rest){ int l = low(rest); rest &= rest - 1;
      Board b = board(j, p.x | l, y);
      if(incheck(b, ATTACKER, -1, occupied(b)) || incheck(b, DEFENDER, -1, occupied(b)) || hasmove(b, DEFENDER)) continue;
      for(u32 q = 0; q < PAWNS(j); q++) if(j.pawnside[q] == DEFENDER && (pawnattacks(DEFENDER, b.square[MEN + q]) >> passed & 1)){
        Board c = b; c.square[MEN + q] = passed;
        if(!incheck(c, DEFENDER, MEN + i, occupied(c) & ~bit(t))) out |= bit(l);
      }
    }
  }
  return out & ~refuted;
}
HD u64 pawnsteps(const Job& j, const Place& p, int mover, u64 need){
  u64 out = 0; const int step = mover == ATTACKER ? 8 : -8;
  for(u32 i = 0; i < PAWNS(j); i++) if(j.pawnside[i] == mover){
    const int s = pawnof(p.y, PAWNS(j), i), t = s + step;
    if(p.fixed >> t & 1) continue;
    u64 lanes = need & ~bit(t);
    if(lastrank(mover, t)){ out |= promotions(j, j.promoted[i], p.x, MEN, withoutpawn(p.y, PAWNS(j), i), t, lanes); continue; }
    out |= wordat(j, mover == ATTACKER ? j.selfdl : j.selfnw, p.x, withpawn(p.y, PAWNS(j), i, t)) & lanes;
    if((s >> 3) == (mover == ATTACKER ? 1 : 6) && !(p.fixed >> (t + step) & 1))
      out |= doublestep(j, p, mover, i, t + step, t, lanes & ~bit(t + step));
  }
  return out;
}
// The lanes from which a move that cannot be taken back reaches the set that the mover wants.
HD u64 externals(const Job& j, const Place& p, int mover, u64 need){
  u64 out = 0;
  for(int v = 0; v < LANE - 2; v++) if(j.side[v + 2] != mover) out |= takefixed(j, p, mover, v, need);
  for(u32 i = 0; i < PAWNS(j); i++) if(j.pawnside[i] != mover) out |= takefixed(j, p, mover, 4 + i, need);
  out |= takelane(j, p, mover, need);
  if(!PAWNLESS && (need & ~out)) out |= pawnsteps(j, p, mover, need & ~out);
  return out & need;
}

// ---------------------------------------------------------------- bit maps of words, ranks
HD void setbit(u64* m, u32 w){
#ifdef __CUDA_ARCH__
  unsigned act = __activemask(), key = w >> 5, grp = __match_any_sync(act, key), b = __reduce_or_sync(grp, 1u << (w & 31));
  if((threadIdx.x & 31) == __ffs(grp) - 1) atomicOr((u32*)m + key, b);
#else
  __atomic_fetch_or(m + (w >> 6), bit(w & 63), __ATOMIC_RELAXED);
#endif
}
HD void clearbit(u64* m, u32 w){
#ifdef __CUDA_ARCH__
  unsigned act = __activemask(), key = w >> 5, grp = __match_any_sync(act, key), b = __reduce_or_sync(grp, 1u << (w & 31));
  if((threadIdx.x & 31) == __ffs(grp) - 1) atomicAnd((u32*)m + key, ~b);
#else
  __atomic_fetch_and(m + (w >> 6), ~bit(w & 63), __ATOMIC_RELAXED);
#endif
}
HD void setrank(const Job& j, u64* planes, u32 w, u64 lanes){
  if(!planes) return;
#ifdef __CUDACC__
#pragma unroll
#endif
  for(int k = 0; k < PLANES; k++) if(j.round >> k & 1) planes[(u64)k * j.words + w] |= lanes;
}

// ---------------------------------------------------------------- kernels
// Everything legal is open.
HD u32 item_start(const Job& j, u32 w){ Place p = decode<FIELDS>(j, w); j.nw[w] = legal(j, p, ATTACKER); return 0; }

// The defender's moves that cannot be taken back: what they do not save is a candidate; mates are lost,
// and so are positions whose every move loses at once. With `late` such losses wait for round one.
HD u32 item_defender(const Job& j, u32 w){
  Place p = decode<FIELDS>(j, w); u64 open = legal(j, p, DEFENDER), lost = 0;
  if(open) open &= ~externals(j, p, DEFENDER, open);
  if(open){
    u64 stuck = open & ~pull<FIELDS>(j.nw, j, DEFENDER, w, p, open), rest = j.late ? stuck : stuck & j.nw[w], moves = 0;
    if(rest) rest &= irrevocable(j, p, DEFENDER); // there is no quiet move
    while(rest){ int l = low(rest); rest &= rest - 1; if(hasmove(board(j, p.x | l, p.y), DEFENDER)) moves |= bit(l); }
    const u64 check = ~j.nw[w];
    lost = j.late ? stuck & check & ~moves : stuck & (check | moves);
    open &= ~(j.late ? stuck & ~moves : stuck);
  }
  j.candidates[w] = open; j.dl[w] = lost;
  if(open) setbit(j.opencand, w);
  if(lost) setbit(j.dirtydl, w);
  return popc(lost);
}

// Round one of the attacker: conversions that win, and mates in one.
HD u32 item_convert(const Job& j, u32 w){
  u64 open = j.nw[w]; if(!open) return 0;
  Place p = decode<FIELDS>(j, w); u64 won = externals(j, p, ATTACKER, open);
  if(open & ~won) won |= open & pull<FIELDS>(j.dl, j, ATTACKER, w, p, open & ~won);
  if(won){ j.nw[w] = open & ~won; setrank(j, j.ranknw, w, won); setbit(j.dirtynw, w); }
  if(open & ~won) setbit(j.opennw, w);
  return popc(won);
}

HD u32 item_attack(const Job& j, u32 w){
  u64 open = j.nw[w]; if(!open) return 0;
  Place p = decode<FIELDS>(j, w); u64 won = open & pull<FIELDS>(j.dl, j, ATTACKER, w, p, open);
  if(!won) return 0;
  j.nw[w] = open & ~won; setrank(j, j.ranknw, w, won); setbit(j.dirtynw, w);
  if(!(open & ~won)) clearbit(j.opennw, w);
  return popc(won);
}

HD u32 item_defend(const Job& j, u32 w){
  u64 open = j.candidates[w]; if(!open) return 0;
  Place p = decode<FIELDS>(j, w); u64 lost = open & ~pull<FIELDS>(j.nw, j, DEFENDER, w, p, open);
  if(!lost) return 0;
  j.candidates[w] = open & ~lost; j.dl[w] |= lost; setrank(j, j.rankdl, w, lost); setbit(j.dirtydl, w);
  if(!(open & ~lost)) clearbit(j.opencand, w);
  return popc(lost);
}

// The words of a row that may change: the changed words, one bit each, are a set of the endgame without
// the lane man, and the same pull, one man smaller, finds what moves into it.
#if FIELDS > 0
HD u64 item_row(const Job& j, u32 row){
  const u64* dirty = j.mover == ATTACKER ? j.dirtydl : j.dirtynw;
  u64 open = (j.mover == ATTACKER ? j.opennw : j.opencand)[row];
  if(!open) return 0;
  Place p = decode<FIELDS - 1>(j, row); if(!p.ok) return 0;
  u64 m = j.side[LANE] == j.mover ? dirty[row] : 0;
  if(open & ~m) m |= pull<FIELDS - 1>(dirty, j, j.mover, row, p, open & ~m);
  return m & open;
}
#endif

// ---------------------------------------------------------------- counting and checksums
#define SUMS 24
HD u64 mix(u64 a, u64 b){ // the finalizer of splitmix64
  u64 z = a * 0x9E3779B97F4A7C15ull + b; z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull; z = (z ^ (z >> 27)) * 0x94D049BB133111EBull; return z ^ (z >> 31);
}
HD bool symmetric(const Job& j, u64 x){ // its own reflection in a1-h8, identical men not told apart
  for(int f = 0; f < MEN; f++){
    int s = turnsquare(4, fieldof(x, f)); bool found = false;
    for(int g = 0; g < MEN; g++) if(fieldof(x, g) == s && j.kind[g] == j.kind[f] && j.side[g] == j.side[f]) found = true;
    if(!found) return false;
  }
  return true;
}
// Won, legal with the attacker to move, lost, legal with the defender to move: 0..4 free, 4..8 where the
// mirror image of a placement is stored too, 8..12 all men on the diagonal, 12..16 symmetric; 16 and 17
// checksums of the two sets, 18 and 19 of their ranks.
HD void item_count(const Job& j, u32 w, u64 base, u64* s){
  Place p = decode<FIELDS>(j, w); const u64 la = legal(j, p, ATTACKER), ld = legal(j, p, DEFENDER);
  const u64 q[4] = { la & ~j.nw[w], la, j.dl[w], ld }; u64 diagonal = 0, same = 0; bool twice = false;
#if PAWNLESS
  const int a = fieldof(p.x, 0), b = fieldof(p.x, 1);
  twice = (a & 7) == a >> 3 && (b & 7) == b >> 3;
  if(twice){
    diagonal = 0x8040201008040201ull;
    for(int f = 2; f < LANE; f++) if((fieldof(p.x, f) & 7) != fieldof(p.x, f) >> 3) diagonal = 0;
    u64 rest = la | ld; while(rest){ int l = low(rest); rest &= rest - 1; if(symmetric(j, p.x | l)) same |= bit(l); }
  }
#else
  twice = j.selfmirror[w >> 6 * FIELDS];
#endif
  for(int i = 0; i < 4; i++){ if(twice){ s[4 + i] += popc(q[i]); s[8 + i] += popc(q[i] & diagonal); s[12 + i] += popc(q[i] & same); } else s[i] += popc(q[i]); }
  if(j.nw[w]) s[16] += mix(2 * (base + w), j.nw[w]);
  if(j.dl[w]) s[17] += mix(2 * (base + w) + 1, j.dl[w]);
  if(j.ranknw) for(int k = 0; k < PLANES; k++){
    u64 a = j.ranknw[(u64)k * j.words + w], b = j.rankdl[(u64)k * j.words + w];
    if(a) s[18] += mix((base + w) * PLANES + k, a);
    if(b) s[19] += mix(~((base + w) * PLANES + k), b);
  }
}
