/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The model of one process image: what its frames have told so far, analysed but not printed.
 *
 *   frames ─► process_take() ─► tables of stacks, errors, leak checks ─► writers, told in the order of the frames
 *
 * Writers (host/model/process/writer.h) only walk what stands here: stacks are resolved, loss records merged, sorted,
 * numbered and matched with suppressions, totals added up before a writer is called. */
#ifndef SEEP_HOST_MODEL_PROCESS_MODEL_H
#define SEEP_HOST_MODEL_PROCESS_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/record/frame_reader.h"
#include "host/model/frames/settings.h"
#include "host/model/frames/stack_table.h"
#include "host/model/process/asked_allocations.h"
#include "host/model/process/heap_sight.h"
#include "host/model/process/unchecked_programs.h"
#include "host/model/process/leak_kinds.h"
#include "host/model/process/lost_blocks.h"
#include "host/model/process/test_cases.h"
#include "host/model/process/variables.h"
#include "suppressions/suppressions.h"

struct costs;
struct frame_table;
struct program_facts;
struct growth;
struct asked_places;
struct siblings;
struct htab; /* libiberty's */
struct writer;
struct module_map;
struct xtree;

/* Errors that differ in kind or stack are contexts of their own. Stacks are NULL where there is none. */
struct error_context {
  uint64_t id, kind, tid;
  uint64_t address, size, auxiliary;
  char *text;
  uint64_t place, block_start, block_bytes, block_allocator;
  uint64_t nearest_start, nearest_bytes; /* start 0: none */
  bool nearest_is_freed;
  char *place_name, *place_section;
  uint64_t place_tid, place_frame, place_offset, place_detail;
  struct variable variable;        /* at the address */
  uint64_t origin;
  struct stack *stack, *alloc_stack, *free_stack, *place_stack, *origin_stack;
  const struct stack *started;     /* where its thread was; NULL: not known, or it is the first one */
  const struct trail *trail;       /* NULL: none is known */
  uint64_t count;                  /* how often it has happened */
  struct test_ids tests;           /* in which it has happened */
  uint64_t inherited;              /* so often before the fork, in a process that reports it */
  uint64_t last_seen;              /* rises with every occurrence in the process */
  struct suppression *suppression; /* NULL: not suppressed */
  bool is_ignored;                 /* came after the error limit */
  struct error_context *folded_into; /* see host/model/process/error_storms.h; NULL: it stands for itself */
  uint64_t folded_contexts, folded_count; /* that it stands for, and how often these have happened */
};

/* Lost blocks that lead to each other, by the stacks they come from. It is chance which of them is definitely lost,
 * with the others indirectly lost through it; the set of stacks is the same in every run. A cycle may have one stack
 * alone. */
struct cycle {
  struct stack **stacks; /* each once, by ascending id; NULL: not known */
  size_t stack_count;
  bool is_resolved; /* as is each cycle that a record has */
  bool is_led;      /* hangs, at least in part, from a definitely lost block outside of it */
};

/* The part of a loss record that is in one cycle. Of indirectly lost blocks, `leader` is the stack of the block in the
 * cycle through which they are lost. Of definitely lost ones it is the stack of a definitely lost block outside of the
 * cycle that leads to it: had that the lower address, all of the cycle would be indirectly lost through it, so the part
 * is no finding of its own, but belongs to the leader's. */
struct loss_part {
  const struct cycle *cycle;
  const struct stack *leader; /* that stack; NULL: none, or not known */
  uint64_t bytes, blocks, indirect_bytes, indirect_blocks;
  uint64_t cycle_bytes, cycle_blocks; /* of the indirect ones, those that lie in the cycle themselves */
};

/* What was lost in blocks of one kind from one stack. */
struct loss_record {
  enum record_leak_kind kind;
  struct stack *stack;
  uint64_t bytes, blocks, indirect_bytes, indirect_blocks;
  uint64_t old_bytes, old_blocks, old_indirect_bytes, old_indirect_blocks; /* in the check before */
  struct loss_part *parts;         /* part_count of them, by cycle; the rest of the record is in none */
  size_t part_count;
  const struct lost_blocks *lost;  /* how they were lost, lost_count of them, as far as that was followed */
  size_t lost_count;
  struct test_ids tests;           /* in which the blocks were allocated; several may be equal */
  size_t number;                   /* from 1, in the order of size; hidden and suppressed ones are numbered too */
  bool is_shown;                   /* asked for and not suppressed */
  bool is_error;                   /* counts as an error */
  struct suppression *suppression; /* NULL: not suppressed */
};

