/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known about the addresses of one module. */
#ifndef SEEP_SYMBOLS_ANSWERS_H
#define SEEP_SYMBOLS_ANSWERS_H

#include "symbols/bytes.h"
#include "symbols/symbols.h"

/* What is asked, and the number that is asked about. The kinds stand in files. */
enum answer_kind {
  ANSWER_CODE,     /* file offset of an instruction: its frames */
  ANSWER_LAYOUT,   /* file offset of code: its address, and where all else lies */
  ANSWER_VARIABLE, /* address */
  ANSWER_TLS,      /* offset in thread-local storage */
  ANSWER_LOCALS,   /* file offset of an instruction: variables in the frame */
  ANSWER_TARGETS,  /* file offset of a call's last byte: what its result seems to point at */
  ANSWER_CALLS,    /* likewise: what the functions there do with the result, and for how many callers */
  ANSWER_KINDS,
};

struct answer {
  uint64_t about;
  enum answer_kind kind;
  unsigned char *block; /* as module_reader.h has it; the strings lie in it */
  size_t block_bytes;
  void *items;          /* what the answer is a list of: frames, segments, variables, types */
  size_t item_count;
  bool is_passing;      /* it may be another one soon, when the module is built again with the same build-id */
  union {
    struct symbols_layout layout;
    struct symbols_variable variable; /* of both kinds */
  };
};

struct answers;

struct answers *answers_create(void); /* NULL without memory */
void answers_destroy(struct answers *answers);

/* NULL when it is not known. The answer lives as long as the table. */
const struct answer *answers_find(const struct answers *answers, enum answer_kind kind, uint64_t about);

/* Keep an answer, copying its block, unless one is known already. *ret is NULL when the block is malformed. */
struct error *answers_add(struct answers *answers, enum answer_kind kind, uint64_t about,
                          const unsigned char *block, size_t block_bytes, const struct answer **ret);

/* Write down all answers, up to a limit and maybe without passing ones, and read them again. Reading is false when what
 * was written is damaged. */
void answers_put(const struct answers *answers, bool with_passing, struct byte_builder *builder);
bool answers_take(struct answers *answers, struct bytes *bytes);

#endif
