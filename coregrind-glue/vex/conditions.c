/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Conditions that VEX leaves to a helper, or asks in a way that needs more bits than the processor does.
 *
 * VEX keeps the operation that set the flags and its operands, and asks a helper when a condition is needed, of which
 * is only known that its result hangs on all operands. Where it knows both operation and condition it puts a comparison
 * in place of the call, but not for all pairs. This stands in front of that and knows the rest of the usual ones: a
 * zero after an addition or a shift, comparisons of bytes and words, and above all signs. `x < 0` asks for one bit,
 * whatever is known of the others.
 *
 * Values are moved up to the top of 64 bits, so that one comparison does for all widths. */
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/port/port.h"

#include "libvex_ir.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"

/* VEX's numbers, which are checked below. Operations come in four widths from bytes on, then in two from 32 bits on. */
enum operation { ADD, SUB, ADC, SBB, LOGIC, INC, DEC, SHL, SHR, ROL, ROR, UMUL, SMUL, ANDN, BLSI, BLSMSK, BLSR, OTHER };
enum { FIRST_OF_FOUR = 1, FIRST_OF_TWO = 53, END_OF_TWO = 61 };

/* Of two conditions each, the second is the first negated. */
enum condition { OVERFLOW, BELOW, ZERO, BELOW_OR_ZERO, SIGN, PARITY, LESS, LESS_OR_ZERO };

struct question {
  enum condition condition;
  Bool is_negated;
  enum operation operation;
  UInt width;
  IRExpr *first, *second; /* operands, or the result and what the operation keeps beside it */
};

/* --- expressions --- */

static IRExpr *number(ULong value)
{
  return IRExpr_Const(IRConst_U64(value));
}

static Bool is_number(const IRExpr *atom, ULong *ret_value)
{
  if (atom->tag != Iex_Const || atom->Iex.Const.con->tag != Ico_U64)
    return False;
  *ret_value = atom->Iex.Const.con->Ico.U64;
  return True;
}

/* Moved up to the top. */
static IRExpr *raised(const struct question *question, IRExpr *value)
{
  ULong constant;
  const UInt distance = 64 - question->width;
  if (is_number(value, &constant))
    return number(constant << distance);
  if (distance == 0)
    return value;
  return IRExpr_Binop(Iop_Shl64, value, IRExpr_Const(IRConst_U8((UChar)distance)));
}

static IRExpr *as_word(IRExpr *truth)
{
  return IRExpr_Unop(Iop_1Uto64, truth);
}

static IRExpr *is_equal(const struct question *question, IRExpr *a, IRExpr *b)
{
  return as_word(IRExpr_Binop(question->is_negated ? Iop_CmpNE64 : Iop_CmpEQ64, a, b));
}

static IRExpr *is_less(const struct question *question, Bool is_signed, IRExpr *a, IRExpr *b)
{
  if (question->is_negated)
    return as_word(IRExpr_Binop(is_signed ? Iop_CmpLE64S : Iop_CmpLE64U, b, a));
  return as_word(IRExpr_Binop(is_signed ? Iop_CmpLT64S : Iop_CmpLT64U, a, b));
}

static IRExpr *is_less_or_equal(const struct question *question, Bool is_signed, IRExpr *a, IRExpr *b)
{
  if (question->is_negated)
    return as_word(IRExpr_Binop(is_signed ? Iop_CmpLT64S : Iop_CmpLT64U, b, a));
  return as_word(IRExpr_Binop(is_signed ? Iop_CmpLE64S : Iop_CmpLE64U, a, b));
}

static IRExpr *is_negative(const struct question *question, IRExpr *value)
{
  return is_less(question, True, raised(question, value), number(0));
}

/* --- questions about a sign --- */

static Bool is_compared_with(const struct question *question, ULong expected)
{
  ULong constant, bits = ~0ull >> (64 - question->width);
  if (question->operation == LOGIC || question->operation == ANDN)
    return expected == 0;
  return question->operation == SUB && is_number(question->second, &constant) && ((constant ^ expected) & bits) == 0;
}

