/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The function's blocks are run on a machine that knows little: registers hold what can be computed from the stack
 * pointer at the function's start, or are unknown. Both sides of each branch are followed, breadth first, so the
 * shortest way is found before others. Calls return at once. A way ends where the stack pointer has the value it has in
 * the frame, as compilers reserve a frame once; or, with `ip`, where that instruction is. When the stack pointer moves
 * by an unknown distance (alloca), everything below is new by that instruction.
 *
 * Of moves with no memory access between them VEX keeps the last; the instruction of that one is named. */
#include "memcheck/pure/engine/stack_moves.h"

#include "memcheck/pure/base/redzone.h"

#include <stddef.h>

#include "libvex_guest_amd64.h"

enum { REGISTERS = 16, RSP = 4, WORD_BYTES = 8, PLACES_MAX = 400, TEMPORARIES_MAX = 6000 };

static const int64_t bottom = INT64_MIN;

/* Of the registers that a called function may change. */
static const uint16_t changed_by_calls = 0x0fc7; /* rax, rcx, rdx, rsi, rdi, r8 to r11 */

struct value {
  uint64_t number;
  bool is_known;
};

struct machine {
  uint64_t at;
  struct value registers[REGISTERS];
  struct stack_moves moves;
};

/* One walk at a time. */
static struct {
  const struct stack_frame *frame;
  struct machine places[PLACES_MAX]; /* where ways lead on, those before `next` were followed */
  unsigned places_count, next;
  struct machine now;
  struct value temporaries[TEMPORARIES_MAX];
  uint64_t ip, ip_end; /* the instruction */
} walk;

/* --- what is new --- */

static bool covers(const struct stack_move *outer, const struct stack_move *inner)
{
  return outer->start <= inner->start && inner->end <= outer->end;
}

static void add_move(struct stack_moves *moves, struct stack_move move)
{
  unsigned kept = 0;
  for (unsigned i = 0; i < moves->count; i++)
    if (!covers(&move, &moves->moves[i]))
      moves->moves[kept++] = moves->moves[i];
  if (kept == STACK_MOVES_MAX)
    for (unsigned i = 1; i < kept; i++)
      moves->moves[i - 1] = moves->moves[i];
  moves->count = kept < STACK_MOVES_MAX ? kept : kept - 1;
  moves->moves[moves->count++] = move;
}

/* [start, end) and the red zone below, instead of that below `end`. */
static void made_new(int64_t start, int64_t end, uint64_t ip)
{
  add_move(&walk.now.moves,
           (struct stack_move){start == bottom ? bottom : start - REDZONE_BYTES, end - REDZONE_BYTES, ip});
}

static int64_t distance_of(uint64_t sp)
{
  return (int64_t)(sp - walk.frame->entry_sp);
}

/* At a call or return. */
static void red_zone_is_new(uint64_t ip)
{
  const struct value sp = walk.now.registers[RSP];
  if (sp.is_known)
    made_new(distance_of(sp.number), distance_of(sp.number) + REDZONE_BYTES, ip);
}

static void stack_pointer_becomes(struct value sp)
{
  const struct value old = walk.now.registers[RSP];
  walk.now.registers[RSP] = sp;
  if (old.is_known && !sp.is_known)
    made_new(bottom, distance_of(old.number), walk.ip);
  else if (old.is_known && sp.number < old.number)
    made_new(distance_of(sp.number), distance_of(old.number), walk.ip);
}

/* --- expressions and statements --- */

static const struct value unknown;

/* The register that [offset, offset + bytes) of the guest state has a part of; -1: none. */
static int register_at(int offset, int bytes)
{
  const int first = offsetof(VexGuestAMD64State, guest_RAX), end = first + REGISTERS * WORD_BYTES;
  return offset + bytes > first && offset < end ? (offset < first ? 0 : (offset - first) / WORD_BYTES) : -1;
}

static struct value of_constant(const IRConst *constant)
{
  return constant->tag == Ico_U64 ? (struct value){constant->Ico.U64, true} : unknown;
}

static struct value of_binary(IROp operation, struct value left, struct value right)
{
  if (!left.is_known || !right.is_known)
    return unknown;
  switch (operation) {
    case Iop_Add64:
      return (struct value){left.number + right.number, true};
    case Iop_Sub64:
      return (struct value){left.number - right.number, true};
    case Iop_And64:
      walk.now.moves.depends_on_alignment = true;
      return (struct value){left.number & right.number, true};
    default:
      return unknown;
  }
}

static struct value of_expression(const IRExpr *expression)
{
  switch (expression->tag) {
    case Iex_RdTmp:
      return walk.temporaries[expression->Iex.RdTmp.tmp];
    case Iex_Const:
      return of_constant(expression->Iex.Const.con);
    case Iex_Get: {
      int number = register_at(expression->Iex.Get.offset, WORD_BYTES);
      return number >= 0 && expression->Iex.Get.ty == Ity_I64 ? walk.now.registers[number] : unknown;
    }
    case Iex_Binop:
      return of_binary(expression->Iex.Binop.op, of_expression(expression->Iex.Binop.arg1),
                       of_expression(expression->Iex.Binop.arg2));
    default:
      return unknown;
  }
}

static void set_register(int number, struct value value)
{
  if (number == RSP)
    stack_pointer_becomes(value);
  else if (number >= 0)
    walk.now.registers[number] = value;
}

