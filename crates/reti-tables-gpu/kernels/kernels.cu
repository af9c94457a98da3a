// All kernels of one shape, for a graphics card (NVRTC) or, item by item, for the host.
#include "board.h"
#include "generate.h"
#include "certify.h"

#ifdef __CUDACC__
__device__ __forceinline__ u64 warpsum(u64 a){ for(int o = 16; o; o >>= 1) a += __shfl_xor_sync(~0u, a, o); return a; }
__device__ __forceinline__ void addsum(const Job& j, u64 a){ a = warpsum(a); if((threadIdx.x & 31) == 0 && a) atomicAdd(j.sums + j.slot, a); }
// Every word.
#define ALL(NAME, BLOCKS) extern "C" __global__ void __launch_bounds__(256, BLOCKS) all_##NAME(const __grid_constant__ Job j){ \
  u64 a = 0; for(u32 b = blockIdx.x * 1024; b < j.words; b += gridDim.x * 1024) \
    for(int k = 0; k < 4; k++){ u32 i = b + k * 256 + threadIdx.x; if(i < j.words) a += item_##NAME(j, i); } \
  addsum(j, a); }
// The words of the list.
#define LIST(NAME) extern "C" __global__ void __launch_bounds__(256, 4) list_##NAME(const __grid_constant__ Job j){ \
  u64 a = 0; const u32 n = j.counts[j.slot]; for(u32 b = blockIdx.x * 1024; b < n; b += gridDim.x * 1024) \
    for(int k = 0; k < 4; k++){ u32 i = b + k * 256 + threadIdx.x; if(i < n) a += item_##NAME(j, j.list[i]); } \
  addsum(j, a); }
ALL(start, 4) ALL(defender, 3) ALL(convert, 3) ALL(attack, 4) ALL(defend, 4) ALL(checkattacker, 3) ALL(checkdefender, 3)
LIST(attack) LIST(defend)
#if FIELDS > 0
// Rows to words: a block counts, takes its place in the list, and writes.
extern "C" __global__ void __launch_bounds__(256) all_row(const __grid_constant__ Job j){
  __shared__ u32 sums[8]; __shared__ u32 base;
  u32 row = blockIdx.x * 256 + threadIdx.x; const u32 rows = (j.words + 63) / 64; u64 m = row < rows ? item_row(j, row) : 0;
  const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5, c = popc(m); u32 inc = c;
  if(!__syncthreads_or(c)) return;
  for(int o = 1; o < 32; o <<= 1){ u32 t = __shfl_up_sync(~0u, inc, o); if(lane >= o) inc += t; }
  if(lane == 31) sums[warp] = inc;
  __syncthreads();
  if(threadIdx.x == 0){ u32 t = 0; for(int i = 0; i < 8; i++){ u32 x = sums[i]; sums[i] = t; t += x; } base = atomicAdd(j.counts + j.slot, t); }
  __syncthreads();
  const u32 off = base + sums[warp] + inc - c;
  unsigned some = __ballot_sync(~0u, c != 0);
  while(some){
    int s = __ffs(some) - 1; some &= some - 1;
    u64 mm = __shfl_sync(~0u, m, s); u32 at = __shfl_sync(~0u, off, s), first = __shfl_sync(~0u, row, s) * 64 + lane;
    u32 lo = (u32)mm, hi = (u32)(mm >> 32), before = (1u << lane) - 1;
    if(lo >> lane & 1) j.list[at + __popc(lo & before)] = first;
    if(hi >> lane & 1) j.list[at + __popc(lo) + __popc(hi & before)] = first + 32;
  }
}
#endif
extern "C" __global__ void __launch_bounds__(256) all_count(const __grid_constant__ Job j){
  u64 s[SUMS]; for(int i = 0; i < SUMS; i++) s[i] = 0;
  const u64 base = j.selfnw.set ? (u64)(j.nw - j.selfnw.set) : 0;
  for(u32 i = blockIdx.x * 256 + threadIdx.x; i < j.words; i += gridDim.x * 256) item_count(j, i, base, s);
  for(int i = 0; i < 20; i++){ u64 a = warpsum(s[i]); if((threadIdx.x & 31) == 0 && a) atomicAdd(j.sums + j.slot + i, a); }
}
#else
#define NAMED2(A, F, P) A##_##F##_##P
#define NAMED1(A, F, P) NAMED2(A, F, P)
#define NAMED(A) NAMED1(A, FIELDS, PAWNLESS)
// Which kernel, on which items: words, places of the list, or rows.
extern "C" void NAMED(reti_host)(int kernel, const Job* job, u32 begin, u32 end){
  const Job& j = *job; u64 a = 0; u64 s[SUMS] = {0};
  const u64 base = j.selfnw.set ? (u64)(j.nw - j.selfnw.set) : 0;
  for(u32 i = begin; i < end; i++) switch(kernel){
    case 0: a += item_start(j, i); break;
    case 1: a += item_defender(j, i); break;
    case 2: a += item_convert(j, i); break;
    case 3: a += item_attack(j, i); break;
    case 4: a += item_defend(j, i); break;
    case 5: a += item_checkattacker(j, i); break;
    case 6: a += item_checkdefender(j, i); break;
    case 7: a += item_attack(j, j.list[i]); break;
    case 8: a += item_defend(j, j.list[i]); break;
#if FIELDS > 0
    case 9: { u64 m = item_row(j, i); u32 at = __atomic_fetch_add(j.counts + j.slot, (u32)popc(m), __ATOMIC_RELAXED);
      for(; m; m &= m - 1) j.list[at++] = i * 64 + low(m); break; }
#endif
    case 10: item_count(j, i, base, s); break;
  }
  if(a) __atomic_fetch_add(j.sums + j.slot, a, __ATOMIC_RELAXED);
  if(kernel == 10) for(int i = 0; i < 20; i++) if(s[i]) __atomic_fetch_add(j.sums + j.slot + i, s[i], __ATOMIC_RELAXED);
}
#endif