/* x < 0, x <= -1, and their contraries. */
static IRExpr *ask_for_sign(const struct question *question)
{
  const Bool with_zero = is_compared_with(question, 0), with_minus_one = is_compared_with(question, ~0ull);
  if ((with_zero && (question->condition == SIGN || question->condition == LESS)) ||
      (with_minus_one && question->condition == LESS_OR_ZERO))
    return is_negative(question, question->first);
  return NULL;
}

/* The highest bits of both, or of one of them and not of the sum. A comparison of the sum with an operand, as VEX asks,
 * would take the two for values that have nothing to do with each other. */
static IRExpr *ask_for_carry(const struct question *question)
{
  IRExpr *const first = question->first, *const second = question->second;
  IRExpr *const gone = IRExpr_Unop(Iop_Not64, IRExpr_Binop(Iop_Add64, first, second));
  IRExpr *const from_below = IRExpr_Binop(Iop_And64, IRExpr_Binop(Iop_Or64, first, second), gone);
  return is_negative(question, IRExpr_Binop(Iop_Or64, IRExpr_Binop(Iop_And64, first, second), from_below));
}

static IRExpr *ask_for_what_vex_asks_badly(const struct question *question)
{
  if (question->operation == ADD && question->condition == BELOW)
    return ask_for_carry(question);
  return ask_for_sign(question);
}

/* --- what VEX has no answer to --- */

static IRExpr *compare_values(const struct question *question, IRExpr *a, IRExpr *b)
{
  switch (question->condition) {
  case ZERO:
    return is_equal(question, a, b);
  case BELOW:
    return is_less(question, False, a, b);
  case BELOW_OR_ZERO:
    return is_less_or_equal(question, False, a, b);
  case LESS:
    return is_less(question, True, a, b);
  case LESS_OR_ZERO:
    return is_less_or_equal(question, True, a, b);
  case SIGN:
    return is_less(question, True, IRExpr_Binop(Iop_Sub64, a, b), number(0));
  default:
    return NULL;
  }
}

static IRExpr *of_result(const struct question *question, IRExpr *result)
{
  switch (question->condition) {
  case ZERO:
    return is_equal(question, raised(question, result), number(0));
  case SIGN:
    return is_negative(question, result);
  default:
    return NULL;
  }
}

/* Beside the result is what it was one bit before the end. */
static IRExpr *after_shift(const struct question *question)
{
  if (question->condition != BELOW)
    return of_result(question, question->first);
  if (question->operation == SHL)
    return is_negative(question, question->second);
  IRExpr *const last = IRExpr_Binop(Iop_And64, question->second, number(1));
  return as_word(IRExpr_Binop(question->is_negated ? Iop_CmpEQ64 : Iop_CmpNE64, last, number(0)));
}

static IRExpr *ask_for_rest(const struct question *question)
{
  switch (question->operation) {
  case SUB:
    return compare_values(question, raised(question, question->first), raised(question, question->second));
  case LOGIC:
  case ANDN:
    return compare_values(question, raised(question, question->first), number(0));
  case ADD:
    return of_result(question, IRExpr_Binop(Iop_Add64, question->first, question->second));
  case SHL:
  case SHR:
    return after_shift(question);
  case INC:
  case DEC:
  case BLSI:
  case BLSMSK:
  case BLSR:
    return of_result(question, question->first);
  default:
    return NULL;
  }
}

/* --- the call --- */

static void set_operation(struct question *question, ULong number)
{
  question->operation = OTHER;
  if (number >= FIRST_OF_FOUR && number < FIRST_OF_TWO) {
    question->operation = ADD + (number - FIRST_OF_FOUR) / 4;
    question->width = 8u << (number - FIRST_OF_FOUR) % 4;
  } else if (number >= FIRST_OF_TWO && number < END_OF_TWO) {
    question->operation = ANDN + (number - FIRST_OF_TWO) / 2;
    question->width = 32u << (number - FIRST_OF_TWO) % 2;
  }
}