/* A LOSS frame; with what suppresses the block that it hangs from, NULL: nothing does. */
struct loss_item {
  struct record_loss loss;
  struct suppression *by_root;
  size_t record; /* that it is part of, from 1, before they are sorted; 0: a parent process reports it */
};

struct leak_totals {
  uint64_t bytes[LEAK_KINDS], blocks[LEAK_KINDS]; /* by kind, suppressed records left out */
  uint64_t suppressed_bytes, suppressed_blocks;
  uint64_t heuristic_bytes[HEURISTICS], heuristic_blocks[HEURISTICS];
  uint64_t inherited_bytes, inherited_blocks;     /* in blocks that a parent process reports */
};

struct leak_check {
  uint64_t id, tid;
  enum record_leak_mode mode;
  enum record_leak_delta delta;
  enum record_leak_reason reason;
  uint64_t show_kinds;                 /* set of 1 << enum record_leak_kind */
  uint64_t records_max;                /* the largest of them; 0: all */
  char *xtree_file;                    /* what is shown goes into an execution tree in it instead; NULL: it does not */
  bool is_complete;
  uint64_t searched_bytes;
  uint64_t block_count;                /* blocks found, whatever becomes of them */
  struct loss_record *records;         /* smallest first */
  size_t record_count;
  struct leak_totals totals, old_totals; /* now and in the check before */
  struct cycle *cycles;                  /* by id, from 1 */
  size_t cycle_count, cycle_capacity;
  struct loss_part *parts;               /* of all records */
  size_t part_count;
  struct lost_table *lost;               /* see host/model/process/lost_blocks.h; NULL: nothing was followed */
  struct record_doubt *doubts;           /* as they came */
  size_t doubt_count, doubt_capacity;
  struct siblings *siblings; /* see host/model/process/siblings.h; by stack once the check has ended */
  size_t sibling_count, sibling_capacity;
  /* As they came, until the check ends. */
  struct loss_item *losses;
  size_t loss_count, loss_capacity;
};

/* An entry of the suppression files that this process has used. */
struct suppression_use {
  struct suppression *entry;
  uint64_t count;
  uint64_t last_use;                     /* rises with every use in the process */
  uint64_t leak_check;                   /* the check to which bytes and blocks belong; 0: none */
  uint64_t leak_bytes, leak_blocks;
};

struct error_counts {
  uint64_t errors, contexts;                       /* not suppressed; a loss record that is an error is both */
  uint64_t suppressed_errors, suppressed_contexts;
  uint64_t leak_errors, suppressed_leaks;          /* loss records among them */
  uint64_t inherited_errors, inherited_contexts;   /* of `errors`, `contexts`: another process reports them */
  uint64_t shown;
};

struct process_message {
  enum record_message_class class;
  uint64_t tid;
  const char *text;
  size_t size;
  const struct stack *stack; /* NULL: none */
};

/* Does it begin what the core says of the signal that ends the process? */
bool process_message_is_of_fatal_signal(const struct process_message *message);

/* Does it begin the list of open descriptors (--track-fds), which follows that? */
bool process_message_is_of_descriptors(const struct process_message *message);

struct process_signal {
  uint64_t tid, number;
  int64_t code; /* as in siginfo */
  uint64_t address;
  const struct stack *stack;
};

enum process_state {
  PROCESS_UNKNOWN, /* before START */
  PROCESS_RUNNING,
  PROCESS_REPLACED, /* runs another program now */
  PROCESS_ENDED,
};

/* A snapshot, and the epoch of modules in which it was taken. */
struct snapshot_epoch {
  uint64_t id, epoch;
};

struct known_thread {
  uint64_t tid;
  char *name;                  /* that it has given itself; NULL: none */
  const struct stack *started; /* resolved; NULL: not known, or it is the first one */
};

struct process {
  /* What it stands on; borrowed. */
  struct symbols *symbols;
  struct suppressions *suppressions;
  struct suppressions *own_suppressions; /* that it has named itself while it ran; NULL: none */
  const struct writer *writers; /* writer_count of them */
  size_t writer_count;

  struct settings settings;
  enum process_state state;
  uint64_t pid, ppid, generation, forked_from, start_time_ns, start_elapsed_ns;
  char *exe, *cwd, *seep_version, *core_version, *launcher;
  char **argv, **options; /* NULL-terminated */

