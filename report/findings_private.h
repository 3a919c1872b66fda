/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside the findings: the builder, and what its files do for each other. */
#ifndef SEEP_REPORT_FINDINGS_PRIVATE_H
#define SEEP_REPORT_FINDINGS_PRIVATE_H

#include <stddef.h>

#include <libiberty/hashtab.h> /* needs the one above */

#include "report/exec_log.h"
#include "report/findings.h"
#include "report/findings_contexts.h"
#include "report/findings_frames.h"

struct found {
  struct finding finding; /* first: tables are keyed by it */
  size_t hit_capacity;
};

struct findings_builder {
  struct ownership *ownership;
  struct findings_frames *frames;
  struct writer listener;
  bool wants_no_items;
  struct error *failure;   /* the first in a listener's function; they cannot return one */
  htab_t by_key;           /* struct finding, by identity and suppression */
  htab_t suppression_keys; /* struct suppression_key */
  struct findings_contexts contexts;
  struct suppressions *limits; /* entries with limits, and what was counted for them */
  struct suppressions_break *broken;
  size_t finding_capacity, process_capacity, run_capacity, suppression_capacity;
  struct found **found;    /* result.count of them */
  struct finding_process *processes;
  struct finding_run *runs;
  struct finding_suppression *suppressions;
  struct finding_unchecked *unchecked;
  size_t unchecked_capacity;
  struct exec_log *log;    /* of the suite that is being read; NULL: it is none */
  htab_t recorded;         /* images of it that have a record */
  struct finding *items;   /* after the end */
  struct findings result;
};

/* --- findings_builder.c --- */

/* Make room for one more item. */
struct error *builder_room(void **array, size_t count, size_t *capacity, size_t item_bytes);
struct error *builder_intern(struct findings_builder *builder, const char *text, const char **ret);
/* Both lists are NULL-terminated; the first may be NULL. */
struct error *builder_copy_strings(struct findings_builder *builder, char *const *strings, const char *const **ret);

/* --- findings_suite.c --- */

/* When the directory is a suite's: fill in the run, and keep the log of what was executed. */
struct error *builder_read_suite(struct findings_builder *builder, const char *directory, struct finding_run *run);
/* Say for which test a process runs. */
struct error *builder_tell_test(struct findings_builder *builder, const struct process *process);
/* A process of the suite has a record. */
struct error *builder_note_image(struct findings_builder *builder, const struct process *process);
/* All records are read: the rest ran unchecked, or is missing. */
struct error *builder_end_suite(struct findings_builder *builder, struct finding_run *run);

/* --- findings.c --- */

/* The sums of a finding's hits. */
void finding_sum_up(struct finding *finding);
/* Its part of the totals and of what its suppression has hidden. */
void finding_count(const struct finding *finding, struct finding_suppression *suppressions, struct findings *result);
void findings_sort(struct finding *items, size_t count);

#endif
