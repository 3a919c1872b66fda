/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known about the addresses of one module. */
#ifndef SEEP_HOST_SYMBOLS_MODULE_ANSWERS_H
#define SEEP_HOST_SYMBOLS_MODULE_ANSWERS_H

#include "host/symbols/elf/bytes.h"
#include "host/symbols/symbols.h"

/* Questions, and the number each is about. The numbers of kinds stand in cache files. A question that builds on
 * another's answer is asked with the same numbers, never with an offset in a debug file, which may be another file by
 * then. */
enum answer_kind {
  ANSWER_CODE,     /* file offset of an instruction: its frames */
  ANSWER_LAYOUT,   /* file offset of code: its address, and where all else lies */
  ANSWER_VARIABLE, /* address */
  ANSWER_TLS,      /* offset in thread-local storage */
  ANSWER_LOCALS,   /* file offset of an instruction: variables in the frame */
  ANSWER_TARGETS,  /* file offset of a call's last byte: what its result seems to point at */
  ANSWER_CALLS,    /* likewise: what the functions there do with the result, and for how many callers */
  ANSWER_VARIABLE_PATH, /* address: the part of a variable */
  ANSWER_TLS_PATH,      /* likewise, of an offset in thread-local storage */
  ANSWER_LOCAL_PATH,    /* file offset of an instruction, and within that the number of a variable among ANSWER_LOCALS
                         * and, below ANSWER_LOCAL_SHIFT, a byte of it */
  ANSWER_VARIABLE_TYPES, /* address: the type of the variable that covers it, and what that leads to */
  ANSWER_TLS_TYPES,      /* likewise, of an offset in thread-local storage */
  ANSWER_LOCAL_TYPES,    /* file offset of an instruction; within that the number of a variable among ANSWER_LOCALS */
  ANSWER_KINDS,
};
enum { ANSWER_LOCAL_SHIFT = 48 };

static inline bool answer_has_within(uint64_t kind)
{
  return kind == ANSWER_LOCAL_PATH || kind == ANSWER_LOCAL_TYPES;
}

struct answer {
  uint64_t about, within; /* `within` only of the two kinds that answer_has_within() */
  enum answer_kind kind;
  unsigned char *block; /* as module_reader.h has it; the strings lie in it */
  size_t block_bytes;
  void *items;          /* what the answer lists: frames, segments, variables, types */
  size_t item_count;
  union {
    struct symbols_layout layout;
    struct symbols_variable variable; /* of both kinds */
    struct symbols_path path;         /* of all three */
    uint64_t start;                   /* of the variable whose types they are */
    struct frame_surroundings *surroundings; /* of the frames; their `around` is in it */
  };
};

struct answers;

struct answers *answers_create(void);
void answers_destroy(struct answers *answers);

/* NULL when it is not known. The answer lives as long as the table. */
const struct answer *answers_find(const struct answers *answers, enum answer_kind kind, uint64_t about,
                                  uint64_t within);

/* Keep an answer, copying its block, unless one is known already. NULL: the block is malformed. */
const struct answer *answers_add(struct answers *answers, enum answer_kind kind, uint64_t about, uint64_t within,
                                 const unsigned char *block, size_t block_bytes);

/* Append all answers, up to a limit, and add what was written so. Reading is false when the bytes are damaged. */
void answers_write(const struct answers *answers, struct byte_builder *builder);
bool answers_read(struct answers *answers, struct bytes *bytes);

#endif
