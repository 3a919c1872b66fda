/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Operands to try an operation on: values and V bits of many patterns, within what the operation is made for. */
#ifndef SEEP_TESTS_ORACLE_OPERANDS_H
#define SEEP_TESTS_ORACLE_OPERANDS_H

#include "oracle/routine.h"
#include "support/random.h"

struct subject {
  const char *name, *rule;
  struct signature signature;
};

struct sample {
  struct value values[DEFINEDNESS_OPERANDS_MAX], shadows[DEFINEDNESS_OPERANDS_MAX];
};

/* A sample for code of this form: constants have their values, untracked operands no V bits. */
struct sample sample_make(struct random *random, const struct subject *subject, const struct form *form);
/* A value for a constant operand. */
struct value sample_constant(struct random *random, const struct subject *subject, unsigned operand);

#endif
