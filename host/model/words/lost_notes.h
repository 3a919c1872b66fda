/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands below the stack of a loss record: how its blocks were lost, with the stacks of what happened. */
#ifndef SEEP_HOST_MODEL_WORDS_LOST_NOTES_H
#define SEEP_HOST_MODEL_WORDS_LOST_NOTES_H

#include "host/model/words/error_notes.h"
#include "host/model/words/lost_words.h"

struct lost_notes {
  struct error_note *items;
  size_t count, capacity;
};

/* None when nothing is known. Release it. */
void lost_notes_describe(const struct process *process, const struct loss_record *record, struct lost_notes *ret);
void lost_notes_release(struct lost_notes *notes);

/* The ways in which the blocks of some records were lost, malloc'ed, the ways that lost most first; of the first few,
 * those whose sentences are equal are one: the stacks of the first of them stand for the others, which were called from
 * elsewhere. */
void lost_ways_gather(const struct process *process, const struct stack *allocated,
                      const struct loss_record *const *records, size_t count, struct lost_blocks **ret,
                      size_t *ret_count);

/* "18 more blocks were lost in 2 other ways."; malloc'ed, NULL: there are no others. */
char *lost_rest_sentence(const struct lost_blocks *lost, size_t count);

/* Where the function returned that dropped the pointer from a register; NULL: it is not known, or something in memory
 * says more. */
const struct stack *lost_where_dropped(const struct lost_blocks *lost);

/* Of blocks that were lost so, the stack of the last event that belongs below their sentence. */
enum lost_scene { LOST_SCENE_NONE, LOST_SCENE_LOST, LOST_SCENE_STORED };
enum lost_scene lost_scene_of(enum record_lost_cause cause);
const char *lost_scene_title(enum lost_scene scene); /* "Lost here" */
/* "last pointer overwritten here", below a line of the source. */
const char *lost_scene_label(enum record_lost_cause cause, bool was_dropped);
const struct stack *lost_scene_stack(const struct lost_blocks *lost); /* NULL: none is known */

#endif
