/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reachability scan: from roots through blocks to a verdict for every live block, and loss records that sum up.
 *
 * The scan reads guest memory through two functions it is given, so that it can be tested on a model heap. */
#ifndef SEEP_MEMCHECK_PURE_LEAK_LEAK_SCAN_H
#define SEEP_MEMCHECK_PURE_LEAK_LEAK_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/blocks/blocks.h"
#include "shared/record/record.h"

/* Languages whose blocks have a layout of their own; and blocks that a malloc() in front of the C library's asked for,
 * which may have put something in front of what it returned. */
enum leak_layout { LEAK_LAYOUT_OTHER, LEAK_LAYOUT_RUST, LEAK_LAYOUT_PYTHON, LEAK_LAYOUT_FRONT };

enum leak_permission { LEAK_READABLE = 1, LEAK_EXECUTABLE = 2 };

/* How the scan sees the guest. */
struct leak_memory {
  void *context;
  /* The aligned 8-byte words of [start, end) that may be followed, as readable memory in the tool's own address space,
   * there until the next call. `start` and `end` are word-aligned. Sets *ret_words to the first word, *ret_next to the
   * guest address after the last one that can be read this way in one go, and returns true; or returns false with
   * *ret_next past memory that must be skipped: unreadable, or words that are not addressable and wholly defined. */
  bool (*read)(void *context, uint64_t start, uint64_t end, const uint64_t **ret_words, uint64_t *ret_next);
  /* One such word; false: it is to be skipped. Leaves what read() gave out as it is. */
  bool (*read_word)(void *context, uint64_t address, uint64_t *ret);
  /* What a file mapping of the guest at this address permits: a set of enum leak_permission; 0 when there is none. For
   * the multiple-inheritance heuristic: a C++ vtable lies in a readable mapping and points into executable ones. */
  unsigned (*file_permissions)(void *context, uint64_t address);
  /* Whose code has allocated the block? For the heuristic of counts. */
  enum leak_layout (*layout_of)(void *context, const struct block *block);
};

enum { LEAK_WORD_BYTES = 8 };

/* The words of a range that may be followed, one run after the other. Only aligned words that lie wholly in it can be
 * pointers. */
struct leak_words {
  uint64_t start, next, end; /* guest addresses: of the run's first word, of what follows it, of the range's end */
  const uint64_t *words;     /* as leak_memory's read() gave them out */
  size_t count;
};

static inline struct leak_words leak_words_in(uint64_t start, uint64_t end)
{
  const uint64_t mask = ~(uint64_t)(LEAK_WORD_BYTES - 1);
  return (struct leak_words){.next = (start + LEAK_WORD_BYTES - 1) & mask, .end = end & mask};
}

/* False: there are no more. */
static inline bool leak_words_next(struct leak_words *run, const struct leak_memory *memory)
{
  while (run->next < run->end) {
    run->start = run->next;
    const bool is_readable = memory->read(memory->context, run->start, run->end, &run->words, &run->next);
    ENV_ASSERT(run->next > run->start);
    if (run->next > run->end)
      run->next = run->end;
    run->count = (run->next - run->start) / LEAK_WORD_BYTES;
    if (is_readable)
      return true;
  }
  return false;
}

struct leak_root {
  uint64_t start, end;            /* guest addresses, or for registers: `words` */
  const uint64_t *words;          /* of registers: the values; NULL: [start, end) is scanned */
  const uint64_t *word_places;    /* of each of these: a register's number in DWARF, or the word's address */
  size_t word_count;
  uint32_t tid;                   /* of the thread to which it belongs; 0: none */
  uint8_t root_class;             /* enum record_root_class */
};

/* A loss record: see LOSS in shared/record/frame_kinds.def for what the fields mean. */
struct leak_loss {
  uint8_t kind, inherited, root_class, heuristic;
  uint32_t stack_id;              /* cut to the resolution by the caller's `stack_key` */
  uint32_t leader_stack_id;       /* cut as well */
  uint32_t cycle; /* number of the set of stacks; 0: these blocks are not in a cycle with their leader */
  uint32_t test;                  /* in which they were allocated; 0: none */
  uint64_t bytes, blocks, indirect_bytes, indirect_blocks;
};

/* Sets of allocation stacks whose blocks lead to each other in a cycle with a definitely lost one: each stack once,
 * ascending, cut to the resolution. Set number i, from 1, is stack_ids[ends[i - 1]] up to stack_ids[ends[i]]; no two
 * are equal. */
struct leak_cycles {
  uint32_t *stack_ids, *ends;
  uint32_t count;
};

/* The order of losses in a result: by kind, stack, leader's stack, then the rest of the key. Of losses that differ only
 * in their cycles and tests neither comes before the other. */
bool leak_loss_is_before(const struct leak_loss *a, const struct leak_loss *b);

struct leak_options {
  uint32_t generation;            /* blocks of earlier generations are inherited */
  unsigned heuristics;            /* set of 1 << enum record_heuristic */
  /* The id under which blocks of this allocation stack are summed up (--leak-resolution). NULL: the stack's own. */
  uint32_t (*stack_key)(void *context, uint32_t stack_id);
  void *stack_key_context;
  /* The test in which a block was allocated; 0: none. NULL: they all were in none. */
  uint32_t (*test_of)(const struct block *block);
  /* Does a block that begins there belong to a thread that has ended, but was never joined? NULL: none does. */
  bool (*is_never_joined)(uint64_t start);
  bool has_fronts;                /* some blocks may have LEAK_LAYOUT_FRONT */
  uint32_t kept_by_any;           /* a pointer into a block of this stack is as good as one to its start; 0: of none */
  /* Told for each block to which loss record it belongs, of which bytes and blocks are not filled in. NULL: nobody
   * is. */
  void (*tell)(block_id block, const struct leak_loss *loss);
};

struct leak_result {
  struct leak_loss *losses;       /* in the order of leak_loss_is_before(): the same for the same heap */
  size_t loss_count;
  struct leak_cycles cycles;
  uint64_t searched_bytes;
};

/* Run a check. Verdicts are also left in each block's leak_kind. Release the result with leak_result_release(). */
void leak_scan_run(struct blocks *blocks, const struct leak_memory *memory, const struct leak_root *roots,
                size_t root_count, const struct leak_options *options, struct leak_result *ret);
void leak_result_release(struct leak_result *result);

/* The heuristic by which a pointer to `address`, inside a block, counts as one to its start: the first of the set
 * `heuristics` that applies (enum record_heuristic). */
unsigned leak_heuristic(const struct leak_memory *memory, unsigned heuristics, const struct block *block,
                        uint64_t address);

#endif
