/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A small heap in the test's own memory for the leak scan, and a second scan of it that is slow and plain. */
#ifndef SEEP_TESTS_SUPPORT_LEAK_MODEL_H
#define SEEP_TESTS_SUPPORT_LEAK_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/leak/leak_scan.h"

enum {
  MODEL_BYTES = 1 << 16,
  MODEL_BLOCKS_MAX = 64,
  MODEL_ROOTS_MAX = 8,
  MODEL_ROOT_WORDS = 16,
  LEAK_MODEL_HEURISTICS = 0x7e, /* all of enum record_heuristic */
};

struct leak_model {
  struct blocks *blocks;
  _Alignas(4096) unsigned char memory[MODEL_BYTES]; /* in which blocks are put */
  bool is_unreadable[MODEL_BYTES / 8];              /* by word */
  struct leak_model_reader {
    struct leak_model *model;
    uint64_t copy[100];                             /* of what the scan reads */
  } readers[ENV_WORKERS_MAX];
  block_id ids[MODEL_BLOCKS_MAX];
  unsigned block_count;
  struct leak_root roots[MODEL_ROOTS_MAX];
  uint64_t root_words[MODEL_ROOTS_MAX][MODEL_ROOT_WORDS];
  uint64_t root_places[MODEL_ROOT_WORDS]; /* numbers of registers, from 0 */
  unsigned root_count;
  _Alignas(8) uint64_t vtable[32]; /* a readable file mapping */
  unsigned char code[64];          /* an executable one */
  enum leak_layout layout;         /* of blocks whose stacks layout_stacks_apart divides; at first Rust's, of all */
  unsigned layout_stacks_apart;
  struct leak_memory access[ENV_WORKERS_MAX]; /* by worker */
  struct leak_options options;
  uint64_t seed; /* of leak_model_make_random() */
};

/* An empty heap, all heuristics on. */
struct leak_model *leak_model_create(void);
void leak_model_destroy(struct leak_model *model);

/* Add a block at an offset into the memory; its number in ids[]. */
unsigned leak_model_add(struct leak_model *model, unsigned kind, size_t offset, uint64_t size_bytes);
struct block *leak_model_block(const struct leak_model *model, unsigned number);

/* Write a word into a block, at an offset in bytes. */
void leak_model_write(struct leak_model *model, unsigned number, size_t offset, uint64_t word);

/* The address of a byte of a block. */
uint64_t leak_model_address(const struct leak_model *model, unsigned number, uint64_t offset);

/* Add a root of a class (enum record_root_class) that holds a word: a piece of memory, or for registers the word
 * itself. */
void leak_model_add_root(struct leak_model *model, uint8_t root_class, uint64_t word);

/* Fill an empty model with blocks inside blocks, pointers to all sorts of places, and roots: by the seed. */
void leak_model_make_random(struct leak_model *model, uint64_t seed);

/* A pointer in a block, or in a root, whose number begins at MODEL_BLOCKS_MAX and whose offset counts words. */
struct leak_pointer {
  unsigned from;
  uint64_t offset;
  unsigned to;
  uint64_t into;
};
void leak_model_each_pointer(const struct leak_model *model,
                             void (*visit)(void *context, const struct leak_pointer *pointer), void *context);

/* Does a block take part in leak checks? */
bool leak_model_takes_part(const struct leak_model *model, unsigned number);

/* By number of a block, a set of 1 << number: which blocks it leads to and which lead to it as well; itself is not in
 * it. */
void leak_model_find_cycles(const struct leak_model *model, uint64_t *ret);

/* What the plain scan says of each block. */
struct leak_verdict {
  unsigned kind;
  unsigned root_class;
  unsigned heuristics; /* set of 1 << enum record_heuristic, those that may be named */
  unsigned leader;     /* number of a block, of an indirectly lost one */
};
void leak_model_judge(const struct leak_model *model, struct leak_verdict *verdicts);

#endif
