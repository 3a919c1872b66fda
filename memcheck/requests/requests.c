/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A table of requests by number, with their handlers. Requests that are not in it are left to the core, which ignores
 * those that it does not know. */
#include "memcheck/requests/requests.h"

#include "coregrind-glue/core.h"
#include "coregrind-glue/preload/preload_requests.h"
#include "include/seep/seep.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/blocks/pools.h"
#include "memcheck/errors/client_blocks.h"
#include "memcheck/errors/errors.h"
#include "memcheck/heap/heap_blocks.h"
#include "memcheck/heap/named_heaps.h"
#include "memcheck/heap/samples.h"
#include "memcheck/leak/leak_check.h"
#include "memcheck/requests/monitor.h"
#include "memcheck/requests/requests_memory.h"
#include "memcheck/runtime/followed_pointers.h"
#include "memcheck/runtime/memory_states.h"
#include "memcheck/snapshot/snapshots.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_replacemalloc.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"

#include "memcheck.h"
#include "valgrind.h"

enum { CLIENT_BLOCK_NAME_BYTES = 256, FUNCTION_NAME_BYTES = 32, LABEL_BYTES = 256 };

/* --- pools --- */

static void free_pool_block(void *context, block_id id, uint64_t redzone_bytes)
{
  heap_retire_block(VG_(get_running_tid)(), id, redzone_bytes);
}

static void make_noaccess(void *context, uint64_t start, uint64_t end)
{
  memory_make_noaccess(start, end - start);
}

static void forget_pool_block(void *context, block_id id)
{
  heap_forget_block(id);
}

static void note_pool_block_resized(void *context, block_id id, uint64_t old_bytes)
{
  heap_note_resized(id, old_bytes);
}

static const struct pools_actions pool_actions = {
  .free_block = free_pool_block,
  .make_noaccess = make_noaccess,
  .forget_block = forget_pool_block,
  .resized_block = note_pool_block_resized,
};

/* `block_address`: the block that the request named; 0: none. */
static void report_pool_result(ThreadId tid, enum pools_result result, uint64_t pool_address, uint64_t block_address)
{
  switch (result) {
  case POOLS_DONE:
    break;
  case POOLS_NO_POOL:
    errors_report_at(tid, RECORD_ERROR_MEMPOOL, pool_address);
    break;
  case POOLS_NO_BLOCK:
    errors_report_at(tid, RECORD_ERROR_INVALID_FREE, block_address);
    break;
  case POOLS_EXISTS:
    VG_(umsg)("Warning: VALGRIND_CREATE_MEMPOOL: there is a pool at %#lx already; ignored\n", (Addr)pool_address);
    break;
  case POOLS_NOT_META:
    VG_(umsg)
    ("Warning: VALGRIND_CREATE_MEMPOOL_EXT: AUTO_FREE needs METAPOOL; pool %#lx ignored\n", (Addr)pool_address);
    break;
  case POOLS_BAD_RANGE:
    VG_(umsg)("Warning: pool request for memory outside the program: %#lx; ignored\n", (Addr)block_address);
    break;
  }
}

static UWord on_create_mempool(ThreadId tid, const UWord *argument)
{
  struct pool pool = {
    .address = argument[1],
    .redzone_bytes = argument[2],
    .is_zeroed = argument[3] != 0,
    .is_auto_free = (argument[4] & VALGRIND_MEMPOOL_AUTO_FREE) != 0,
    .is_metapool = (argument[4] & VALGRIND_MEMPOOL_METAPOOL) != 0,
  };
  report_pool_result(tid, pool_create(guest.pools, &pool), pool.address, 0);
  return 0;
}

static UWord on_destroy_mempool(ThreadId tid, const UWord *argument)
{
  report_pool_result(tid, pool_destroy(guest.pools, argument[1]), argument[1], 0);
  return 0;
}

static UWord on_mempool_alloc(ThreadId tid, const UWord *argument)
{
  block_id id;
  const struct pool *pool;
  enum pools_result result = pool_alloc(guest.pools, argument[1], argument[2], (uint32_t)argument[3], &id, &pool);
  report_pool_result(tid, result, argument[1], argument[2]);
  if (result == POOLS_DONE) {
    heap_note_allocation(tid, blocks_at(guest.blocks, id));
    follow_custom_block_made(tid, id);
    heap_prepare_custom(tid, blocks_at(guest.blocks, id), pool->is_zeroed, pool->redzone_bytes);
  }
  return 0;
}

