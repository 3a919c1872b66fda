/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands below the stack of a loss record: how its blocks were lost, with the stacks of what happened. */
#ifndef SEEP_REPORT_WORDS_LOST_NOTES_H
#define SEEP_REPORT_WORDS_LOST_NOTES_H

#include "report/words/error_notes.h"
#include "report/words/lost_words.h"

struct lost_notes {
  struct error_note *items;
  size_t count, capacity;
};

/* None when nothing is known. Release it. What there is no memory for is left out. */
void lost_notes_describe(const struct process *process, const struct loss_record *record, struct lost_notes *ret);
void lost_notes_release(struct lost_notes *notes);

/* The stack that belongs below the sentence of some blocks, and what happened there; NULL: none is known. */
struct lost_scene {
  const struct stack *stack;
  const char *title; /* "Lost here" */
};
struct lost_scene lost_scene_of(const struct lost_blocks *lost);

#endif
