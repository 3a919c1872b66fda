/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The findings of any number of runs, each once: what all formats, the gate, `seep diff` and `seep suppress` stand on.
 *
 *   records ─► struct report, one per run ─► findings_listener() ─► findings, merged by identity ─► findings_finish()
 *
 * Names are resolved and interned, so nothing here refers to the runs any more. After findings_finish() all of it is
 * constant and sorted; indices name processes and runs. */
#ifndef SEEP_HOST_MODEL_FINDINGS_FINDINGS_H
#define SEEP_HOST_MODEL_FINDINGS_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/base/options.h"
#include "host/frame/frame.h"
#include "shared/record/record.h"
#include "host/model/findings/suite_facts.h"
#include "host/model/frames/identity.h"
#include "host/model/frames/place.h"
#include "host/model/process/asked_allocations.h"
#include "host/model/process/writer.h"
#include "host/model/words/error_titles.h"
#include "suppressions/suppressions.h"

/* As it is shown; texts are kept once each: equal ones are the same pointer. */
struct finding_stack {
  const struct frame *frames; /* innermost first, down to main */
  size_t count;
};

enum { FINDING_NOTES = 12 };

/* "Address 0x... is 0 bytes after a block of size 16 alloc'd", with the stack that belongs to it. */
struct finding_note {
  const char *sentence;
  struct finding_stack stack; /* count 0: none */
  const char *title;          /* what happened there, for people; static, or NULL: see struct error_note */
  const char *file;           /* where what it tells of is declared; NULL: that is nowhere, or not known */
  unsigned line;
  bool names_place;           /* the sentence says where on the stack that was */
};

/* What happened to a pointer to blocks, as in struct lost_event. */
struct finding_event {
  enum record_lost_cause cause;
  const char *value;                                   /* "null", "block", "other"; static; NULL: not overwritten */
  struct finding_stack stack, stored, value_allocated; /* count 0: not known */
  uint64_t into;
  enum lost_place_kind place;
  const char *variable, *function; /* NULL: there is none, or it is not known */
  uint64_t offset;
  struct finding_stack allocated;  /* the block that it was in */
};

/* Changes of a count of references by one stack, as in struct lost_count_row. */
struct finding_count_row {
  uint64_t taken, given, left;
  const char *place; /* "json_incref() from array_set() (value.c:590)" */
  struct finding_stack stack;
};

/* As in struct lost_count_giver. */
struct finding_count_giver {
  uint64_t blocks;
  const char *place;
  struct finding_stack stack;
};

/* As in struct lost_count. */
struct finding_count {
  uint64_t offset, bytes, value, taken, given;
  bool is_understood, is_paired;
  const struct finding_count_row *rows;
  size_t row_count;
  const struct finding_count_giver *givers;
  size_t giver_count;
  const char *table; /* all rows in a sentence; NULL: there are none */
};

/* A way in which blocks were lost. */
struct finding_explanation {
  enum record_lost_cause cause;
  uint64_t blocks, bytes, registers;  /* as in struct lost_blocks, in all processes */
  const char *sentence;               /* of one block */
  const char *suggestion;             /* NULL: there is nothing to suggest */
  const struct finding_event *events; /* the last one first */
  size_t event_count;
  const struct finding_count *count; /* of references; NULL: nothing is known */
  const char *parting;          /* where others of the place took another path; NULL: that is not known */
  uint64_t parting_blocks;      /* of which it is said */
  struct finding_stack dropped; /* where a function returned that dropped it from a register, as its sentence
                                 * says; count 0: none did */
};

/* A place of the program where other blocks with the allocation stacks of a leak ended: so many in all processes. */
struct finding_sibling {
  const char *place;  /* "conn_close() (conn.c:88)" */
  const char *caller; /* "serve()"; NULL: it is not known, or there are several */
  bool is_resized;    /* by realloc(): they went on as its blocks */
  uint64_t blocks;
  struct finding_stack stack; /* by which most of them ended there, in the first process that has it */
};

struct finding_siblings {
  uint64_t blocks, ended;             /* that had these stacks; those that have ended, wherever that was */
  const struct finding_sibling *ways; /* count of them, most blocks first */
  size_t count;
  const char *sentence; /* that is a note of the finding, too; NULL: nothing is said */
};

/* One stack of a finding, and how much came that way; all lead to the same place. */
struct finding_variant {
  struct finding_stack stack;       /* count 0: none is known */
  struct finding_stack match_stack; /* all frames that were recorded, those below main too: what suppressions see */
  struct place places;              /* of `stack` */
  uint64_t count, bytes, blocks, indirect_bytes, indirect_blocks; /* as in struct finding_hit, in all processes */
};