static UWord on_mempool_free(ThreadId tid, const UWord *argument)
{
  report_pool_result(tid, pool_free(guest.pools, argument[1], argument[2]), argument[1], argument[2]);
  return 0;
}

static UWord on_mempool_trim(ThreadId tid, const UWord *argument)
{
  const enum pools_result result = pool_trim(guest.pools, argument[1], argument[2], (uint32_t)argument[3]);
  report_pool_result(tid, result, argument[1], argument[2]);
  return 0;
}

static UWord on_move_mempool(ThreadId tid, const UWord *argument)
{
  report_pool_result(tid, pool_move(guest.pools, argument[1], argument[2]), argument[1], 0);
  return 0;
}

static UWord on_mempool_change(ThreadId tid, const UWord *argument)
{
  enum pools_result result = pool_change(guest.pools, argument[1], argument[2], argument[3], (uint32_t)argument[4]);
  report_pool_result(tid, result, argument[1], argument[2]);
  return 0;
}

static UWord on_mempool_exists(ThreadId tid, const UWord *argument)
{
  return pool_find(guest.pools, argument[1]) != NULL;
}

/* --- blocks --- */

static UWord on_malloclike(ThreadId tid, const UWord *argument)
{
  heap_malloclike(tid, argument[1], argument[2], (UInt)argument[3], argument[4] != 0);
  return 0;
}

static UWord on_freelike(ThreadId tid, const UWord *argument)
{
  heap_freelike(tid, argument[1], (UInt)argument[2]);
  return 0;
}

static UWord on_resize_in_place(ThreadId tid, const UWord *argument)
{
  heap_resize_in_place(tid, argument[1], argument[2], argument[3], (UInt)argument[4]);
  return 0;
}

/* The preload library's realloc(p, 0); see coregrind-glue/preload/preload_malloc.c. */
static UWord on_realloc_zero(ThreadId tid, const UWord *argument)
{
  return (UWord)heap_realloc_zero(tid, argument[1]);
}

static UWord on_new(ThreadId tid, const UWord *argument)
{
  return VG_(clo_trace_malloc) ? PRELOAD_NEW_DECLINED : (UWord)heap_new(tid, argument[1], (unsigned)argument[2]);
}

static UWord on_calloc_overflow(ThreadId tid, const UWord *argument)
{
  heap_report_product(tid, argument[1], argument[2]);
  return 0;
}

static UWord on_allocate_aligned(ThreadId tid, const UWord *argument)
{
  return heap_report_allocate_aligned(tid, (UInt)argument[1], argument[2], argument[3],
                                      (const HChar *)argument[4]);
}

static UWord on_free_checked(ThreadId tid, const UWord *argument)
{
  heap_report_free_checked(tid, (UInt)argument[1], argument[2], argument[3], argument[4],
                           (const HChar *)argument[5]);
  return 0;
}

static UWord on_is_in_block(ThreadId tid, const UWord *argument)
{
  return heap_has_block_around(argument[1]);
}

static UWord on_live_bytes(ThreadId tid, const UWord *argument)
{
  return heap_live_bytes();
}

static UWord on_new_returns(ThreadId tid, const UWord *argument)
{
  heap_note_new(tid, argument[1], (unsigned)argument[2]);
  return 0;
}

static UWord on_delete_begins(ThreadId tid, const UWord *argument)
{
  heap_note_delete(tid, argument[1], (unsigned)argument[2]);
  return 0;
}

static UWord on_heap_has_block(ThreadId tid, const UWord *argument)
{
  named_heap_has_block(argument[1], argument[2]);
  return 0;
}

static UWord on_heap_destroyed(ThreadId tid, const UWord *argument)
{
  named_heap_destroyed(tid, argument[1]);
  return 0;
}

static UWord on_heap_deleted(ThreadId tid, const UWord *argument)
{
  named_heap_deleted(argument[1]);
  return 0;
}

