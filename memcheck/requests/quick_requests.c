/* SPDX-License-Identifier: GPL-2.0-or-later */
/* To the instrumentation these are calls whose result is always defined. They see to shadow memory themselves. When an
 * argument is not wholly defined they do nothing, so that the guest's own code comes to use it, and it is reported
 * there. */
#include "memcheck/requests/quick_requests.h"

#include "coregrind-glue/preload/preload_requests.h"
#include "memcheck/pure/engine/engine.h"
#include "memcheck/pure/engine/weave.h"
#include "memcheck/runtime/accesses.h"
#include "memcheck/heap/heap_blocks.h"
#include "memcheck/heap/samples.h"
#include "memcheck/runtime/bulk_requests.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/followed_pointers.h"
#include "memcheck/snapshot/snapshot_triggers.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_replacemalloc.h"
#include "pub_tool_threadstate.h"

/* --- the requests --- */

#define V_BITS(state, name) \
  (*(const ULong *)((Addr)(state) + ENGINE_V_BITS_OFFSET + offsetof(VexGuestAMD64State, guest_##name)))

/* Pointers that are followed count as undefined. */
static Bool are_two_defined(const VexGuestAMD64State *state)
{
  return follow_is_on || (V_BITS(state, RDI) | V_BITS(state, RSI)) == 0;
}

static Bool are_defined(const VexGuestAMD64State *state)
{
  return follow_is_on || (are_two_defined(state) && (V_BITS(state, RDX) | V_BITS(state, RCX)) == 0);
}

static ULong copy_bytes(VexGuestAMD64State *state, ULong to, ULong from, ULong bytes, ULong unused)
{
  if (!are_defined(state))
    return 0;
  const ULong done = bulk_requests_copy(to, from, bytes);
  if (accesses_are_counted()) {
    const ULong skipped = bulk_requests_copies_down(to, from, bytes) ? bytes - done : 0;
    accesses_read(from + skipped, done);
    accesses_written(to + skipped, done);
  }
  return done;
}

static ULong fill_bytes(VexGuestAMD64State *state, ULong to, ULong byte, ULong bytes, ULong unused)
{
  if (!are_defined(state))
    return 0;
  const ULong done = bulk_requests_fill(to, (UChar)byte, bytes);
  if (accesses_are_counted())
    accesses_written(to, done);
  return done;
}

static ULong copy_text(VexGuestAMD64State *state, ULong to, ULong from, ULong bytes_max, ULong unused)
{
  if (!are_defined(state))
    return 0;
  const ULong done = bulk_requests_copy_text(to, from, bytes_max);
  if (accesses_are_counted()) {
    accesses_read(from, done);
    accesses_written(to, done);
  }
  return done;
}

static ULong skip_others(VexGuestAMD64State *state, ULong start, ULong others, ULong bytes_max, ULong unused)
{
  if (!are_defined(state))
    return 0;
  const ULong done = bulk_requests_count_others(start, others, bytes_max);
  if (accesses_are_counted())
    accesses_read(start, done);
  return done;
}

static ULong skip_equal(VexGuestAMD64State *state, ULong a, ULong b, ULong bytes_max, ULong step)
{
  if (!are_defined(state))
    return 0;
  const ULong done = bulk_requests_count_equal(a, b, bytes_max, step != 0);
  if (accesses_are_counted()) {
    const ULong taken = step > 1 ? done / step * step : done; /* the loop takes whole steps */
    accesses_read(a, taken);
    accesses_read(b, taken);
  }
  return done;
}

/* --- allocation --- */

/* What the core's ticks do, it does not do here: it sees no quick request. Counting is cheaper than finding out whether
 * a sample is due, so that is asked once in a while. */
static void tick(ThreadId tid)
{
  enum { ALLOCATIONS = 16 };
  static unsigned count;
  if (++count % ALLOCATIONS == 0)
    samples_tick();
  snapshot_triggers_tick(tid);
}

/* Called with the guest's state complete and nothing done yet, as a sample or snapshot may be taken here. */
static Bool may_allocate(const VexGuestAMD64State *state, ThreadId *ret_tid)
{
  if (!are_two_defined(state) || VG_(clo_trace_malloc))
    return False;
  *ret_tid = VG_(get_running_tid)();
  tick(*ret_tid);
  return True;
}

/* Pointers to blocks may be followed. */
static ULong as_block(VexGuestAMD64State *state, ULong start)
{
  follow_left(state, start);
  return start;
}

static ULong allocate_block(VexGuestAMD64State *state, ULong bytes, ULong allocator, ULong unused, ULong unused_too)
{
  ThreadId tid;
  return as_block(state, may_allocate(state, &tid) ? heap_allocate(tid, bytes, (UInt)allocator) : 0);
}

static ULong allocate_cleared(VexGuestAMD64State *state, ULong count, ULong bytes, ULong unused, ULong unused_too)
{
  ThreadId tid;
  if (are_two_defined(state) && heap_product_overflows(count, bytes))
    return as_block(state, PRELOAD_CLEARED_OVERFLOW);
  return as_block(state, may_allocate(state, &tid) ? heap_allocate_cleared(tid, count, bytes) : 0);
}

static ULong resize_block(VexGuestAMD64State *state, ULong old, ULong bytes, ULong unused, ULong unused_too)
{
  ThreadId tid;
  if (old == 0 && are_two_defined(state) && !VG_(clo_trace_malloc))
    return as_block(state, PRELOAD_RESIZE_NULL);
  return as_block(state, may_allocate(state, &tid) ? heap_resize(tid, old, bytes) : 0);
}

static ULong free_block(VexGuestAMD64State *state, ULong start, ULong allocator, ULong unused, ULong unused_too)
{
  ThreadId tid;
  return may_allocate(state, &tid) && heap_free(tid, (UInt)allocator, start, 0, 0);
}

static ULong allocate_aligned(VexGuestAMD64State *state, ULong rule, ULong bytes, ULong alignment, ULong unused)
{
  ThreadId tid;
  return as_block(state, are_defined(state) && may_allocate(state, &tid)
                           ? heap_allocate_aligned(tid, (UInt)rule, bytes, alignment) : 0);
}

static ULong free_checked(VexGuestAMD64State *state, ULong how, ULong start, ULong bytes, ULong alignment)
{
  ThreadId tid;
  return are_defined(state) && may_allocate(state, &tid) && heap_free(tid, (UInt)how, start, bytes, alignment);
}

typedef ULong request_function(VexGuestAMD64State *state, ULong rdi, ULong rsi, ULong rdx, ULong rcx);

static const struct {
  request_function *function;
  UInt arguments;
  Bool writes; /* to what the first argument points to */
  Bool returns_block;
} requests[] = {
  [PRELOAD_COPY] = {copy_bytes, 4, True, False},
  [PRELOAD_FILL] = {fill_bytes, 4, True, False},
  [PRELOAD_COPY_TEXT] = {copy_text, 4, True, False},
  [PRELOAD_SKIP_OTHERS] = {skip_others, 4, False, False},
  [PRELOAD_SKIP_EQUAL] = {skip_equal, 4, False, False},
  [PRELOAD_ALLOCATE] = {allocate_block, 2, False, True},
  [PRELOAD_ALLOCATE_CLEARED] = {allocate_cleared, 2, False, True},
  [PRELOAD_RESIZE] = {resize_block, 2, False, True},
  [PRELOAD_FREE] = {free_block, 2, False, False},
  [PRELOAD_ALLOCATE_ALIGNED] = {allocate_aligned, 4, False, True},
  [PRELOAD_FREE_CHECKED] = {free_checked, 4, False, False},
};

static void *function_of(UInt request)
{
  return (void *)requests[request].function;
}

bool quick_requests_leave_shade(const void *function)
{
  for (UInt i = 0; i < PRELOAD_QUICK_REQUESTS; i++)
    if (requests[i].returns_block && function_of(i) == function)
      return true;
  return false;
}

_Static_assert(sizeof requests / sizeof *requests == PRELOAD_QUICK_REQUESTS, "each request has a function");

/* --- finding them --- */

static UInt request_at(const IRStmt *mark)
{
  return preload_quick_request((const UChar *)(Addr)mark->Ist.IMark.addr, mark->Ist.IMark.len);
}

ULong quick_requests_make(VexGuestAMD64State *state, UInt request)
{
  const ULong result =
    requests[request].function(state, state->guest_RDI, state->guest_RSI, state->guest_RDX, state->guest_RCX);
  if (requests[request].returns_block && follow_means(result))
    follow_register(VG_(get_running_tid)(), offsetof(VexGuestAMD64State, guest_RAX));
  return result;
}

/* The index of the block's first instruction, if that is a request. Only there are the arguments sure to be in the
 * guest state: later in a block VEX may hold registers elsewhere, as it sees no use of them. */
static Int find_request(const IRSB *block, UInt *ret_request)
{
  Int i = weave_first_instruction(block);
  *ret_request = i < block->stmts_used ? request_at(block->stmts[i]) : PRELOAD_QUICK_REQUESTS;
  return i;
}

Bool quick_requests_may_be_followed(const IRSB *block)
{
  UInt request;
  find_request(block, &request);
  return follow_is_on && request != PRELOAD_QUICK_REQUESTS && requests[request].returns_block;
}

/* --- calling --- */

#define REGISTER(name) offsetof(VexGuestAMD64State, guest_##name)

enum { ARGUMENTS_MAX = 4 };
static const UShort argument_registers[ARGUMENTS_MAX] = {REGISTER(RDI), REGISTER(RSI), REGISTER(RDX), REGISTER(RCX)};

static IRExpr *argument(IRSB *block, UInt request, UInt number)
{
  if (number >= requests[request].arguments)
    return IRExpr_Const(IRConst_U64(0));
  IRTemp value = newIRTemp(block->tyenv, Ity_I64);
  addStmtToIRSB(block, IRStmt_WrTmp(value, IRExpr_Get(argument_registers[number], Ity_I64)));
  return IRExpr_RdTmp(value);
}

static void add_call(IRSB *block, UInt request)
{
  static const UInt all_arguments = 0x1f;
  IRTemp result = newIRTemp(block->tyenv, Ity_I64);
  IRExpr **arguments = mkIRExprVec_5(IRExpr_GSPTR(), argument(block, request, 0), argument(block, request, 1),
                                     argument(block, request, 2), argument(block, request, 3));
  IRDirty *call = unsafeIRDirty_1_N(result, 0, "quick_request", function_of(request), arguments);
  call->cee->mcx_mask = all_arguments;
  addStmtToIRSB(block, IRStmt_Dirty(call));
  addStmtToIRSB(block, IRStmt_Put(REGISTER(RAX), IRExpr_RdTmp(result)));
}

IRSB *quick_requests_add_call(IRSB *block)
{
  UInt request;
  Int place = find_request(block, &request);
  if (request == PRELOAD_QUICK_REQUESTS)
    return block;
  IRSB *extended = deepCopyIRSBExceptStmts(block);
  for (Int i = 0; i < block->stmts_used; i++) {
    addStmtToIRSB(extended, block->stmts[i]);
    if (i == place)
      add_call(extended, request);
  }
  return extended;
}

/* --- effects that are declared after instrumentation --- */

static void declare_written(IRDirty *call, Int offset, SizeT bytes)
{
  call->fxState[call->nFxState].fx = Ifx_Modify;
  call->fxState[call->nFxState].offset = (UShort)offset;
  call->fxState[call->nFxState].size = (UShort)bytes;
  call->fxState[call->nFxState].nRepeats = call->fxState[call->nFxState].repeatLen = 0;
  call->nFxState++;
}

static void declare_effects(IRDirty *call, UInt request)
{
  call->nFxState = (Int)requests[request].arguments;
  for (Int i = 0; i < call->nFxState; i++) {
    call->fxState[i].fx = Ifx_Read;
    call->fxState[i].offset = (UShort)(ENGINE_V_BITS_OFFSET + argument_registers[i]);
    call->fxState[i].size = sizeof(ULong);
    call->fxState[i].nRepeats = call->fxState[i].repeatLen = 0;
  }
  if (follow_is_on && requests[request].returns_block) {
    declare_written(call, ENGINE_LOADED_V, ENGINE_LOADED_V_BYTES);
    declare_written(call, ENGINE_LOADED_TAG, sizeof(UInt));
  }
  if (requests[request].writes) {
    call->mFx = Ifx_Modify;
    call->mAddr = call->args[1];
    call->mSize = 1;
  }
}

void quick_requests_declare(IRSB *block)
{
  UInt request;
  Int i = find_request(block, &request);
  if (request == PRELOAD_QUICK_REQUESTS)
    return;
  for (; i < block->stmts_used; i++)
    if (block->stmts[i]->tag == Ist_Dirty && block->stmts[i]->Ist.Dirty.details->cee->addr == function_of(request))
      declare_effects(block->stmts[i]->Ist.Dirty.details, request);
}
