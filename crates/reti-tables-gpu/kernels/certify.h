// The certifier: every label and every rank against all successors. It knows the rules and where
// positions stand (board.h) and nothing of the generator: moves are enumerated man by man and square by
// square, ranks are compared as numbers, 64 at a time.
//
//   won       an irrevocable move wins and the rank is 1, or the rank is one more than the least rank of
//             the lost successors
//   open      no successor is lost
//   lost      no successor is open; the rank is the greatest of the quiet successors, 0 without them, and
//             there is a move or a check
//   not lost  some successor is open, or it is stalemate

// ---------------------------------------------------------------- irrevocable moves
// What a promotion on t gives: `x` has n fields, lane last.
HD u64 c_promote(const Job& j, const Ref* kinds, u64 x, int n, u32 y, int t, u64 lanes){
  u64 out = 0;
  for(int k = 3; k >= 0; k--){
    const Ref& r = kinds[k];
    if(r.insert < n) out |= lanes & wordat(j, r, inserted(x, n, r.insert, t), y);
    else for(int l = 0; l < 64; l++) if((lanes & ~out) >> l & 1) out |= (u64)bitat(j, r, inserted(x | l, n, n, t), y) << l;
  }
  return out;
}
// The man on a square among the fields but the lane, or 8 + its number for a pawn, or -1.
HD int c_manon(const Job& j, const Place& p, int t){
  for(int f = 0; f < LANE; f++) if(fieldof(p.x, f) == t) return f;
  for(u32 i = 0; i < PAWNS(j); i++) if(pawnof(p.y, PAWNS(j), i) == t) return 8 + i;
  return -1;
}
HD bool c_isside(const Job& j, int man, int side){ return (man >= 8 ? j.pawnside[man - 8] : j.side[man]) == side; }
// A field's man goes to t and takes what stands there.
HD u64 c_fieldtakes(const Job& j, const Place& p, int mover, int f, int t){
  const u64 lane = bit(t); const int man = c_manon(j, p, t);
  if(man < 0){ // only the lane man can be there
    if(MEN == 2 || j.side[LANE] == mover) return 0;
    return bitat(j, j.captured[LANE - 2], withfield(p.x, f, t) >> 6, p.y) ? lane : 0;
  }
  if(c_isside(j, man, mover) || man < 2) return 0;
  const u64 x = withfield(p.x, f, t);
  u64 v = man >= 8 ? wordat(j, j.captured[man - 4], x, withoutpawn(p.y, PAWNS(j), man - 8)) : wordat(j, j.captured[man - 2], removed(x, MEN, man), p.y);
  if(isslider(j.kind[f])) v &= ~load(j.between + fieldof(p.x, f) * 64 + t);
  return v & ~lane;
}
HD u64 c_pawntakes(const Job& j, const Place& p, int mover, int i, int t, u64 need){
  const int man = c_manon(j, p, t); const bool last = (t >> 3) % 7 == 0; const u32 gone = withoutpawn(p.y, PAWNS(j), i);
  if(man < 0){
    if(MEN == 2 || j.side[LANE] == mover || !(need >> t & 1)) return 0;
    bool hit = false;
    if(!last) hit = bitat(j, j.captured[LANE - 2], p.x >> 6, withpawn(p.y, PAWNS(j), i, t));
    else for(int k = 0; k < 4; k++){ const Ref& r = j.promotedby[i][LANE - 2][k]; hit = hit || bitat(j, r, inserted(p.x >> 6, MEN - 1, r.insert, t), gone); }
    return hit ? bit(t) : 0;
  }
  if(c_isside(j, man, mover) || man < 2) return 0;
  if(last) return c_promote(j, j.promotedby[i][man - 2], removed(p.x, MEN, man), MEN - 1, gone, t, need & ~bit(t));
  const u32 y = withpawn(p.y, PAWNS(j), i, t);
  return ~bit(t) & (man >= 8 ? wordat(j, j.captured[man - 4], p.x, withoutpawn(y, PAWNS(j), man - 8)) : wordat(j, j.captured[man - 2], removed(p.x, MEN, man), y));
}
HD u64 c_lanetakes(const Job& j, const Place& p, int mover, u64 need){
  u64 out = 0; if(j.side[LANE] != mover) return 0;
  for(int f = 2; f < LANE; f++) if(j.side[f] != mover){
    const int t = fieldof(p.x, f);
    if(bitat(j, j.captured[f - 2], removed(p.x | t, MEN, f), p.y)) out |= spread(j.kind[LANE], bit(t), ~p.fixed);
  }
  for(u32 i = 0; i < PAWNS(j); i++) if(j.pawnside[i] != mover){
    const int t = pawnof(p.y, PAWNS(j), i);
    if(bitat(j, j.captured[4 + i], p.x | t, withoutpawn(p.y, PAWNS(j), i))) out |= spread(j.kind[LANE], bit(t), ~p.fixed);
  }
  return out & need;
}
// A double step, with the right to take it en passant.
HD u64 c_double(const Job& j, const Place& p, int mover, int i, int s, u64 lanes){
  const int over = mover == ATTACKER ? s + 8 : s - 8, t = mover == ATTACKER ? s + 16 : s - 16;
  const u32 y = withpawn(p.y, PAWNS(j), i, t);
  u64 good = wordat(j, mover == ATTACKER ? j.selfdl : j.selfnw, p.x, y) & lanes, taken = 0, forced = 0;
  for(u32 q = 0; q < PAWNS(j); q++){
    const int from = pawnof(p.y, PAWNS(j), q);
    if(j.pawnside[q] == mover || from >> 3 != t >> 3 || (from - t != 1 && t - from != 1)) continue;
    const u32 z = withoutpawn(withpawn(p.y, PAWNS(j), q, over), PAWNS(j), i);
    taken |= wordat(j, j.captured[4 + i], p.x, z);
    if(mover == DEFENDER) continue;
    for(int l = 0; l < 64; l++) if((lanes & ~good & ~forced) >> l & 1){
      Board b = board(j, p.x | l, y); const u64 occ = occupied(b);
      if(incheck(b, ATTACKER, -1, occ) || incheck(b, DEFENDER, -1, occ)) continue;
      Board c = b; c.square[MEN + q] = over;
      if(!incheck(c, DEFENDER, MEN + i, occupied(c) & ~bit(t)) && !hasmove(b, DEFENDER)) forced |= bit(l);
    }
  }
  return (good | forced) & ~taken;
}
HD u64 c_pawnmoves(const Job& j, const Place& p, int mover, u64 need){
  u64 out = 0;
  for(u32 i = 0; i < PAWNS(j); i++) if(j.pawnside[i] == mover){
    const int s = pawnof(p.y, PAWNS(j), i), r = s >> 3, t = mover == ATTACKER ? s + 8 : s - 8, home = mover == ATTACKER ? 1 : 6;
    for(int side = -1; side <= 1; side += 2) if((s & 7) + side >= 0 && (s & 7) + side < 8) out |= c_pawntakes(j, p, mover, i, t + side, need);
    if(c_manon(j, p, t) >= 0) continue;
    const u64 lanes = need & ~bit(t);
    if(r == 7 - home){ out |= c_promote(j, j.promoted[i], p.x, MEN, withoutpawn(p.y, PAWNS(j), i), t, lanes); continue; }
    out |= lanes & wordat(j, mover == ATTACKER ? j.selfdl : j.selfnw, p.x, withpawn(p.y, PAWNS(j), i, t));
    const int u = 2 * t - s;
    if(r == home && c_manon(j, p, u) < 0) out |= c_double(j, p, mover, i, s, lanes & ~bit(u));
  }
  return out;
}
HD u64 c_irrevocable(const Job& j, const Place& p, int mover, u64 need){
  u64 out = c_lanetakes(j, p, mover, need);
  for(int f = 0; f < LANE; f++) if(j.side[f] == mover){
    u64 to = spread(j.kind[f], bit(fieldof(p.x, f)), ~p.fixed);
    if(j.side[LANE] == mover || MEN == 2) to &= p.fixed; else to &= p.fixed | need;
    for(; to; to &= to - 1) out |= c_fieldtakes(j, p, mover, f, low(to));
  }
  if(!PAWNLESS) out |= c_pawnmoves(j, p, mover, need);
  return out & need;
}