static UWord on_overlap(ThreadId tid, const UWord *argument)
{
  HChar function[FUNCTION_NAME_BYTES];
  core_guest_string(argument[1], function, sizeof function);
  struct record_error error = {.kind = RECORD_ERROR_OVERLAP, .text = core_string(function),
                               .address = argument[2], .auxiliary = argument[3], .size = argument[4]};
  errors_report(tid, &error, false);
  return 0;
}

static UWord on_create_block(ThreadId tid, const UWord *argument)
{
  HChar name[CLIENT_BLOCK_NAME_BYTES];
  if (argument[1] == 0 || argument[2] == 0)
    return (UWord)-1;
  core_guest_string(argument[3], name, sizeof name);
  return client_block_create(argument[1], argument[2], name, traces_of_thread(tid));
}

static UWord on_discard(ThreadId tid, const UWord *argument)
{
  return client_block_discard(argument[2]) ? 0 : 1;
}

/* --- leaks --- */

static UWord on_leak_check(ThreadId tid, const UWord *argument)
{
  static const unsigned modes[] = {RECORD_LEAK_FULL, RECORD_LEAK_SUMMARY};
  static const unsigned deltas[] = {RECORD_DELTA_NONE, RECORD_DELTA_INCREASED, RECORD_DELTA_CHANGED, RECORD_DELTA_NEW};
  bool mode_is_known = argument[1] < sizeof modes / sizeof modes[0];
  bool delta_is_known = argument[2] < sizeof deltas / sizeof deltas[0];
  if (!mode_is_known)
    VG_(umsg)("Warning: unknown memcheck leak search mode\n");
  if (!delta_is_known)
    VG_(umsg)("Warning: unknown memcheck leak search deltamode\n");
  leak_check_by_request(tid, mode_is_known ? modes[argument[1]] : RECORD_LEAK_FULL,
                         delta_is_known ? deltas[argument[2]] : RECORD_DELTA_NONE);
  return 0;
}

/* The guest passes four addresses of its own variables. */
static void store_counts(const UWord *argument, const uint64_t counts[4])
{
  for (unsigned i = 0; i < 4; i++)
    requests_store_result(argument[i + 1], counts[i]);
}

static UWord on_count_leaks(ThreadId tid, const UWord *argument)
{
  uint64_t bytes[4], block_counts[4];
  leak_check_count(bytes, block_counts);
  store_counts(argument, bytes);
  return 0;
}

static UWord on_count_leak_blocks(ThreadId tid, const UWord *argument)
{
  uint64_t bytes[4], block_counts[4];
  leak_check_count(bytes, block_counts);
  store_counts(argument, block_counts);
  return 0;
}

/* --- <seep/seep.h> --- */

static UWord on_snapshot(ThreadId tid, const UWord *argument)
{
  HChar label[LABEL_BYTES];
  const SizeT size = argument[1] ? core_guest_string(argument[1], label, sizeof label) : 0;
  const struct record_snapshot *snapshot =
    snapshots_take(tid, RECORD_SNAPSHOT_BY_REQUEST, (struct record_string){label, size});
  return snapshot->problem.size == 0 ? (UWord)snapshot->id : 0;
}

static UWord on_mark(ThreadId tid, const UWord *argument)
{
  HChar name[LABEL_BYTES] = "";
  if (argument[1])
    core_guest_string(argument[1], name, sizeof name);
  samples_mark(tid, name);
  return 1;
}

/* --- what newer cores answer themselves --- */

enum { REPLACES_MALLOC = 0x1003, GET_TOOLNAME = 0x1004 };

static UWord on_replaces_malloc(ThreadId tid, const UWord *argument)
{
  return 1;
}

/* Programs ask this to adapt themselves to Memcheck. */
static const HChar tool_name[] = "memcheck";

static UWord on_get_tool_name(ThreadId tid, const UWord *argument)
{
  requests_store_text(argument[1], argument[2], tool_name);
  return sizeof tool_name;
}

