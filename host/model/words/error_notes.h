/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands below the stack of an error: where its address lies, where the block there was allocated and freed, where
 * an undefined value came from, and what --explain knows of either. In Memcheck's sentences; the same in every
 * format. */
#ifndef SEEP_HOST_MODEL_WORDS_ERROR_NOTES_H
#define SEEP_HOST_MODEL_WORDS_ERROR_NOTES_H

#include "host/model/process/model.h"

struct error_note {
  char *sentence;
  const struct stack *stack; /* belongs below the sentence; NULL: none */
  const char *title;         /* what happened there, for people: "Freed here"; NULL: there is none, or no stack */
  const char *file;          /* where the sentence says that something is declared; NULL: nowhere; borrowed */
  unsigned line;
  bool names_place;          /* the sentence says where on the stack that was */
  bool lacks_stack;          /* there was a stack, but the tool has not kept it */
};

enum { TRAIL_NOTES_MAX = 6, NOTES_MAX = 4 + TRAIL_NOTES_MAX };
struct error_notes {
  struct error_note items[NOTES_MAX];
  size_t count;
};

/* Release with error_notes_release(). */
void error_notes_describe(const struct process *process, const struct error_context *error, struct error_notes *ret);

/* Of its address alone, whatever kind of error it is. */
void error_notes_describe_place(const struct error_context *error, const struct settings *settings,
                                struct error_notes *ret);

void error_notes_release(struct error_notes *notes);

#endif
