/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory of a frame belongs to the instruction that moved the stack pointer over it (stack_moves.h). In most frames
 * that needs no search: what lies in the red zone that the function found, which is new since it was called, belongs to
 * its first instruction. What a search found is remembered for a function and the size of its frame. */
#include "memcheck/runtime/stack_origins.h"

#include "coregrind-glue/core.h"
#include "memcheck/pure/engine/stack_moves.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_machine.h"

enum { WORD_BYTES = 8, SEARCHES_KEPT = 256 };

struct search {
  struct stack_frame frame; /* function 0: unused */
  uint64_t epoch;           /* of the module table: code means the same */
  uint64_t sp;              /* at the end of the way, 0: not known */
  struct stack_moves moves; /* none: no way was found */
};

static struct search searches[SEARCHES_KEPT];

/* 0: it is in none that has a name. */
static Addr function_around(Addr ip)
{
  PtrdiffT offset;
  return VG_(get_inst_offset_in_function)(VG_(current_DiEpoch)(), ip, &offset) ? ip - (Addr)offset : 0;
}

static IRSB *block_of_function(uint64_t function, uint64_t address)
{
  return function_around(address) == function ? guest_code_decode_block(address) : NULL;
}

static Bool serves(const struct search *search, const struct stack_frame *frame)
{
  Addr moved = frame->entry_sp - search->frame.entry_sp;
  return search->frame.function == frame->function && search->frame.ip == frame->ip &&
         frame->sp - search->frame.sp == moved &&
         (!search->moves.depends_on_alignment || moved % STACK_MOVES_ALIGNMENT == 0) &&
         search->epoch == modules_epoch();
}

static const struct search *searched(const struct stack_frame *frame)
{
  UWord hash = (frame->function ^ frame->ip ^ (frame->entry_sp - frame->sp) << 32) * 0x9e3779b97f4a7c15UL;
  struct search *search = &searches[hash >> 40 & (SEARCHES_KEPT - 1)];
  if (serves(search, frame))
    return search;
  *search = (struct search){.frame = *frame, .epoch = modules_epoch()};
  stack_moves_find(frame, block_of_function, &search->moves, &search->sp);
  return search;
}

/* An outermost frame has no end; what the stack pointer was follows from how far it has moved since. */
static Addr entry_of_outermost(Addr function, const struct stack_origins_frame *frame)
{
  const struct stack_frame guess = {.function = function, .entry_sp = frame->sp, .ip = frame->ip};
  const struct search *search = searched(&guess);
  return search->sp == 0 ? frame->sp : frame->sp + (frame->sp - search->sp);
}

static struct stack_origins_place place_of_move(struct stack_move move, Addr entry_sp)
{
  return (struct stack_origins_place){move.start == INT64_MIN ? 0 : entry_sp + (Addr)move.start,
                                      move.end == INT64_MAX ? ~(Addr)0 : entry_sp + (Addr)move.end, move.ip};
}

struct stack_origins_place stack_origins_find(const struct stack_origins_frame *frame, Addr address)
{
  const Addr function = function_around(frame->ip);
  if (function == 0)
    return (struct stack_origins_place){0, ~(Addr)0, frame->ip};
  struct stack_frame wanted = {.function = function, .sp = frame->sp};
  wanted.entry_sp = frame->end != 0 ? frame->end - WORD_BYTES : entry_of_outermost(function, frame);
  const Addr found_new = wanted.entry_sp - VG_STACK_REDZONE_SZB;
  if (frame->sp >= found_new && address >= found_new)
    return (struct stack_origins_place){found_new, ~(Addr)0, function};
  /* Below the stack pointer it matters which call was the last. */
  if (address < frame->sp || frame->end == 0)
    wanted.ip = frame->ip;
  struct stack_move move = stack_moves_of(&searched(&wanted)->moves, (int64_t)(address - wanted.entry_sp));
  if (move.ip == 0)
    move.ip = function;
  return place_of_move(move, wanted.entry_sp);
}
