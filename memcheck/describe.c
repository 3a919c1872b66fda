/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/describe.h"

#include "coregrind-glue/core.h"
#include "memcheck/client_blocks.h"
#include "memcheck/heap.h"
#include "memcheck/traces.h"

#include "pub_tool_execontext.h"
#include "pub_tool_xarray.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_addrinfo.h" // after those it builds on
#include "pub_tool_libcprint.h"

enum { NAME_BYTES = 512 };

/* Names die with the core's description, frames are encoded later. */
static HChar name_buffer[NAME_BYTES];

static struct record_string keep_name(const HChar *name)
{
  VG_(snprintf)(name_buffer, sizeof name_buffer, "%s", name ? name : "");
  return core_string(name_buffer);
}

static bool describe_block(struct record_error *error)
{
  const struct block *block = heap_block_around(error->address);
  if (!block)
    return false;
  error->place = block->state == BLOCK_QUARANTINED ? RECORD_PLACE_FREED_BLOCK
                 : block->kind != BLOCK_HEAP       ? RECORD_PLACE_POOL_BLOCK
                                                   : RECORD_PLACE_LIVE_BLOCK;
  error->block_start = block->start;
  error->block_bytes = block->size_bytes;
  error->block_allocator = block->allocator;
  error->alloc_stack_id = block->alloc_stack_id;
  error->free_stack_id = block->state == BLOCK_QUARANTINED ? block->free_stack_id : 0;
  traces_send(block->alloc_stack_id);
  traces_send(block->free_stack_id);
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

static void take_stack(struct record_error *error, const AddrInfo *info)
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
    uint64_t ip = info->Addr.Stack.IP - (Addr)into_function;
    error->place_stack_id = traces_intern(&ip, 1);
    traces_send((stack_id)error->place_stack_id);
  }
}

static void take_segment(struct record_error *error, const AddrInfo *info)
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

static void take_core_description(struct record_error *error, const AddrInfo *info)
{
  switch (info->tag) {
  case Addr_Stack:
    take_stack(error, info);
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
    break;
  case Addr_BrkSegment:
    error->place = RECORD_PLACE_BRK;
    error->block_start = VG_(brk_base);
    error->block_bytes = info->Addr.BrkSegment.brk_limit - VG_(brk_base);
    break;
  case Addr_SegmentKind:
    take_segment(error, info);
    break;
  default:
    error->place = RECORD_PLACE_UNKNOWN;
  }
}

void describe_address(struct record_error *error)
{
  if (describe_client_block(error) || describe_block(error))
    return;
  AddrInfo info = {.tag = Addr_Undescribed};
  VG_(describe_addr)(VG_(current_DiEpoch)(), error->address, &info);
  take_core_description(error, &info);
  VG_(clear_addrinfo)(&info);
}