static Bool is_question(const HChar *name, IRExpr **arguments, struct question *ret)
{
  ULong condition = 2 * BELOW, operation;
  if (VG_(strcmp)(name, "amd64g_calculate_condition") == 0) {
    if (!is_number(*arguments++, &condition))
      return False;
  } else if (VG_(strcmp)(name, "amd64g_calculate_rflags_c") != 0) {
    return False;
  }
  if (!is_number(arguments[0], &operation))
    return False;
  *ret = (struct question){
    .condition = condition / 2, .is_negated = condition % 2 != 0, .first = arguments[1], .second = arguments[2]};
  set_operation(ret, operation);
  return ret->operation != OTHER;
}

/* --- are VEX's numbers what we take them for? --- */

extern ULong amd64g_calculate_condition(ULong condition, ULong operation, ULong first, ULong second, ULong old);

static Bool has_carry(enum operation operation, UInt width, ULong first, ULong second)
{
  const ULong bits = ~0ull >> (64 - width);
  switch (operation) {
  case ADD:
    return ((first + second) & bits) < first;
  case SUB:
    return first < second;
  case SHL:
    return second >> (width - 1) != 0;
  case SHR:
    return (second & 1) != 0;
  default:
    return False;
  }
}

static ULong result_of(enum operation operation, UInt width, ULong first, ULong second)
{
  const ULong bits = ~0ull >> (64 - width);
  const ULong result = operation == ADD ? first + second : operation == SUB ? first - second : first;
  return result & bits;
}

static Bool is_known_operation(enum operation operation)
{
  return operation == ADD || operation == SUB || operation == SHL || operation == SHR || operation == LOGIC ||
         operation == INC || operation == DEC || (operation >= ANDN && operation < OTHER);
}

/* Carries of the rest are not asked for. */
static Bool has_known_carry(enum operation operation)
{
  return operation == ADD || operation == SUB || operation == SHL || operation == SHR || operation == LOGIC ||
         operation == ANDN;
}

static Bool is_answered(ULong number, const struct question *known, ULong first, ULong second)
{
  const ULong result = result_of(known->operation, known->width, first, second);
  const ULong carry = has_carry(known->operation, known->width, first, second);
  return amd64g_calculate_condition(2 * ZERO, number, first, second, 0) == (result == 0)
         && amd64g_calculate_condition(2 * SIGN, number, first, second, 0) == result >> (known->width - 1)
         && (!has_known_carry(known->operation)
             || amd64g_calculate_condition(2 * BELOW, number, first, second, 0) == carry);
}

/* Operands that tell operations, and widths, from each other. The result of BLSMSK is never zero. */
static Bool is_numbered(ULong number)
{
  struct question known;
  set_operation(&known, number);
  if (!is_known_operation(known.operation))
    return True;
  const ULong top = 1ull << (known.width - 1);
  return (known.operation == BLSMSK || is_answered(number, &known, 0, 0)) && is_answered(number, &known, top, top) &&
         is_answered(number, &known, top, 1) && is_answered(number, &known, 1, top) &&
         is_answered(number, &known, top >> 1, top >> 1) && is_answered(number, &known, 1, 2);
}

static void check_numbers(void)
{
  static Bool is_checked;
  for (ULong number = FIRST_OF_FOUR; !is_checked && number < END_OF_TWO; number++)
    if (!is_numbered(number))
      port_refuse("numbers operations that set flags");
  is_checked = True;
}

IRExpr *__wrap_guest_amd64_spechelper(const HChar *name, IRExpr **arguments, IRStmt **preceding, Int preceding_count)
{
  struct question question;
  check_numbers();
  const Bool is_known = is_question(name, arguments, &question);
  IRExpr *expression = is_known ? ask_for_what_vex_asks_badly(&question) : NULL;
  if (expression == NULL)
    expression = __real_guest_amd64_spechelper(name, arguments, preceding, preceding_count);
  if (expression == NULL && is_known)
    expression = ask_for_rest(&question);
  return expression;
}
