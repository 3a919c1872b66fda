/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting in VEX's code. A segment begins with the first instruction of a block, behind each way out, and where the
 * next instruction is elsewhere; it is counted as it begins. */
#include "memcheck/cost/cost.h"

#include "coregrind-glue/core.h"
#include "memcheck/cost/cost_private.h"
#include "memcheck/pure/engine/weave.h"

#include "pub_tool_libcassert.h"

/* The segment that begins with a statement of the block: its end is the statement behind its last instruction. */
struct found {
  struct segment segment;
  UChar bytes[SEGMENT_INSTRUCTIONS_MAX];
};

/* VEX's numbers of a block's instructions: address and length. */
static void find_segment(const IRSB *block, Int first, struct found *ret)
{
  const IRStmt *const mark = block->stmts[first];
  Addr next = mark->Ist.IMark.addr;
  Bool has_way_out = False;
  ret->segment = (struct segment){.start = next, .bytes = ret->bytes};
  for (Int i = first; i < block->stmts_used; i++) {
    const IRStmt *const statement = block->stmts[i];
    has_way_out |= statement->tag == Ist_Exit;
    if (statement->tag != Ist_IMark)
      continue;
    if (has_way_out || statement->Ist.IMark.addr != next || ret->segment.instructions == SEGMENT_INSTRUCTIONS_MAX)
      return;
    ret->bytes[ret->segment.instructions++] = (UChar)statement->Ist.IMark.len;
    next += statement->Ist.IMark.len;
  }
}

static uint32_t running_segment; /* that VEX's code has begun last */
static int64_t *uncounted; /* the counter of what was taken back last */

/* `number`: of a segment, which is noted, too: faults come in the middle of it. */
static void increment(IRSB *block, uint32_t number)
{
  int64_t *const counter = &segments_counters(cost_segments)[number];
  struct weave weave = {.block = block};
  IRExpr *const place = weave_u64((Addr)counter);
  IRExpr *const count = weave_assign(&weave, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, place));
  IRExpr *const more = weave_binop(&weave, Iop_Add64, count, weave_u64(1));
  addStmtToIRSB(block, IRStmt_Store(Iend_LE, place, more));
  addStmtToIRSB(block, IRStmt_Store(Iend_LE, weave_u64((Addr)&running_segment),
                                    IRExpr_Const(IRConst_U32(number))));
}

void cost_uncount(Addr instruction)
{
  struct segment segment = segments_at(cost_segments, running_segment);
  uncounted = NULL;
  while (segment.instructions > 0 && segment.start != instruction) {
    segment.start += *segment.bytes++;
    segment.instructions--;
  }
  if (segment.instructions == 0)
    return;
  uncounted = &segments_counters(cost_segments)[segments_find(cost_segments, &segment)];
  --*uncounted;
}

void cost_count_again(void)
{
  if (uncounted)
    ++*uncounted;
  uncounted = NULL;
}

IRSB *cost_count_block(VgCallbackClosure *closure, IRSB *block, const VexGuestLayout *layout,
                       const VexGuestExtents *extents, const VexArchInfo *arch, IRType guest_word, IRType host_word)
{
  IRSB *const counting = deepCopyIRSBExceptStmts(block);
  struct found found;
  UInt left = 0; /* instructions of the segment that is being copied */
  const Int first = weave_first_instruction(block);
  for (Int i = 0; i < block->stmts_used; i++) {
    IRStmt *const statement = block->stmts[i];
    if (i == first && block_in_work.kind == CODE_PRECISE_AT_ALIAS) /* it has the alias now */
      addStmtToIRSB(counting, IRStmt_Put(layout->offset_IP, weave_u64(closure->readdr)));
    addStmtToIRSB(counting, statement);
    if (statement->tag != Ist_IMark)
      continue;
    if (left == 0) {
      find_segment(block, i, &found);
      left = found.segment.instructions;
      increment(counting, segments_find(cost_segments, &found.segment));
    }
    left--;
  }
  return counting;
}