  struct module_table *modules;
  struct module_map *module_map; /* NULL: nobody has asked for one since the last change */
  struct stack_table *stacks;
  struct frame_table *own_frames; /* NULL: the stacks have another one */
  struct error_table *errors;
  struct trails *trails;   /* NULL: none so far */
  struct htab *uses; /* struct suppression_use */
  struct program_facts *context; /* for the conditions of suppressions */
  struct htab *tests;      /* see host/model/process/test_cases.h */
  char *own_subtest;       /* the first that the process named itself; NULL: none yet */
  struct error_counts counts;
  bool last_is_suppressed; /* the last ERROR */
  bool last_is_refused;    /* the last OPTION */
  bool is_over_limit; /* too many errors; no more are taken */
  bool ends_by_error; /* --exit-on-first-error, and there is one */

  struct tried_blocks tried;
  bool has_heap;
  struct record_heap heap;
  struct leak_check check; /* the last one begun; id 0: none */
  struct xtree *xtree;     /* of the heap, while its frames come; NULL: none does */
  struct costs *costs;     /* see host/model/process/costs.h; NULL: none were counted */
  struct growth *growth;   /* never NULL */
  bool growth_is_judged;
  struct asked asked;       /* what was there of it in this process */
  struct asked *tree_asked; /* and in all of the run so far; NULL: nobody counts */
  struct asked_places *tree_places; /* where all of the run allocates; NULL: nobody wants to know */
  char *in_vain;            /* what was asked for and not there, once that is known and to be told; NULL: nothing */
  bool asked_fails; /* does the allocation fail that the last QUERY was about? */
  bool asked_is_followed; /* does --explain mean the blocks that the last QUERY was about? */
  uint64_t asked_items;   /* and by which items */
  const struct loss_record *asked_loss; /* of it, by the last QUERY; NULL: none */
  struct record_end_of_run end;
  uint64_t *forks;     /* pids of the children, in order; fork_count of them */
  size_t fork_count, fork_capacity;
  char *became;        /* the program it runs now; NULL: none */
  bool became_is_checked; /* and it is checked, too; else that is not known */
  struct unchecked_programs unchecked; /* of children that shared its memory */
  struct heap_sight sight;
  bool signal_was_sent; /* the one in `end`: by a process, not by the kernel for a fault */
  struct snapshot_epoch *snapshots;
  size_t snapshot_count, snapshot_capacity;
  struct known_thread *threads;
  size_t thread_count;
  uint64_t elapsed_ns; /* as of the last TIME */
  uint64_t clock;      /* of last_seen and last_use */
};

struct process_config {
  const struct options *options;
  struct symbols *symbols;
  struct suppressions *suppressions;
  struct frame_table *frames; /* shared with other processes of the same options; NULL: it has one of its own */
  const struct writer *writers;
  size_t writer_count;
  struct asked *tree_asked; /* added to; NULL: nobody counts */
  struct asked_places *tree_places; /* likewise */
};

void process_create(const struct process_config *config, struct process **ret);
void process_destroy(struct process *process);

/* Take a frame and tell the writers. An error names the frame: it contradicts what came before. */
struct error *process_take(struct process *process, const struct record_frame *frame);

/* No more frames: what is known of a run that did not finish is analysed and the writers are told. `reason` may be
 * NULL. */
struct error *process_finish(struct process *process, const char *reason);

/* Did it run to its end, or become another program? */
bool process_is_finished(const struct process *process);

/* Was it searched for leaks at its end, or was there nothing to search? */
bool process_is_searched(const struct process *process);

/* Did somebody kill it from gdb or vgdb, who knows that it has no report? */
bool process_was_killed_by_debugger(const struct process *process);

/* The epoch in which a snapshot was taken; without one of that number that of the last change. */
uint64_t process_snapshot_epoch(const struct process *process, uint64_t id);

/* The name a thread has given itself, or NULL. */
const char *process_thread_name(const struct process *process, uint64_t tid);

/* Where it was started, or NULL. */
const struct stack *process_thread_start(const struct process *process, uint64_t tid);

/* --- errors (host/model/process/error_contexts.c) --- */

void error_table_create(struct error_table **ret);
void error_table_destroy(struct error_table *table);
/* These take frames of one kind each, for process_take(). An error: the frame contradicts earlier ones. */
struct error *process_take_error(struct process *process, const struct record_frame *frame);
struct error *process_take_error_count(struct process *process, const struct record_frame *frame);

/* Is it about an address that lies somewhere? */
bool error_has_place(const struct error_context *context);
/* Is it about an undefined value, which came from somewhere? */
bool error_is_of_value(const struct error_context *context);
/* Has it a file descriptor, as `auxiliary`? */
bool error_is_of_descriptor(const struct error_context *context);

