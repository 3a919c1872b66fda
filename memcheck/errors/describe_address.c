/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the narrowest answer to the widest: named memory, pool blocks, heap blocks, metapool blocks; then what the core
 * says of stacks, symbols, sections and mappings. The host finds variables by the frames and offsets that are sent
 * along. */
#include "memcheck/errors/describe_address.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/blocks/pools.h"
#include "memcheck/errors/client_blocks.h"
#include "memcheck/stacks/thread_storage.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_execontext.h"
#include "pub_tool_xarray.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_addrinfo.h" // after those it builds on
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_replacemalloc.h"
#include "pub_tool_stacktrace.h"

enum {
  NAME_BYTES = 8192,
  JUST_BELOW_BYTES = 1024,
  FRAMES_MAX = 500,
};

/* The core's names are freed before the frame is encoded. */
static HChar name_buffer[NAME_BYTES];

static struct record_string keep_name(const HChar *name)
{
  VG_(snprintf)(name_buffer, sizeof name_buffer, "%s", name ? name : "");
  return core_string(name_buffer);
}

static void fill_block(struct record_error *error, const struct block *block, enum record_place place)
{
  error->place = place;
  error->block_start = block->start;
  error->block_bytes = block->size_bytes;
  error->block_allocator = block->allocator;
  error->alloc_stack_id = block->alloc_stack_id;
  error->free_stack_id = block->state == BLOCK_QUARANTINED ? block->free_stack_id : 0;
  traces_send(block->alloc_stack_id);
  traces_send(block->free_stack_id);
}

static bool describe_pool_block(struct record_error *error, bool in_metapools)
{
  block_id id = pools_find_containing(guest.pools, error->address, in_metapools);
  if (id != 0)
    fill_block(error, blocks_at(guest.blocks, id), RECORD_PLACE_POOL_BLOCK);
  return id != 0;
}

static block_id heap_block(uint64_t address, enum block_state state, unsigned kinds)
{
  return blocks_find_containing_kinds(guest.blocks, address, VG_(malloc_effective_client_redzone_size)(), state,
                                      kinds);
}

/* If both a live and a freed block are near, the live one is named, but that there is a freed one is noted: the address
 * may belong to memory that a custom allocator has handed out again. */
static bool describe_heap_block(struct record_error *error)
{
  block_id live = heap_block(error->address, BLOCK_LIVE, BLOCK_KINDS_FREEABLE);
  block_id freed = heap_block(error->address, BLOCK_QUARANTINED, BLOCK_KINDS_ALL);
  if (live == 0 && freed == 0)
    return false;
  fill_block(error, blocks_at(guest.blocks, live ? live : freed),
             live ? RECORD_PLACE_LIVE_BLOCK : RECORD_PLACE_FREED_BLOCK);
  error->place_detail = live != 0 && freed != 0;
  return true;
}

static bool describe_client_block(struct record_error *error)
{
  const struct client_block *block = client_block_find(error->address);
  if (!block)
    return false;
  error->place = RECORD_PLACE_POOL_BLOCK;
  error->place_name = keep_name(block->name);
  error->block_start = block->start;
  error->block_bytes = block->size_bytes;
  error->block_allocator = RECORD_ALLOCATOR_CUSTOM;
  error->alloc_stack_id = block->stack;
  traces_send(block->stack);
  return true;
}

/* A stack of this one instruction. */
static stack_id send_one_frame(uint64_t ip)
{
  stack_id id = traces_intern(&ip, 1);
  traces_send(id);
  return id;
}

/* The frame that holds the address and the one it has called: there the reporter looks for a variable at the
 * address. */
void describe_frames(struct record_error *error, ThreadId tid)
{
  static Addr ips[FRAMES_MAX], sps[FRAMES_MAX], fps[FRAMES_MAX];
  const UInt count = VG_(get_StackTrace)(tid, ips, FRAMES_MAX, sps, fps, 0);
  UInt frame = 0;
  while (frame + 1 < count && (error->address < sps[frame] - (frame == 0 ? VG_STACK_REDZONE_SZB : 0) ||
                               error->address >= sps[frame + 1]))
    frame++;
  if (frame + 1 >= count)
    return;
  const UInt first = frame > 0 ? frame - 1 : 0, frames = frame + 1 - first;
  error->frames_first = first;
  error->frames_stack_id = traces_intern((const uint64_t *)ips + first, frames);
  error->frame_sps = (struct record_numbers){(const uint64_t *)sps + first, frames + 1};
  error->frame_fps = (struct record_numbers){(const uint64_t *)fps + first, frames};
  traces_send(error->frames_stack_id);
}

static void fill_stack(struct record_error *error, const AddrInfo *info)
{
  error->place = RECORD_PLACE_STACK;
  error->place_tid = info->Addr.Stack.tinfo.tid;
  error->place_frame = (uint64_t)(info->Addr.Stack.frameNo + 1);
  error->place_offset = (uint64_t)info->Addr.Stack.spoffset;
  error->place_detail = info->Addr.Stack.stackPos == StackPos_stacked           ? RECORD_STACK_LIVE
                        : info->Addr.Stack.stackPos == StackPos_below_stack_ptr ? RECORD_STACK_BELOW_SP
                                                                               : RECORD_STACK_GUARD_PAGE;
  if (info->Addr.Stack.IP != 0) {
    /* The frame is named by where its function begins. */
    PtrdiffT into_function = 0;
    VG_(get_inst_offset_in_function)(info->Addr.Stack.epoch, info->Addr.Stack.IP, &into_function);
    error->place_stack_id = send_one_frame(info->Addr.Stack.IP - (Addr)into_function);
  }
  if (error->place_detail == RECORD_STACK_LIVE)
    describe_frames(error, info->Addr.Stack.tinfo.tid);
}