// ---------------------------------------------------------------- quiet moves, square by square
HD bool c_goes(int kind, int d){ return kind == KNIGHT ? d >= 8 : kind == KING ? d < 8 : d < 4 ? (kind & 2) : d < 8 && (kind & 1); }
HD void c_step(int d, int& fx, int& ry){
  switch(d){
    case 0: fx = 1; ry = 0; break; case 1: fx = -1; ry = 0; break; case 2: fx = 0; ry = 1; break; case 3: fx = 0; ry = -1; break;
    case 4: fx = 1; ry = 1; break; case 5: fx = -1; ry = -1; break; case 6: fx = -1; ry = 1; break; case 7: fx = 1; ry = -1; break;
    case 8: fx = 1; ry = 2; break; case 9: fx = 2; ry = 1; break; case 10: fx = 2; ry = -1; break; case 11: fx = 1; ry = -2; break;
    case 12: fx = -1; ry = -2; break; case 13: fx = -2; ry = -1; break; case 14: fx = -2; ry = 1; break; default: fx = -1; ry = 2;
  }
}
// What stands (fx, ry) further, seen from every lane.
HD u64 c_ahead(u64 x, int fx, int ry){
  const int d = 8 * ry + fx; x = d > 0 ? x >> d : x << -d;
  if(fx == 1) x &= NOTH; if(fx == 2) x &= NOTH & (NOTH >> 1);
  if(fx == -1) x &= NOTA; if(fx == -2) x &= NOTA & (NOTA << 1);
  return x;
}
struct Wanted { const u64 *set, *ranks; u64 words; };
template<class V> HD void c_fields(const Job& j, const Place& p, u32 w, int mover, const Wanted& a, V& v){
  for(int i = 0; i < FIELDS; i++){
    const int f = FIELD(i); if(j.side[f] != mover) continue;
    const int st = 1 << 6 * (FIELDS - 1 - i), s = fieldof(p.x, f), kind = j.kind[f];
    for(int d = 0; d < 16; d++){
      if(!c_goes(kind, d)) continue;
      int fx, ry; c_step(d, fx, ry); int x = (s & 7) + fx, y = (s >> 3) + ry; u64 clear = ~0ull;
      while(x >= 0 && x < 8 && y >= 0 && y < 8){
        const int t = 8 * y + x; if(p.fixed >> t & 1) break;
        v.memory(a, w + (t - s) * st, 0, clear & ~bit(t));
        if(!isslider(kind)) break;
        clear &= ~bit(t); x += fx; y += ry;
      }
    }
  }
#if PAWNLESS
  const u32 stride = 1u << 6 * FIELDS, rest = w & (stride - 1);
  for(int k = 0; k < 8; k++){
    const u32 e = j.steps[(mover * 462 + p.pair) * 8 + k]; if(e == NONE) break;
    v.memory(a, (e & 511) * stride + (u32)turnpacked(e >> 9 & 7, rest, FIELDS), e >> 9 & 7, ~0ull);
  }
#endif
}
template<class V> HD void c_lane(const Job& j, const Place& p, u32 w, int mover, const Wanted& a, V& v){
  if(j.side[LANE] != mover) return;
  const u64 set = a.set[w]; u64 ranks[PLANES], some = set;
  for(int k = 0; k < PLANES; k++){ ranks[k] = a.ranks[k * a.words + w]; some |= ranks[k]; }
  if(!some) return;
  for(int d = 0; d < 16; d++){
    if(!c_goes(j.kind[LANE], d)) continue;
    int fx, ry; c_step(d, fx, ry);
    const u64 first = c_ahead(~p.fixed, fx, ry); u64 path = first, s = set, r[PLANES];
    for(int k = 0; k < PLANES; k++) r[k] = ranks[k];
    while(path){
      s = c_ahead(s, fx, ry);
      for(int k = 0; k < PLANES; k++) r[k] = c_ahead(r[k], fx, ry);
      v.value(s & path, r, path);
      if(!isslider(j.kind[LANE])) break;
      path = first & c_ahead(path, fx, ry);
    }
  }
}
// From the low plane up: whether a < b, and whether they are equal.
HD void c_compare(u64 a, u64 b, u64& less, u64& equal){ less = (~a & b) | (~(a ^ b) & less); equal &= ~(a ^ b); }