/* How a site grows. */
struct finding_growth {
  double bytes_per_second, r2;
  uint64_t samples; /* that the line was fitted to; 0: it is no growth */
};

/* What one process has of a finding. */
struct finding_hit {
  size_t process;             /* index */
  uint64_t count;             /* of an error: how often; of a leak: 1 */
  uint64_t bytes, blocks;     /* of a leak; of growth what lived at the end */
  uint64_t indirect_bytes, indirect_blocks; /* lost through them; counted there as findings of their own */
  struct finding_growth growth;
  const char **tests;         /* test cases that ran in the process and have it, each once, as "program::case" */
  size_t test_count, test_capacity;
  bool is_outside_tests;      /* some of it was in none of these */
};

struct finding {
  struct identity identity;
  const char *kind;                /* as in XML: "InvalidRead", "Leak_DefinitelyLost" */
  enum record_leak_kind leak_kind; /* 0: it is an error, or growth */
  const char *sentence;            /* "Invalid read of size 4"; of a leak "1,337 bytes in 1 blocks are definitely lost",
                                    * with the sums of all processes */
  const char *title;               /* the same for people: "use after free: read of 4 bytes, ...", of the first time it
                                    * was seen; "leak: 1,337 bytes in 1 block lost" */
  enum error_name name;            /* ERROR_NAMES: it is no error */
  bool is_of_value;                /* an undefined one is used */
  struct identity freed_block; /* of a block that was freed: what it would be as a leak that is definitely lost; "": it
                                * is about none. Of the first time it was seen */
  struct finding_stack stack, match_stack; /* of the first variant */
  const struct finding_variant *variants;  /* at least one, that with the most bytes first; of errors the first seen */
  size_t variant_count;
  const char *threads;             /* that an error is about, as thread_words() has them; NULL: nothing is said */
  const char *extra;               /* what the kind adds to it, as in its identity; NULL: nothing */
  struct suppressions_finding match;        /* as suppressions see it, without frames */
  struct finding_note notes[FINDING_NOTES]; /* of the first time it was seen; of a leak the explanations that matter
                                             * most, what became of other blocks, and what is known of its
                                             * own (host/model/process/doubts.h) */
  size_t note_count;
  const struct finding_explanation *explanations; /* of a leak that was followed, the one of most bytes first */
  size_t explanation_count;
  struct finding_siblings siblings; /* of a leak */
  size_t site;                     /* see host/model/frames/place.h; stack.count: none */
  size_t place;                    /* the frame that a person would look at first, likewise */
  size_t own;                      /* `place` when it is own; stack.count: it is not */
  bool is_cycle;                   /* all blocks of a cycle, and no others */
  bool is_error;                   /* of a kind that counts as an error (--errors-for-leak-kinds) */
  bool is_foreign;                 /* a leak that is known to be of others' code, in programs that have own code */
  bool may_hang_from_foreign;      /* indirectly lost, in a process where such a leak has led to lost blocks */
  size_t suppression;              /* index; SIZE_MAX: not suppressed */
  uint64_t count, bytes, blocks, indirect_bytes, indirect_blocks; /* sums of all hits */
  struct finding_growth growth;    /* of the process in which it is fastest */
  struct finding_hit *hits;        /* in the order of processes */
  size_t hit_count;
};

enum finding_process_state {
  FINDING_PROCESS_FINISHED,
  FINDING_PROCESS_REPLACED, /* became another program, whose record is another process here */
  FINDING_PROCESS_CUT,      /* did not finish; `cut_reason` says why */
};

