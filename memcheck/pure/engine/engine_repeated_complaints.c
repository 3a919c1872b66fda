/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One undefined value is complained about once in a block, though it is computed each time that it is used: an
 * instruction that reads an element of an array and another that writes it both make the element's address of the
 * index.
 *
 * When the block is done, its temporaries are numbered so that those which are sure to have the same value have the
 * same number: operations are looked up by what they do and the numbers of their operands. Of complaints under
 * conditions of one number the first stays. */
#include "memcheck/pure/engine/engine_private.h"

#include <stddef.h>

enum { OPERANDS_MAX = 3, OPERATION_CHOICE = -1, OPERATION_CONSTANT = -2 };

/* An operation on numbers, or a constant: its type and two halves. */
struct computation {
  int operation; /* an IROp, or one of these above */
  unsigned operands[OPERANDS_MAX];
};

struct numbered {
  struct computation computation;
  unsigned number; /* 0: the place is free */
};

struct numbering {
  unsigned *of_temporaries;
  bool *was_told; /* of a condition, by number */
  struct numbered *known;
  unsigned places, places_free, last;
};

/* --- numbers --- */

static unsigned hash_of(const struct computation *computation)
{
  uint64_t hash = (unsigned)computation->operation;
  for (unsigned i = 0; i < OPERANDS_MAX; i++)
    hash = (hash ^ computation->operands[i]) * UINT64_C(0x9e3779b97f4a7c15);
  return (unsigned)(hash >> 32);
}

static unsigned number_of_computation(struct numbering *numbering, const struct computation *computation)
{
  unsigned place = hash_of(computation) & (numbering->places - 1);
  for (; numbering->known[place].number != 0; place = (place + 1) & (numbering->places - 1))
    if (__builtin_memcmp(&numbering->known[place].computation, computation, sizeof *computation) == 0)
      return numbering->known[place].number;
  numbering->last++;
  if (numbering->places_free > numbering->places / 4) {
    numbering->known[place] = (struct numbered){*computation, numbering->last};
    numbering->places_free--;
  }
  return numbering->last;
}

/* The bits of one that is no floating point number. */
static bool bits_of_constant(const IRConst *constant, uint64_t *ret)
{
  switch (constant->tag) {
  case Ico_U1:
    *ret = constant->Ico.U1;
    return true;
  case Ico_V128:
    *ret = constant->Ico.V128;
    return true;
  case Ico_V256:
    *ret = constant->Ico.V256;
    return true;
  default:
    return weave_integer_bits(constant, ret);
  }
}

static unsigned number_of_constant(struct numbering *numbering, const IRConst *constant)
{
  uint64_t bits;
  if (!bits_of_constant(constant, &bits))
    return ++numbering->last;
  return number_of_computation(
    numbering, &(struct computation){OPERATION_CONSTANT, {constant->tag, (unsigned)bits, (unsigned)(bits >> 32)}});
}

static unsigned number_of_atom(struct numbering *numbering, const IRExpr *atom)
{
  if (atom->tag == Iex_RdTmp)
    return numbering->of_temporaries[atom->Iex.RdTmp.tmp];
  return number_of_constant(numbering, atom->Iex.Const.con);
}

static unsigned number_of_operation(struct numbering *numbering, int operation, IRExpr *const operands[],
                                    unsigned count)
{
  struct computation computation = {operation, {0}};
  for (unsigned i = 0; i < count; i++)
    computation.operands[i] = number_of_atom(numbering, operands[i]);
  return number_of_computation(numbering, &computation);
}

/* What a GET or a load finds changes. */
static unsigned number_of_value(struct numbering *numbering, IRExpr *value)
{
  switch (value->tag) {
  case Iex_RdTmp:
  case Iex_Const:
    return number_of_atom(numbering, value);
  case Iex_Unop:
    return number_of_operation(numbering, value->Iex.Unop.op, &value->Iex.Unop.arg, 1);
  case Iex_Binop:
    return number_of_operation(numbering, value->Iex.Binop.op,
                               (IRExpr *[]){value->Iex.Binop.arg1, value->Iex.Binop.arg2}, 2);
  case Iex_ITE:
    return number_of_operation(numbering, OPERATION_CHOICE,
                               (IRExpr *[]){value->Iex.ITE.cond, value->Iex.ITE.iftrue, value->Iex.ITE.iffalse}, 3);
  default:
    return ++numbering->last;
  }
}

/* --- complaints --- */

static bool is_complaint(const struct engine_calls *calls, const IRStmt *statement)
{
  if (statement->tag != Ist_Dirty)
    return false;
  const void *called = statement->Ist.Dirty.details->cee->addr;
  for (unsigned i = 0; i < ENGINE_SIZES; i++)
    if (called == calls->undefined_value[i].function)
      return true;
  return called == calls->undefined_condition.function;
}

/* It is now. */
static bool was_told(struct numbering *numbering, const IRStmt *complaint)
{
  bool *was_told = &numbering->was_told[number_of_atom(numbering, complaint->Ist.Dirty.details->guard)];
  bool was = *was_told;
  *was_told = true;
  return was;
}

static void *allocate_zeroed(size_t bytes)
{
  return __builtin_memset(LibVEX_Alloc((Int)bytes), 0, bytes);
}

/* Until a temporary is assigned an operation it is like no other. A statement makes no more numbers than it has
 * operands, and one. */
static struct numbering begin_numbering(const IRSB *block)
{
  const unsigned temporaries = (unsigned)block->tyenv->types_used, statements = (unsigned)block->stmts_used;
  struct numbering numbering = {.places = 64, .last = temporaries};
  while (numbering.places < 2 * statements)
    numbering.places *= 2;
  numbering.places_free = numbering.places;
  numbering.known = allocate_zeroed(numbering.places * sizeof *numbering.known);
  numbering.was_told = allocate_zeroed(temporaries + (OPERANDS_MAX + 1) * statements + 1);
  numbering.of_temporaries = allocate_zeroed(temporaries * sizeof *numbering.of_temporaries);
  for (unsigned i = 0; i < temporaries; i++)
    numbering.of_temporaries[i] = i + 1;
  return numbering;
}

static bool is_tag_of_complaint(const IRStmt *statement)
{
  return statement->tag == Ist_Put && statement->Ist.Put.offset == ENGINE_TAG;
}

void engine_drop_repeated_complaints(const struct engine *engine)
{
  IRSB *block = engine->weave.block;
  if (engine->complaints < 2)
    return;
  struct numbering numbering = begin_numbering(block);
  int kept = 0;
  for (int i = 0; i < block->stmts_used; i++) {
    IRStmt *statement = block->stmts[i];
    if (statement->tag == Ist_WrTmp)
      numbering.of_temporaries[statement->Ist.WrTmp.tmp] = number_of_value(&numbering, statement->Ist.WrTmp.data);
    if (!is_complaint(&engine->policy->calls, statement) || !was_told(&numbering, statement))
      block->stmts[kept++] = statement;
    else if (is_tag_of_complaint(block->stmts[kept - 1]))
      kept--;
  }
  block->stmts_used = kept;
}
