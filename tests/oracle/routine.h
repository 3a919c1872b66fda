/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One operation as native code: VEX's compiler makes it of a block that reads operands, applies the operation or the
 * rule for its V bits, and writes the result. So what is tested is what runs in the tool, and the operation is the one
 * real code gets. */
#ifndef SEEP_TESTS_ORACLE_ROUTINE_H
#define SEEP_TESTS_ORACLE_ROUTINE_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/engine/definedness.h"

enum { VALUE_WORDS = 4 };

/* A value or V bits of any type, lowest word first. */
struct value {
  uint64_t words[VALUE_WORDS];
};

/* What an operand is in the code: read with V bits, read and known to be defined, or a constant. */
enum operand_form { OPERAND_TRACKED, OPERAND_DEFINED, OPERAND_CONSTANT };

typedef IRExpr *v_bits_function(struct weave *weave, IROp op, unsigned count, IRExpr *const values[],
                                IRExpr *const shadows[]);

struct signature {
  IROp op;
  unsigned count;
  IRType operands[DEFINEDNESS_OPERANDS_MAX], result;
};

struct signature signature_of(IROp op);
unsigned bits_of_type(IRType type);
bool is_float_type(IRType type);

/* Which rules: the members of struct weave. */
enum mode { MODE_CHEAP, MODE_EXACT, MODE_LOOSE };

struct form {
  enum operand_form operands[DEFINEDNESS_OPERANDS_MAX];
  struct value constants[DEFINEDNESS_OPERANDS_MAX];
};

/* Can this be a constant's value in VEX? Vectors are of bytes 0x00 and 0xff. */
bool can_be_constant(IRType type);

struct routine;

void routines_begin(void);
/* The operation itself, all operands read. */
struct routine *routine_of_operation(const struct signature *signature);
/* Its V bits by `function`. */
struct routine *routine_of_rule(const struct signature *signature, const struct form *form, enum mode mode,
                                v_bits_function *function);
void routine_free(struct routine *routine);

/* `shadows` may be NULL for the operation itself. */
struct value routine_run(const struct routine *routine, const struct value values[], const struct value shadows[]);

#endif