static const struct {
  UWord request;
  UWord (*handle)(ThreadId tid, const UWord *argument);
} handlers[] = {
  /* the frequent ones first */
  {VG_USERREQ__MALLOCLIKE_BLOCK, on_malloclike},
  {VG_USERREQ__RESIZEINPLACE_BLOCK, on_resize_in_place},
  {VG_USERREQ__FREELIKE_BLOCK, on_freelike},
  {VG_USERREQ__CREATE_MEMPOOL, on_create_mempool},
  {VG_USERREQ__DESTROY_MEMPOOL, on_destroy_mempool},
  {VG_USERREQ__MEMPOOL_ALLOC, on_mempool_alloc},
  {VG_USERREQ__MEMPOOL_FREE, on_mempool_free},
  {VG_USERREQ__MEMPOOL_TRIM, on_mempool_trim},
  {VG_USERREQ__MOVE_MEMPOOL, on_move_mempool},
  {VG_USERREQ__MEMPOOL_CHANGE, on_mempool_change},
  {VG_USERREQ__MEMPOOL_EXISTS, on_mempool_exists},
  {VG_USERREQ__MAKE_MEM_NOACCESS, requests_make_noaccess},
  {VG_USERREQ__MAKE_MEM_UNDEFINED, requests_make_undefined},
  {VG_USERREQ__MAKE_MEM_DEFINED, requests_make_defined},
  {VG_USERREQ__MAKE_MEM_DEFINED_IF_ADDRESSABLE, requests_make_defined_if_addressable},
  {VG_USERREQ__CHECK_MEM_IS_ADDRESSABLE, requests_check_addressable},
  {VG_USERREQ__CHECK_MEM_IS_DEFINED, requests_check_defined},
  {VG_USERREQ__GET_VBITS, requests_get_v_bits},
  {VG_USERREQ__SET_VBITS, requests_set_v_bits},
  {VG_USERREQ__DISABLE_ADDR_ERROR_REPORTING_IN_RANGE, requests_disable_address_errors},
  {VG_USERREQ__ENABLE_ADDR_ERROR_REPORTING_IN_RANGE, requests_enable_address_errors},
  {VG_USERREQ__GDB_MONITOR_COMMAND, monitor_on_request},
  {VG_USERREQ__CREATE_BLOCK, on_create_block},
  {VG_USERREQ__DISCARD, on_discard},
  {PRELOAD_REALLOC_ZERO, on_realloc_zero},
  {PRELOAD_NEW, on_new},
  {PRELOAD_CALLOC_OVERFLOW, on_calloc_overflow},
  {PRELOAD_REPORT_ALLOCATE_ALIGNED, on_allocate_aligned},
  {PRELOAD_REPORT_FREE_CHECKED, on_free_checked},
  {PRELOAD_IS_IN_BLOCK, on_is_in_block},
  {PRELOAD_LIVE_BYTES, on_live_bytes},
  {PRELOAD_NEW_RETURNS, on_new_returns},
  {PRELOAD_DELETE_BEGINS, on_delete_begins},
  {PRELOAD_HEAP_HAS_BLOCK, on_heap_has_block},
  {PRELOAD_HEAP_DESTROYED, on_heap_destroyed},
  {PRELOAD_HEAP_DELETED, on_heap_deleted},
  {PRELOAD_OVERLAP, on_overlap},
  {VG_USERREQ__DO_LEAK_CHECK, on_leak_check},
  {VG_USERREQ__COUNT_LEAKS, on_count_leaks},
  {VG_USERREQ__COUNT_LEAK_BLOCKS, on_count_leak_blocks},
  {REPLACES_MALLOC, on_replaces_malloc},
  {GET_TOOLNAME, on_get_tool_name},
  {SEEP_USERREQ_SNAPSHOT, on_snapshot},
  {SEEP_USERREQ_MARK, on_mark},
};

static Bool handle_request(ThreadId tid, UWord *argument, UWord *ret)
{
  for (unsigned i = 0; i < sizeof handlers / sizeof handlers[0]; i++) {
    if (handlers[i].request == argument[0]) {
      *ret = handlers[i].handle(tid, argument);
      return True;
    }
  }
  return False;
}

void requests_init(void)
{
  VG_(needs_client_requests)(handle_request);
}

void requests_begin(void)
{
  VG_(clo_toolname) = tool_name; /* where the core answers */
  guest.pools = pools_create(guest.blocks, &pool_actions);
}
