/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reporter numbers loss records, and each block keeps the verdict of the last check. So the reporter is asked what
 * a number stands for, and the blocks that match are searched for. */
#include "memcheck/leak/leak_block_list.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/pure/blocks/blocks.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

static bool has_been_checked;
static uint64_t judged_blocks; /* to which the last check gave a verdict */

uint32_t leak_block_list_stack_key(uint32_t stack)
{
  return traces_key(stack, settings.leak_frames);
}

/* Blocks with a verdict that are still live: if they are fewer than after the check, some were freed since. */
static uint64_t count_judged_blocks(void)
{
  uint64_t count = 0;
  for (block_id id = 1; id < blocks_limit(guest.blocks); id++) {
    const struct block *block = blocks_at(guest.blocks, id);
    count += block->state == BLOCK_LIVE && block->leak_kind != 0;
  }
  return count;
}

void leak_block_list_begin(void)
{
  has_been_checked = true;
  judged_blocks = count_judged_blocks();
}

/* The loss record whose blocks are told. */
struct told_record {
  const struct leak_block_list_query *query;
  uint64_t kind, stack;
  unsigned left; /* how many more blocks may be told */
};

static int by_start(const void *a, const void *b)
{
  const struct block *x = blocks_at(guest.blocks, *(const block_id *)a);
  const struct block *y = blocks_at(guest.blocks, *(const block_id *)b);
  return x->start < y->start ? -1 : x->start > y->start;
}

static bool is_of_record(const struct told_record *told, const struct block *block)
{
  unsigned heuristics = told->query->heuristics;
  return block->leak_kind == told->kind && leak_block_list_stack_key(block->alloc_stack_id) == told->stack &&
         block->generation == clock_generation() && (heuristics == 0 || heuristics >> block->leak_heuristic & 1);
}

static void tell_block(struct told_record *told, const struct block *block, unsigned level)
{
  uint64_t stack = leak_block_list_stack_key(block->alloc_stack_id);
  traces_send((stack_id)stack);
  channel_send_block(&(struct record_block){.level = level,
                                            .start = block->start,
                                            .bytes = block->size_bytes,
                                            .kind = block->leak_kind,
                                            .stack_id = stack,
                                            .heuristic = block->leak_heuristic});
  told->left--;
}

/* The blocks of one record, or those that are lost through `leader`, lowest address first. */
static XArray *collect_blocks(const struct told_record *told, block_id leader)
{
  XArray *found = VG_(newXA)(VG_(malloc), "seep.block-list", VG_(free), sizeof(block_id));
  for (block_id id = 1; id < blocks_limit(guest.blocks); id++) {
    const struct block *block = blocks_at(guest.blocks, id);
    if (block->state != BLOCK_LIVE)
      continue;
    if (leader ? block->leak_kind == RECORD_LEAK_INDIRECT && block->leak_leader == leader
               : is_of_record(told, block))
      VG_(addToXA)(found, &id);
  }
  VG_(setCmpFnXA)(found, by_start);
  VG_(sortXA)(found);
  return found;
}

static void tell_clique(struct told_record *told, block_id leader)
{
  XArray *found = collect_blocks(told, leader);
  for (Word i = 0; i < VG_(sizeXA)(found) && told->left > 0; i++)
    tell_block(told, blocks_at(guest.blocks, *(block_id *)VG_(indexXA)(found, i)), 1);
  VG_(deleteXA)(found);
}

static void tell_record(struct told_record *told, unsigned number)
{
  struct record_reply reply;
  XArray *found = collect_blocks(told, 0);
  /* Of a range, records without matching blocks are left out; a single one is always shown. */
  if (VG_(sizeXA)(found) > 0 || told->query->first == told->query->last)
    channel_ask_about(RECORD_QUESTION_TELL_LOSS, number, &reply);
  for (Word i = 0; i < VG_(sizeXA)(found) && told->left > 0; i++) {
    block_id id = *(block_id *)VG_(indexXA)(found, i);
    tell_block(told, blocks_at(guest.blocks, id), 0);
    if (told->kind == RECORD_LEAK_DEFINITE || told->kind == RECORD_LEAK_POSSIBLE)
      tell_clique(told, id);
  }
  VG_(deleteXA)(found);
}

static bool list_blocks(const struct leak_block_list_query *list)
{
  struct record_reply reply;
  struct told_record told = {.query = list, .left = list->blocks_max > 0 ? list->blocks_max : ~0u};
  for (unsigned number = list->first; number <= list->last && told.left > 0; number++) {
    if (!channel_ask_about(RECORD_QUESTION_LOSS, number, &reply) || reply.loss_kind == 0)
      return number > list->first;
    told.kind = reply.loss_kind;
    told.stack = reply.loss_stack_id;
    tell_record(&told, number);
  }
  return true;
}

bool leak_block_list_tell(const struct leak_block_list_query *list)
{
  if (!has_been_checked) {
    VG_(umsg)("Can't print block list : no valid leak search result\n");
    return false;
  }
  if (count_judged_blocks() != judged_blocks) {
    VG_(umsg)("Can't print obsolete block list : redo a leak search first\n");
    return false;
  }
  debugger_begin_answer();
  bool is_listed = list_blocks(list);
  debugger_end_answer();
  return is_listed;
}