struct Lost { // for won and open positions: their lost successors
  u64 want[PLANES], won, any, less, equal;
  HD_MEMBER void value(u64 set, const u64* r, u64){
    any |= set; const u64 q = set & won; if(!q) return;
    u64 lt = 0, eq = q;
    for(int k = 0; k < PLANES; k++) c_compare(r[k], want[k], lt, eq);
    less |= lt & q; equal |= eq;
  }
  HD_MEMBER void memory(const Wanted& a, u32 at, int turn, u64 mask){
    u64 set = load(a.set + at); if(!set) return;
    if(turn) set = preimage(turn, set);
    set &= mask; any |= set; if(!(set & won)) return;
    u64 r[PLANES];
    for(int k = 0; k < PLANES; k++){ r[k] = load(a.ranks + k * a.words + at); if(turn) r[k] = preimage(turn, r[k]); }
    value(set, r, mask);
  }
};
HD u32 item_checkattacker(const Job& j, u32 w){
  Place p = decode<FIELDS>(j, w); const u64 la = legal(j, p, ATTACKER), open = j.nw[w], won = la & ~open;
  u64 bad = open & ~la, mine[PLANES], some = 0, high = 0, borrow = ~0ull; Lost v;
  for(int k = 0; k < PLANES; k++){
    mine[k] = j.ranknw[(u64)k * j.words + w]; some |= mine[k]; if(k) high |= mine[k];
    v.want[k] = mine[k] ^ borrow; borrow &= ~mine[k];
  }
  bad |= some ^ won;
  if(!la) return popc(bad);
  v.won = won; v.any = v.less = v.equal = 0;
  const Wanted a = { j.dl, j.rankdl, j.words };
  c_fields(j, p, w, ATTACKER, a, v); c_lane(j, p, w, ATTACKER, a, v);
  const u64 at_once = c_irrevocable(j, p, ATTACKER, la);
  bad |= open & (v.any | at_once);
  bad |= won & at_once & ~(mine[0] & ~high);
  bad |= won & (v.less | (~at_once & ~v.equal));
  return popc(bad);
}
struct Open { // for lost positions and those that are not: their open and won successors
  u64 mine[PLANES], lost, anyopen, anywon, above, equal;
  HD_MEMBER void value(u64 set, const u64* r, u64 mask){
    anyopen |= set & mask;
    u64 won = 0, gt = 0, eq = ~0ull;
    for(int k = 0; k < PLANES; k++){ won |= r[k]; c_compare(mine[k], r[k], gt, eq); }
    won &= mask; anywon |= won; above |= won & gt; equal |= won & eq;
  }
  HD_MEMBER void memory(const Wanted& a, u32 at, int turn, u64 mask){
    u64 set = load(a.set + at), r[PLANES]; if(turn) set = preimage(turn, set);
    for(int k = 0; k < PLANES; k++){ r[k] = load(a.ranks + k * a.words + at); if(turn) r[k] = preimage(turn, r[k]); }
    value(set, r, mask);
  }
};
HD u32 item_checkdefender(const Job& j, u32 w){
  Place p = decode<FIELDS>(j, w); const u64 ld = legal(j, p, DEFENDER), lost = j.dl[w];
  u64 bad = lost & ~ld, some = 0; Open v;
  for(int k = 0; k < PLANES; k++){ v.mine[k] = j.rankdl[(u64)k * j.words + w]; some |= v.mine[k]; }
  bad |= some & ~lost;
  if(!ld) return popc(bad);
  v.lost = lost; v.anyopen = v.anywon = v.above = v.equal = 0;
  const Wanted a = { j.nw, j.ranknw, j.words };
  c_fields(j, p, w, DEFENDER, a, v); c_lane(j, p, w, DEFENDER, a, v);
  const u64 saved = c_irrevocable(j, p, DEFENDER, ld), quiet = v.anyopen | v.anywon;
  u64 stale = 0, rest = ld & ~quiet & ~saved & legal(j, p, ATTACKER);
  if(rest){ const u64 maybe = irrevocable(j, p, DEFENDER); stale = rest & ~maybe; rest &= maybe; }
  for(; rest; rest &= rest - 1) if(!hasmove(board(j, p.x | low(rest), p.y), DEFENDER)) stale |= rest & -rest;
  bad |= lost & (saved | v.anyopen | v.above | stale);
  bad |= lost & ((v.anywon & ~v.equal) | (~v.anywon & some));
  bad |= ld & ~lost & ~(saved | v.anyopen | stale);
  return popc(bad);
}
