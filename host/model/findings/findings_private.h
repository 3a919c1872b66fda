/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside the findings: the builder, and what its files do for each other. */
#ifndef SEEP_HOST_MODEL_FINDINGS_FINDINGS_PRIVATE_H
#define SEEP_HOST_MODEL_FINDINGS_FINDINGS_PRIVATE_H

#include <stddef.h>

#include <libiberty/hashtab.h> /* needs the one above */

#include "host/model/findings/exec_log.h"
#include "host/model/findings/findings.h"
#include "host/model/findings/findings_contexts.h"
#include "host/model/findings/findings_frames.h"
#include "host/model/findings/native_statuses.h"
#include "host/model/process/growth.h"
#include "host/model/process/model.h"
#include "host/model/words/doubt_words.h"

struct found {
  struct finding finding; /* first: tables are keyed by it */
  size_t hit_capacity;
  struct finding_variant *variants; /* finding.variant_count of them */
  size_t variant_capacity;
  struct finding_explanation *explanations; /* finding.explanation_count of them */
  size_t explanation_capacity;
  struct doubts doubts;      /* of all processes */
  size_t doubted_process;    /* index of the last one that was added */
  struct finding_sibling *siblings; /* finding.siblings.count of them */
  size_t sibling_capacity;
};

struct findings_builder {
  struct place_rules *rules;
  struct findings_frames *frames;
  struct writer listener;
  bool wants_no_items;
  htab_t by_key;           /* struct finding, by identity and suppression */
  htab_t variant_keys;     /* struct variant_key, see findings_variants.c */
  htab_t explanation_keys; /* struct explanation_key, see findings_explanations.c */
  htab_t suppression_keys; /* struct suppression_key */
  struct findings_contexts contexts;
  struct suppressions *limits; /* entries with limits, and what was counted for them */
  struct suppressions_unmet *broken;
  size_t finding_capacity, process_capacity, run_capacity, suppression_capacity;
  struct found **found;    /* result.count of them */
  struct finding_process *processes;
  struct finding_run *runs;
  struct finding_suppression *suppressions;
  struct finding_unchecked *unchecked;
  size_t unchecked_capacity;
  const char *directory;   /* of the run that is being read; NULL: a single record */
  struct suite_facts *facts; /* of the suite that it is; NULL: it is none, or lacks them */
  struct exec_log *log;    /* its programs; NULL likewise */
  struct sibling_record *sibling_records; /* of the process that is being added */
  size_t sibling_record_count, sibling_record_capacity;
  size_t strangers;        /* processes of a suite that its log does not know */
  struct native *native;   /* what is known of its programs without Seep; NULL: nothing */
  htab_t recorded;         /* images of it that have a record */
  struct finding *items;   /* after the end */
  struct findings result;
};

/* --- findings_builder.c --- */

/* Make room for one more item. */
void builder_make_room(void **array, size_t count, size_t *capacity, size_t item_bytes);
void builder_intern(struct findings_builder *builder, const char *text, const char **ret);
/* Both lists are NULL-terminated; the first may be NULL. */
void builder_copy_strings(struct findings_builder *builder, char *const *strings, const char *const **ret);
/* Takes the text over. */
void builder_intern_made(struct findings_builder *builder, char *text, const char **ret);
/* As many of its frames as are shown; of NULL none. */
void builder_keep_shown(struct findings_builder *builder, const struct settings *settings, const struct stack *stack,
                        struct finding_stack *ret);

/* What of an error or a loss record makes a finding; the rest is made when it is a new one. */
struct sighting {
  const struct process *process;
  /* One of these. */
  const struct error_context *error;
  const struct loss_record *loss;
  const struct growth_site *growth;
  enum record_leak_kind leak_kind; /* of a loss */
  const struct cycle *cycle;       /* of which all of it is a part; NULL: none */
  const struct loss_part *part;    /* of the loss, that is meant; NULL: it is told of elsewhere */
  const struct stack *stack;
  const struct suppression *suppression;
  const char *kind, *extra;
  const struct test_ids *tests; /* of the process; NULL: none */
  struct finding_hit hit;
};

/* Merges a sighting with the finding of its identity, or begins that finding. Borrows the sighting. */
void builder_add_sighting(struct findings_builder *builder, const struct sighting *sighting);

/* --- findings_explanations.c --- */

