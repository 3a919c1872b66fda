/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How blocks of a leak check were lost: the LOST and LOST_EVENT frames of a run with --explain, with names. */
#ifndef SEEP_HOST_MODEL_PROCESS_LOST_BLOCKS_H
#define SEEP_HOST_MODEL_PROCESS_LOST_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/model/process/tried_blocks.h"
#include "host/record/frame_reader.h"

struct cycle;
struct leak_check;
struct lost_count;
struct loss_record;
struct lost_table;
struct process;
struct stack;

/* Where a pointer was, or is. */
enum lost_place_kind {
  LOST_IN_MEMORY, /* nothing more is known of it */
  LOST_IN_GLOBAL,
  LOST_IN_STATIC, /* variable of a function */
  LOST_IN_THREAD, /* thread-local variable */
  LOST_IN_LOCAL,
  LOST_ON_STACK,  /* in no variable that is known */
  LOST_IN_BLOCK,  /* of the heap */
  LOST_PLACES,
};

struct lost_place {
  enum lost_place_kind kind;
  char *variable;                /* with the part of it: "table[3].name"; NULL: it is in none that is known */
  char *function;                /* short; of a local or static variable, of the frame on a stack; NULL: not known */
  uint64_t offset;               /* in the block */
  const struct stack *allocated; /* where that was; NULL: not known */
};

/* What happened to one pointer. Stacks are resolved; NULL: not known. */
struct lost_event {
  enum record_lost_cause cause;     /* by which it went; RECORD_LOST_HELD: it is still there */
  const struct stack *stack;        /* where that was */
  const struct stack *stored;       /* where the pointer was stored */
  uint64_t into;                    /* bytes from the block's start to where it pointed */
  uint64_t value;                   /* that it was overwritten with */
  const struct stack *value_stack;  /* where the block was allocated that this points into; NULL: it points into none */
  struct lost_place place;
};

/* What is told of that. */
enum lost_drop_kind {
  LOST_DROP_NONE,     /* nothing */
  LOST_DROP_RESULT,   /* each function returned it to its caller, but for the last one, which is own code */
  LOST_DROP_REGISTER, /* that one has had it in a register all the time */
};

/* What became of blocks that only registers pointed to, from when their last pointer in memory went, or they were
 * allocated. Stacks are resolved; NULL: not known, or there was none. */
struct lost_drop {
  const struct stack *got;  /* where a function returned that left the pointer to the one that dropped it */
  const struct stack *left; /* where that one returned, and left it to nobody; it may still be at work */
  size_t exits_later;       /* so many frames were left after `left` */
  bool has_returned;        /* that one is left; `left` is not known if it ended in a jump to another one */
  uint64_t registers;       /* by which the first of these functions left it, a bit for each by its number in DWARF */
  enum lost_drop_kind kind;
};

/* Blocks of one loss record that were lost in one way. */
struct lost_blocks {
  enum record_lost_cause cause;
  uint64_t blocks, bytes;
  struct lost_drop drop;
  const struct lost_count *count;  /* of references, in these blocks (lost_counts.h); NULL: nothing is known */
  const struct cycle *cycle;       /* as in struct loss_part */
  const struct stack *leader;
  const struct lost_event *events; /* the last one first */
  size_t event_count;
  const struct lost_moment *moments; /* when they were lost, moment_count of the blocks; where ways are put together,
                                      * of the first one */
  size_t moment_count;
  bool is_owner_first;             /* the first event is that of the owner; the last pointer went by the second one */
  const struct lost_event *newer;  /* of a pointer that went before and may have been the owner; NULL: there is none */
  uint64_t key;                    /* a hash of all that tells how, by names: the same in other processes */
};

/* How the blocks of some records were lost, the ways that lost most first; those of equal keys are one. Malloc'ed; the
 * events stay with the leak check. */
void lost_blocks_gather(const struct loss_record *const *records, size_t count, struct lost_blocks **ret,
                        size_t *ret_count);

/* Their order, for qsort(). */
int lost_blocks_by_size(const void *a, const void *b);

/* Frames of the current leak check; an event may be that of a trail (trails.h). */
struct error *process_take_lost(struct process *process, const struct record_frame *frame);
struct error *process_take_lost_event(struct process *process, const struct record_frame *frame);
struct error *process_take_lost_count(struct process *process, const struct record_frame *frame);

/* Give what came to the loss records it is about, which are not sorted yet. What is about blocks that a parent process
 * reports is left to that. */
struct error *lost_blocks_attach(struct process *process);
void lost_blocks_release(struct leak_check *check);

#endif