/* How often it has happened in this process itself. */
uint64_t error_own_count(const struct error_context *context);
uint64_t process_own_errors(const struct process *process);

/* How often an error and those that it stands for have happened. */
uint64_t error_total(const struct error_context *context);

/* Tell the writers of an error again; id 0: of all. */
struct error *process_tell_error(const struct process *process, uint64_t id);

/* All contexts in the order they came. */
size_t error_table_size(const struct error_table *table);
const struct error_context *error_table_at(const struct error_table *table, size_t index);

/* --- leak checks (host/model/process/loss_records.c) --- */

/* Like process_take_error(), for what a leak check tells. */
struct error *process_take_leak_begin(struct process *process, const struct record_frame *frame);
/* host/model/process/leak_cycles.c */
struct error *process_take_cycle(struct process *process, const struct record_frame *frame);
struct error *process_take_loss(struct process *process, const struct record_frame *frame);
struct error *process_take_doubt(struct process *process, const struct record_frame *frame);
/* host/model/process/siblings.c */
struct error *process_take_siblings(struct process *process, const struct record_frame *frame);
struct error *process_take_leak_end(struct process *process, const struct record_frame *frame);

/* A record of a check by what makes it one, or by its number; NULL: there is none. */
const struct loss_record *leak_check_find(const struct leak_check *check, uint64_t kind, uint64_t stack_id);
const struct loss_record *leak_check_at(const struct leak_check *check, uint64_t number);

/* Analyse what has come of the current check. */
struct error *leak_check_analyse(struct process *process);
void leak_check_release(struct leak_check *check);

/* What host/model/process/leak_cycles.c does for that: refuse what a loss says of its cycle; add a loss to the parts of
 * its record, after those of the same record with lower cycles and leaders; when all have been added, tell what of a
 * part's indirect loss lies in its cycle; release. */
struct error *leak_cycles_check_loss(const struct leak_check *check, const struct record_loss *loss);
struct error *leak_cycles_add_part(struct process *process, struct loss_record *record, const struct record_loss *loss);
void leak_cycles_settle(struct leak_check *check);
void leak_cycles_release(struct leak_check *check);

/* --- execution trees (host/model/process/xtree.c) --- */

/* Like process_take_error(), for the head of a tree and its parts. */
struct error *process_take_xtree(struct process *process, const struct record_frame *frame);

/* --- suppressions used (host/model/process/suppression_uses.c) --- */

/* A table of struct suppression_use, empty; released by htab_delete(). */
struct htab *suppression_uses_create(void);

/* Count uses of an entry by a process; inherited ones are no uses of the run's. */
struct error *process_inherit_use(struct process *process, struct suppression *entry, uint64_t count);
struct error *process_use_suppression(struct process *process, struct suppression *entry, uint64_t count);

/* The same by a loss record of the current leak check. */
struct error *process_use_leak_suppression(struct process *process, struct suppression *entry, uint64_t bytes,
                                           uint64_t blocks);

/* Tell the suppressions what they have hidden in a process that has ended, for their limits. */
void process_count_uses(const struct process *process);

/* What conditions of suppressions are asked about; NULL when none has any. */
void process_match_context(const struct process *process, const struct suppressions_context **ret);

/* Load a file of suppressions for what this process finds from now on. */
struct error *process_add_suppressions(struct process *process, const char *path);

/* The entry that suppresses a finding of the process, whose context is filled in, or NULL. */
void process_find_suppression(struct process *process, struct suppressions_finding *finding, struct suppression **ret);

/* The same, without the files that processes named while they ran. */
void process_find_shared_suppression(struct process *process, struct suppressions_finding *finding,
                                     struct suppression **ret);

/* How many entries there are for the process. */
size_t process_suppressions_size(const struct process *process);

/* The entries used, last used first; malloc'ed. */
void suppression_uses_list(struct htab *uses, const struct suppression_use ***ret, size_t *ret_count);

/* --- shared by the above --- */

/* The stack a frame names, resolved; 0 is none. */
struct error *process_stack(struct process *process, uint64_t id, struct stack **ret);

/* a += b; an error when that does not fit. */
struct error *add_or_fail(uint64_t *a, uint64_t b);

/* a += b; the largest number when that does not fit. */
void add_saturated(uint64_t *a, uint64_t b);

/* A NUL-terminated copy. */
void copy_record_string(struct record_string string, char **ret);

#endif