/* For the builder's table of explanations. */
htab_t builder_create_explanations(void);

/* Add how the blocks of a sighting were lost. */
void builder_explain(struct findings_builder *builder, const struct sighting *sighting, struct found *found);

/* Sort them, and make notes of what a person should know first. */
void builder_finish_explanations(struct findings_builder *builder, struct found *found);

/* --- findings_counts.c --- */

/* NULL stays NULL. */
struct lost_count;
void builder_keep_count(struct findings_builder *builder, const struct process *process, const struct lost_count *count,
                        const struct finding_count **ret);

/* --- findings_identities.c --- */

/* The frames of a stack, as far as they are shown; malloc'ed. Those of leaks say who is a wrapper. */
void builder_shown_frames(struct findings_builder *builder, const struct sighting *sighting, const struct stack *stack,
                          struct frame **ret, size_t *ret_count);

/* `frames`: those of the sighting's stack. */
void builder_identify(const struct sighting *sighting, const struct frame *frames, size_t count, struct identity *ret);

/* --- findings_processes.c --- */

/* Add a process that has ended, or become another program; `cut_reason`: why it did not finish, NULL when it did. */
void builder_add_process(struct findings_builder *builder, const struct process *process, const char *cut_reason);

/* --- findings_doubts.c --- */

/* Of a sighting of a leak. */
void builder_add_doubts(const struct sighting *sighting, struct found *found);
/* Note them, when all sightings and the explanations are there. */
void builder_finish_doubts(struct findings_builder *builder, struct found *found);
/* Takes the sentence over; NULL: there is none. */
void builder_add_note(struct findings_builder *builder, struct finding *finding, char *sentence);

/* --- findings_siblings.c --- */

/* Of a sighting of a leak. */
void builder_note_siblings(struct findings_builder *builder, const struct sighting *sighting, struct found *found);
/* All sightings of the process are there. */
void builder_add_siblings(struct findings_builder *builder, const struct process *process);
/* Sort them, and say it in a note. */
void builder_finish_siblings(struct findings_builder *builder, struct found *found);

/* --- findings_owners.c --- */

/* Fill in has_own_code. */
void builder_look_for_own_code(const struct findings_builder *builder, const struct process *process,
                               struct finding_process *made);
/* Fill in is_foreign and may_hang_from_foreign of all findings, whose hits and variants are all there. */
void builder_find_foreign(struct findings_builder *builder);

/* --- findings_sightings.c --- */

/* All that a process has found; `index`: its number among the processes. */
void builder_add_findings_of(struct findings_builder *builder, const struct process *process, size_t index);

/* --- findings_suite.c --- */

/* When the directory is a suite's: fill in the run, and keep the log of what was executed. */
struct error *builder_read_suite(struct findings_builder *builder, const char *directory, struct finding_run *run);
/* Say for which test a process runs. */
void builder_set_test(struct findings_builder *builder, const struct process *process);
/* A process of the suite has a record; `made` is told how it ends without Seep. */
void builder_mark_recorded(struct findings_builder *builder, const struct process *process,
                           struct finding_process *made);
/* All records are read: the rest ran unchecked, or is missing. */
struct error *builder_end_suite(struct findings_builder *builder, struct finding_run *run);

/* --- findings_tests.c --- */

/* Add the test cases of a sighting to its hit. `frames`: those of its stack. */
void builder_add_tests(struct findings_builder *builder, const struct sighting *sighting, const struct frame *frames,
                       size_t count, struct finding_hit *hit);
/* Each once. */
void finding_sort_tests(struct finding *finding);
void finding_release_tests(struct finding *finding);

/* --- findings_variants.c --- */

/* For the builder's table of variants. */
htab_t builder_create_variants(void);

/* The variant with the stack of these frames, which is made when there is none. */
void builder_find_variant(struct findings_builder *builder, struct found *found, const struct frame *frames,
                          size_t count, bool *ret_is_new, struct finding_variant **ret);

/* Sort them and say in the finding what is said of the first. */
void builder_finish_variants(struct found *found);

/* --- findings.c --- */

/* The sums of a finding's hits. */
void finding_add_hits(struct finding *finding);
/* Its part of the totals and of what its suppression has hidden. */
void finding_add_to_totals(const struct finding *finding, struct finding_suppression *suppressions,
                           struct findings *result);
void findings_sort(struct finding *items, size_t count);

#endif
