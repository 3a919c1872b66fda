/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one leak is: of which parts of loss records a finding is made. Everything that counts leaks follows this rule:
 * the screen, the digest, merged findings, and what is made of these.
 *
 *   a part in no cycle     is lost by its own stack
 *   a part in a cycle      belongs to the cycle, all of which is definitely lost, whichever of its blocks is the one
 *                          that the search called so
 *   a part that is led     (struct loss_part) is indirectly lost by its own stack, and lost through its leader
 *
 * Each lost block is in the bytes of exactly one leak. What is lost through it is told beside that, as indirect: these
 * blocks are in the bytes of leaks of their own, so that sums over leaks count nothing twice. */
#ifndef SEEP_HOST_MODEL_PROCESS_LEAK_PARTS_H
#define SEEP_HOST_MODEL_PROCESS_LEAK_PARTS_H

#include "host/model/process/model.h"

struct leak_amounts {
  uint64_t bytes, blocks, indirect_bytes, indirect_blocks;
};

/* Adds each of the amounts to that of the sum. */
void leak_amounts_add(struct leak_amounts *sum, const struct leak_amounts *more);

/* With what is lost through them. */
uint64_t leak_amounts_all_bytes(const struct leak_amounts *amounts);

struct leak_part {
  const struct loss_record *loss;
  enum record_leak_kind kind;  /* of the leak */
  const struct cycle *cycle;   /* all of it is the leak; NULL: it is a place of `stack` */
  const struct stack *stack;
  const struct loss_part *of;  /* how its blocks were lost, if that is told here; NULL: with the leader */
  struct leak_amounts amounts;
  bool is_counted;             /* as one loss record of the leak */
};

typedef void leak_part_visitor(void *context, const struct leak_part *part);

/* The parts of a record, or of all records. */
void leak_parts_of_record(const struct loss_record *loss, leak_part_visitor *visit, void *context);
void leak_parts_of_check(const struct leak_check *check, leak_part_visitor *visit, void *context);

#endif
