/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a block that a call gave to a function leaves that function for its own caller, by the machine code. */
#ifndef SEEP_HOST_SYMBOLS_ELF_HANDED_ON_BLOCKS_H
#define SEEP_HOST_SYMBOLS_ELF_HANDED_ON_BLOCKS_H

#include "host/symbols/elf/elf_file.h"

/* The ways from a function to its caller, also as bits of a set: in %rax, in %rdx, or in memory that an argument leads
 * to: one in a register, or any on the stack. */
enum value_way {
  VALUE_WAY_RESULT,
  VALUE_WAY_SECOND,
  VALUE_WAY_ARGUMENT,
  VALUE_WAYS = VALUE_WAY_ARGUMENT + 7,
};
enum { VALUE_ARGUMENT_REGISTERS = 6 };

struct value_range {
  uint64_t start, end;
};

/* Of the code of an inlined function. */
struct value_scope {
  const struct value_range *ranges;
  size_t count;
};

/* What a function returns. */
enum value_result {
  VALUE_RESULT_UNKNOWN,
  VALUE_RESULT_NONE,
  VALUE_RESULT_ONE,
  VALUE_RESULT_TWO, /* in both registers */
};

/* What is known of a function that is called. */
struct value_callee {
  bool returns_first; /* its first argument, as memset() does */
  bool never_returns, returns_twice;
  uint8_t from, to;   /* sets of arguments: those, and what they lead to, are put where these lead, as in memcpy() */
  struct value_range code; /* empty: it is in another module, or not known */
};

enum { VALUE_SCOPES_MAX = 32 };

struct value_question {
  const struct elf_file *file;
  const struct value_range *ranges; /* of the function; it begins where the first one does */
  size_t range_count;
  uint64_t return_address;          /* of the call */
  enum value_result result;
  unsigned argument_registers;      /* that it may be passed something in, at most */
  const struct value_scope *scopes; /* inlined functions that the call is in */
  size_t scope_count;
  /* `target` is the address of what is called or, with `is_slot`, that of the slot that holds its address. */
  struct value_callee (*callee)(void *context, uint64_t target, bool is_slot);
  void *context;
};

struct value_answer {
  bool is_known;          /* false: nothing could be decoded, or there is too much of it */
  bool is_returned;       /* the very value that the call returned, on some path */
  bool is_put;            /* the same was put where a pointer leads */
  bool is_put_in_scope[VALUE_SCOPES_MAX];
  uint16_t ways[VALUE_WAYS]; /* by how the block came from the call: the set of ways by which it may leave */
  uint16_t leaves_scope[VALUE_SCOPES_MAX]; /* ways by which it came, if it is used outside of that scope, or put where
                                            * a pointer leads */
};

/* Decodes the instructions of one file, and keeps them from question to question. NULL: that is not possible. */
struct value_decoder *value_decoder_create(void);
void value_decoder_destroy(struct value_decoder *decoder); /* may be NULL */

/* Without a decoder nothing is known. */
void value_flow_find(struct value_decoder *decoder, const struct value_question *question, struct value_answer *ret);

#endif