struct finding_process {
  size_t run;                /* index */
  uint64_t pid, ppid, forked_from, generation, start_time_ns;
  const char *exe, *cwd;
  const char *program;       /* its name when it was executed; `exe` may be the target of a link, or an interpreter */
  const char *const *argv;   /* NULL-terminated */
  const char *test;          /* NULL: unknown */
  const struct suppressions_context *context; /* for conditions of suppressions; shared by like processes */
  size_t num_callers;        /* lines of entries of suppression files that are compared */
  enum finding_process_state state;
  const char *cut_reason;
  enum record_end_reason end_reason; /* when finished */
  uint64_t exit_status, signal, user_time_ns;
  uint64_t elapsed_ns;       /* from the start of the program to its end; 0: not known */
  bool signal_was_sent;      /* by a process, not by the kernel for a fault */
  const uint64_t *forks;     /* pids of its children; fork_count of them */
  size_t fork_count;
  const char *became;        /* the program that it runs now, which is to be checked too; NULL: none */
  uint64_t heap_view;        /* as in struct heap_sight */
  const char *heap_allocator, *heap_module; /* NULL: not known */
  const char *fail_alloc, *explain; /* values of the options; NULL: not given */
  struct asked asked;        /* what was there of these */
  bool has_native_status;    /* it is known how it ends without Seep: see host/model/findings/native_statuses.h */
  uint64_t native_status;
  bool is_searched;          /* for leaks, at its end; where there was nothing to search too */
  bool leaks_only;           /* --checks=leaks, or not even that: */
  bool counts_cost;          /* seep cost */
  const char *image;         /* which one of the suite's log it is; NULL: none */
  uint64_t full_checked_ns;  /* it was not checked fully as nothing has changed since then; 0: that was not asked for */
  bool has_own_code;         /* the program or a library of it is own, or --own says what is */
  bool knows_heap;           /* its record has samples of the heap, or tells of snapshots */
  uint64_t errors;           /* not suppressed; as in struct finding_totals */
  uint64_t leak_errors;      /* leaks that count as errors for --error-exitcode */
  uint64_t leak_bytes[5], leak_blocks[5]; /* by enum record_leak_kind, suppressed ones left out */
  uint64_t allocations, frees, allocated_bytes;
};

/* A program of a suite that ran without being checked. */
struct finding_unchecked {
  size_t run;
  uint64_t pid;
  const char *exe, *test; /* test may be NULL */
  const char *reason;     /* "not matched", "static", ... */
  bool is_missing;        /* it was to be checked, but there is no record of it */
  bool is_test; /* it is the first program of a test in which none was checked, nor is missing for another reason */
};

struct finding_run {
  const char *name;          /* as a person names it to `seep report` */
  const char *error;         /* it, or part of it, could not be read; NULL: all was */
  bool is_missing;           /* there is nothing to read */
  bool is_nameless;          /* the files of some modules are gone or others by now, and nobody has kept their names */
  bool reporter_has_failed;  /* host/record/reporter_fault.h */
  bool own_is_unmet;         /* --own was given, and fits no module of it and no frame of its stacks */
  bool is_part;              /* one record was named; others of the same run are not looked at */
  /* Of a suite; else NULL and 0. */
  bool is_suite;
  bool is_finished;          /* its command has ended */
  const char *command;       /* as a person would type it */
  uint64_t exit_status, signal; /* of the command */
  uint64_t start_time_ns, end_time_ns; /* end 0: unknown */
  enum suite_canary canary;
  const char *const *problems; /* of Seep; NULL-terminated */
  size_t test_count;         /* tests that are known by name */
  uint64_t shard, shard_count; /* it is this part of so many, from 1; 0: that is not known */
};

/* An entry of the suppression files that were in force, used or not; equal entries of several runs are one. */
struct finding_suppression {
  const char *name, *file, *remarks;
  unsigned line;
  uint64_t count, bytes, blocks; /* findings and bytes it has hidden */
};

struct finding_totals {
  uint64_t errors;             /* that are no leaks, counted each time they happened */
  uint64_t error_findings, error_contexts; /* error_contexts: once for each process that has them */
  uint64_t leak_bytes[5], leak_blocks[5], leak_findings[5], suppressed_bytes, suppressed_blocks;
  uint64_t growing;            /* sites that keep growing */
};

struct findings {
  const struct finding *items; /* errors by how often, then leaks by kind and size: what a person should see first */
  size_t count;                /* suppressed ones are among them */
  const struct finding_process *processes;
  size_t process_count;
  const struct finding_unchecked *unchecked;
  size_t unchecked_count;
  const struct finding_run *runs;
  size_t run_count;
  const struct finding_suppression *suppressions;
  size_t suppression_count;
  const struct suppressions_unmet *broken; /* limits of suppressions (max-bytes, expect ...) that do not hold */
  size_t broken_count;
  struct finding_totals totals, own_totals; /* own_totals: of findings with an own frame */
  unsigned leak_kinds;         /* set of 1 << enum record_leak_kind: those that some process was to show */
};

/* --- making --- */

struct findings_builder;

/* `options`: those of the command (--own, --path-map), in force until findings_use_options(). */
void findings_builder_create(const struct options *options, struct findings_builder **ret);
void findings_builder_destroy(struct findings_builder *builder);

/* Processes and programs alone are of interest, not what they found. */
void findings_want_no_items(struct findings_builder *builder);

/* What follows belongs to the run of this name. With a directory that is a suite's, all that is known of the suite goes
 * with it. */