static void write_register(const IRTypeEnv *types, int offset, IRExpr *data)
{
  IRType type = typeOfIRExpr(types, data);
  set_register(register_at(offset, sizeofIRType(type)), type == Ity_I64 ? of_expression(data) : unknown);
}

static void call_helper(const IRDirty *dirty)
{
  for (int i = 0; i < dirty->nFxState; i++)
    for (int at = 0; at < dirty->fxState[i].size && dirty->fxState[i].fx != Ifx_Read; at += WORD_BYTES) {
      int number = register_at(dirty->fxState[i].offset + at, 1);
      if (number >= 0 && number != RSP)
        walk.now.registers[number] = unknown;
    }
}

/* --- ways --- */

static bool is_at_goal(void)
{
  const struct value sp = walk.now.registers[RSP];
  const struct stack_frame *frame = walk.frame;
  if (frame->ip != 0)
    return walk.ip <= frame->ip && frame->ip < walk.ip_end &&
           (!sp.is_known || frame->sp == 0 || sp.number == frame->sp);
  return !sp.is_known || sp.number == frame->sp;
}

static bool was_there(const struct machine *machine)
{
  const struct value sp = machine->registers[RSP];
  for (unsigned i = 0; i < walk.places_count; i++) {
    const struct machine *other = &walk.places[i];
    if (other->at == machine->at && other->registers[RSP].is_known == sp.is_known &&
        (!sp.is_known || other->registers[RSP].number == sp.number))
      return true;
  }
  return false;
}

static void go_to(uint64_t address)
{
  walk.now.at = address;
  if (walk.places_count < PLACES_MAX && !was_there(&walk.now))
    walk.places[walk.places_count++] = walk.now;
}

static void return_from_call(void)
{
  for (int i = 0; i < REGISTERS; i++)
    if (changed_by_calls >> i & 1)
      walk.now.registers[i] = unknown;
  walk.now.registers[RSP].number += WORD_BYTES;
  red_zone_is_new(walk.ip_end);
  go_to(walk.ip_end);
}

/* true: the goal is reached. */
static bool run_statement(const IRTypeEnv *types, const IRStmt *statement)
{
  switch (statement->tag) {
    case Ist_IMark:
      walk.ip = statement->Ist.IMark.addr;
      walk.ip_end = walk.ip + statement->Ist.IMark.len;
      return walk.frame->ip != 0 && is_at_goal();
    case Ist_WrTmp:
      walk.temporaries[statement->Ist.WrTmp.tmp] = of_expression(statement->Ist.WrTmp.data);
      return false;
    case Ist_Put:
      write_register(types, statement->Ist.Put.offset, statement->Ist.Put.data);
      return walk.frame->ip == 0 && is_at_goal();
    case Ist_Dirty:
      call_helper(statement->Ist.Dirty.details);
      return false;
    case Ist_Exit:
      if (statement->Ist.Exit.jk == Ijk_Boring)
        go_to(statement->Ist.Exit.dst->Ico.U64);
      return false;
    default:
      return false;
  }
}

static void leave_block(const IRSB *block)
{
  struct value next = of_expression(block->next);
  if (block->jumpkind == Ijk_Call && next.number != walk.ip_end)
    return_from_call();
  else if (block->jumpkind != Ijk_Ret && next.is_known)
    go_to(next.number);
}

static bool run_block(const IRSB *block)
{
  if (block->tyenv->types_used > TEMPORARIES_MAX)
    return false;
  for (int i = 0; i < block->tyenv->types_used; i++)
    walk.temporaries[i] = unknown;
  for (int i = 0; i < block->stmts_used; i++)
    if (run_statement(block->tyenv, block->stmts[i]))
      return true;
  leave_block(block);
  return false;
}

static void begin_walk(const struct stack_frame *frame)
{
  walk.frame = frame;
  walk.places_count = walk.next = 0;
  walk.now = (struct machine){.registers[RSP] = {frame->entry_sp, true}};
  red_zone_is_new(frame->function);
  go_to(frame->function);
}

bool stack_moves_find(const struct stack_frame *frame, stack_moves_block *block_at, struct stack_moves *ret,
                      uint64_t *ret_sp)
{
  begin_walk(frame);
  while (walk.next < walk.places_count) {
    walk.now = walk.places[walk.next++];
    const IRSB *block = block_at(frame->function, walk.now.at);
    if ((frame->ip == 0 && is_at_goal()) || (block && run_block(block))) {
      *ret = walk.now.moves;
      *ret_sp = walk.now.registers[RSP].is_known ? walk.now.registers[RSP].number : 0;
      return true;
    }
  }
  return false;
}

/* --- asking --- */

struct stack_move stack_moves_of(const struct stack_moves *moves, int64_t distance)
{
  struct stack_move found = {INT64_MIN, INT64_MAX, 0};
  for (unsigned i = moves->count; i-- > 0 && found.ip == 0;) {
    const struct stack_move *move = &moves->moves[i];
    if (distance >= move->start && distance < move->end) {
      found.start = found.start > move->start ? found.start : move->start;
      found.end = found.end < move->end ? found.end : move->end;
      found.ip = move->ip;
    } else if (distance < move->start)
      found.end = found.end < move->start ? found.end : move->start;
    else
      found.start = found.start > move->end ? found.start : move->end;
  }
  return found;
}