static void fill_segment(struct record_error *error, const AddrInfo *info)
{
  error->place = RECORD_PLACE_SEGMENT;
  error->place_name = keep_name(info->Addr.SegmentKind.filename);
  error->place_frame = (info->Addr.SegmentKind.hasR ? RECORD_SEGMENT_READ : 0) |
                        (info->Addr.SegmentKind.hasW ? RECORD_SEGMENT_WRITE : 0) |
                        (info->Addr.SegmentKind.hasX ? RECORD_SEGMENT_EXECUTE : 0) |
                        (info->Addr.SegmentKind.segkind == SkFileC  ? RECORD_SEGMENT_FILE
                         : info->Addr.SegmentKind.segkind == SkShmC ? RECORD_SEGMENT_SHARED
                                                                    : 0);
}

/* The block that a far overrun has probably started from. */
static void fill_nearest(struct record_error *error)
{
  const block_id id = blocks_find_nearest(guest.blocks, error->address, BLOCK_KINDS_FREEABLE);
  if (id == 0)
    return;
  const struct block *block = blocks_at(guest.blocks, id);
  error->nearest_start = block->start;
  error->nearest_bytes = block->size_bytes;
  error->nearest_is_freed = block->state == BLOCK_QUARANTINED;
  error->alloc_stack_id = block->alloc_stack_id;
  error->free_stack_id = error->nearest_is_freed ? block->free_stack_id : 0;
  traces_send(error->alloc_stack_id);
  traces_send(error->free_stack_id);
}

/* Memory of the core's own, or of its arena for the program's heap. */
static void fill_arena(struct record_error *error, const AddrInfo *info)
{
  error->place = RECORD_PLACE_ARENA;
  error->place_name = keep_name(info->Addr.Block.block_desc);
  error->place_detail = info->Addr.Block.block_kind == Block_ClientArenaFree ||
                        info->Addr.Block.block_kind == Block_ValgrindArenaFree;
  error->block_start = error->address - (Addr)info->Addr.Block.rwoffset;
  error->block_bytes = info->Addr.Block.block_szB;
  if (info->Addr.Block.block_kind == Block_ClientArenaMallocd || info->Addr.Block.block_kind == Block_ClientArenaFree)
    fill_nearest(error);
}

/* Old compilers made code that accesses memory just below the stack pointer: Memcheck has a hint for that. */
static bool is_just_below_sp(const struct record_error *error)
{
  bool is_access = error->kind == RECORD_ERROR_INVALID_READ || error->kind == RECORD_ERROR_INVALID_WRITE;
  Addr end = VG_(get_SP)((ThreadId)error->tid) - VG_STACK_REDZONE_SZB;
  return is_access && end > error->address && end - error->address <= JUST_BELOW_BYTES;
}

static void fill_data_segment(struct record_error *error, Addr end)
{
  error->place = RECORD_PLACE_BRK;
  error->block_start = VG_(brk_base);
  error->block_bytes = end - VG_(brk_base);
}

static void fill_from_core(struct record_error *error, const AddrInfo *info)
{
  Addr data_end;
  switch (info->tag) {
  case Addr_Stack:
    fill_stack(error, info);
    break;
  case Addr_DataSym:
    error->place = RECORD_PLACE_DATA_SYMBOL;
    error->place_name = keep_name(info->Addr.DataSym.name);
    error->place_offset = (uint64_t)info->Addr.DataSym.offset;
    break;
  case Addr_SectKind:
    error->place = RECORD_PLACE_SECTION;
    error->place_name = keep_name(info->Addr.SectKind.objname);
    error->place_section = core_string(VG_(pp_SectKind)(info->Addr.SectKind.kind));
    if (info->Addr.SectKind.kind == Vg_SectText)
      error->place_stack_id = send_one_frame(error->address);
    break;
  case Addr_BrkSegment:
    fill_data_segment(error, info->Addr.BrkSegment.brk_limit);
    break;
  case Addr_SegmentKind:
    fill_segment(error, info);
    break;
  case Addr_Block:
    fill_arena(error, info);
    break;
  default:
    if (data_segment_had(error->address, &data_end))
      fill_data_segment(error, data_end);
    else
      error->place = is_just_below_sp(error) ? RECORD_PLACE_JUST_BELOW : RECORD_PLACE_UNKNOWN;
  }
}

void describe_thread_storage(struct record_error *error)
{
  struct thread_storage_place place;
  if (!thread_storage_find(error->address, &place))
    return;
  error->tls_module = place.module;
  error->tls_tid = place.tid;
  error->tls_offset = place.offset;
}

/* Thread-local variables lie behind the frames of a stack, or in a mapping. */
static bool may_be_thread_storage(const struct record_error *error)
{
  const bool is_in_frame = error->place == RECORD_PLACE_STACK && error->place_frame != 0;
  return !is_in_frame && (error->place == RECORD_PLACE_STACK || error->place == RECORD_PLACE_SEGMENT);
}

void describe_address(struct record_error *error)
{
  if (describe_client_block(error) || describe_pool_block(error, false) || describe_heap_block(error) ||
      describe_pool_block(error, true))
    return;
  AddrInfo info = {.tag = Addr_Undescribed};
  VG_(describe_addr)(VG_(current_DiEpoch)(), error->address, &info);
  fill_from_core(error, &info);
  if (may_be_thread_storage(error))
    describe_thread_storage(error);
  VG_(clear_addrinfo)(&info);
}