struct error *findings_begin_run(struct findings_builder *builder, const char *name, const char *directory);

/* What follows is told with these options; borrowed until findings_end_part(). */
void findings_use_options(struct findings_builder *builder, const struct options *options);

/* A run that is not there; `why` says so. A suite in which nothing was checked still knows what ran. */
struct error *findings_add_missing_run(struct findings_builder *builder, const char *name, const char *why);

/* For struct report_config; told of all processes of the run. */
const struct writer *findings_listener(const struct findings_builder *builder);

/* The run that is being read has modules whose names are lost. */
void findings_note_nameless(struct findings_builder *builder);

/* For struct run_reader: of the processes read so far of the run, is this one of its suite not among them? */
bool findings_miss_process(const void *builder, uint64_t pid);

/* What these options are for is read; `suppressions` is the set its report used. A run may have several such parts. */
void findings_end_part(struct findings_builder *builder, const struct suppressions *suppressions);

/* The run is read; `problem` (may be NULL) says what could not be. */
struct error *findings_end_run(struct findings_builder *builder, const char *problem);

/* Sort and add up. *ret stays with the builder. */
void findings_finish(struct findings_builder *builder, const struct findings **ret);

/* --- use --- */

/* Was it of the kind that is checked? Shells and compilers around the tests are not. */
bool finding_unchecked_was_meant(const struct finding_unchecked *unchecked);

/* Did the user leave it out, by --skip or as it is not part of what is tested? */
bool finding_unchecked_is_left_out(const struct finding_unchecked *unchecked);

/* Processes that were checked to their end, or cut short: those that became other programs count as these. */
size_t findings_process_count(const struct findings *findings);

/* What it is, each told by its kind or its sightings. */
bool finding_is_growth(const struct finding *finding);
bool finding_is_leak(const struct finding *finding);
bool finding_is_error(const struct finding *finding); /* neither of them */
bool finding_is_suppressed(const struct finding *finding);
bool finding_is_own(const struct finding *finding);

/* Does it fail the gate unless an option lets it pass? Errors do, and what is lost by code that is not known to be
 * others'; what is still reachable only when it counts as an error. */
bool finding_fails(const struct finding *finding);

/* The same, without what is lost only through others that fail: it is told with them. */
bool finding_fails_alone(const struct finding *finding);

/* Its part of totals; suppressed or not. */
void finding_count_in(const struct finding *finding, struct finding_totals *totals);

/* The finding of that identity, or whose identity alone begins so. Errors say that there is none, or which there are.
 * Unsuppressed ones come first. */
struct error *findings_find(const struct findings *findings, const char *identity, const struct finding **ret);

/* The lines of functions that the block came through, as identity_of_steps() has them; 0 for a cycle, each of whose
 * blocks has its own. */
void finding_steps(const struct finding *finding, uint64_t *ret);

/* As version 2 of identities had a variant of a finding that is no cycle. */
void finding_identity_before(const struct finding *finding, size_t variant, struct identity *ret);

/* What the blocks of a variant, of a leak or of growth, are called if they are of this kind and in no cycle. */
void finding_identity_as(const struct finding *finding, size_t variant, const char *kind, struct identity *ret);

/* A variant of the finding as suppressions see it. */
struct suppressions_finding finding_for_match(const struct finding *finding, size_t variant);

/* Names of the tests (else programs) that hit it, each once, in order; a malloc'ed array of borrowed strings. */
void finding_tests(const struct findings *findings, const struct finding *finding, const char ***ret,
                   size_t *ret_count);

/* Those of one hit, into `ret` if it is not NULL; returns how many, which is at least 1. */
size_t finding_hit_tests(const struct findings *findings, const struct finding_hit *hit, const char **ret);

/* The name of a test that is not known is that of the program; either may be NULL. */
const char *finding_test_name(const char *test, const char *exe);

/* The name of its test, else of its program. */
const char *finding_process_test(const struct finding_process *process);

/* "function (file.c:12)" of a frame; malloc'ed. */
char *finding_frame_text(const struct frame *frame);

/* The same for people, without parameters and folders: "parse (json.c:12)", "inflate (libz.so.1)", "malloc" of an
 * allocator. */
char *finding_frame_short(const struct frame *frame);

/* How much came by a variant's stack: "300 bytes in 1 blocks", "3 times"; malloc'ed. */
char *finding_variant_amount(const struct finding *finding, size_t variant);

/* The frame that a person would look at first; NULL: no stack is known. */
const struct frame *finding_place_frame(const struct finding *finding);

#endif
