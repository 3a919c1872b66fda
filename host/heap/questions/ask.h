/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The questions of `seep heap` (questions.def): each is a function over a heap that shows its answer in a view. */
#ifndef SEEP_HOST_HEAP_QUESTIONS_ASK_H
#define SEEP_HOST_HEAP_QUESTIONS_ASK_H

#include "host/base/error.h"
#include "host/heap/model/heap.h"
#include "host/heap/questions/view.h"

struct command;

struct question {
  const struct heap *heap;           /* NULL: of diff with two arguments */
  struct view *view;
  const char *run;                   /* as it was named; NULL: the newest */
  const char *const *arguments;
  size_t argument_count;
  uint64_t limit;                    /* rows of a table */
  const char *around;                /* of an export: --around=; NULL: not given */
  const struct command *command;     /* for other heaps */
  const struct heap_request *which;
};

/* Shows the answer in the view. An error: the question cannot be answered; what is shown ends there. */
struct error *ask_overview(const struct question *question);
#define QUESTION(id, argument, needs, help) struct error *ask_##id(const struct question *question);
#include "host/heap/questions/questions.def"
#undef QUESTION

/* --- what answers have in common --- */

/* How many blocks live; UINT64_MAX: not known. */
uint64_t ask_live_blocks(const struct heap *heap);

/* Say that nothing lives any more, instead of empty tables; false: something does, or it is not known, or JSON is
 * wanted. */
bool ask_say_empty(const struct question *question);

/* Say that the record ends before its process did, where an answer is made of all of it. */
void ask_say_unfinished(const struct question *question);

/* Is it one of those that the report and the gate count as growing? */
bool ask_is_growing(const struct heap_site *site);

/* Say so when sites or types retain at least what a table says, as the heap was too tangled to tell more
 * (graph_retained_by_sets()). */
void ask_say_exact(const struct question *question, bool is_exact);

/* A table of the root groups that retain most. */
void ask_put_roots(const struct question *question, const char *heading, uint64_t limit);

/* A line at the end: a question about the same run, as it would be typed, and what it answers. */
void ask_suggest(const struct question *question, const char *why, const char *format, ...)
  __attribute__((format(printf, 3, 4)));

/* How a site is named in `why`, so that it is found again; needs no quotes in a shell. */
struct view_words ask_site_word(const struct heap_site *site);

#endif
