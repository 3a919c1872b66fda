/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether a function hands the result of a call on to its own caller, by its machine code. */
#ifndef SEEP_SYMBOLS_ELF_VALUE_FLOW_H
#define SEEP_SYMBOLS_ELF_VALUE_FLOW_H

#include "symbols/elf/elf_file.h"

enum value_flow {
  VALUE_UNKNOWN,  /* nothing could be decoded, or there is too much of it */
  VALUE_KEPT,
  VALUE_RETURNED, /* on some path */
};

struct value_question {
  const struct elf_file *file;
  uint64_t start, end;        /* of the function */
  uint64_t return_address;    /* of the call */
  bool is_typed;              /* it is known that the function returns something */
  /* Whether a function returns its first argument, as memset() does; `target` is its address, or that of the slot that
   * holds its address. */
  bool (*returns_argument)(void *context, uint64_t target, bool is_slot);
  void *context;
};

enum value_flow value_flow_find(const struct value_question *question);

#endif
