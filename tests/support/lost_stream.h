/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Streams of a program that loses blocks, for tests of how reports tell that. */
#ifndef SEEP_TESTS_SUPPORT_LOST_STREAM_H
#define SEEP_TESTS_SUPPORT_LOST_STREAM_H

#include "host/model/process/model.h"
#include "support/report_run.h"

/* Stacks: what is called, and from where. All lead to main. */
enum lost_stack {
  LOST_STACK_ALLOCATED = 1,  /* malloc() in main(), leak.c:7 */
  LOST_STACK_POP,            /* list_pop(), list.c:88 */
  LOST_STACK_PARSE,          /* parse(), parse.c:120 */
  LOST_STACK_PARSE_AGAIN,    /* another instruction of that line */
  LOST_STACK_DROP,           /* free() in cache_drop(), cache.c:40 */
  LOST_STACK_NODE,           /* malloc() in node_new(), node.c:12 */
  LOST_STACK_RESIZED,        /* realloc() in shrink(), vector.c:5 */
  LOST_STACK_COPIED,         /* malloc() in copy() of a library without names of files, in main() */
  LOST_STACK_LIBRARY,        /* copy() alone */
  LOST_STACKS,
};

/* Addresses of pointers. */
enum {
  LOST_GLOBAL = 0x10c000, /* "head" */
  LOST_STATIC = 0x10c010, /* "cache" of parse() */
  LOST_LOCAL = 0x7000,    /* "token" of parse(), in the frame that lost_event_in_frame() tells of */
  LOST_BLOCK = 0x5000,    /* of 32 bytes */
};

/* Names of its functions and variables, for fake symbols. */
void lost_stream_names(void);

/* The stacks, whose modules are those of `epoch`, and the beginning of leak check 1; its end. */
void lost_stream_begin(struct record_builder *stream, uint64_t epoch);
void lost_stream_end(struct record_builder *stream);

/* So many blocks of 100 bytes from LOST_STACK_ALLOCATED. */
void lost_stream_loss(struct record_builder *stream, enum record_leak_kind kind, uint64_t blocks);
struct record_lost lost_stream_lost(uint64_t id, enum record_lost_cause cause, uint64_t blocks);

/* Events of LOST `id`, where the pointer was at these addresses. */
struct record_lost_event lost_event_in_global(uint64_t id, enum record_lost_cause cause, enum lost_stack stack);
struct record_lost_event lost_event_in_frame(uint64_t id, enum record_lost_cause cause, enum lost_stack stack);
struct record_lost_event lost_event_in_block(uint64_t id, enum record_lost_cause cause, enum lost_stack stack);

/* --- the model of such a stream --- */

struct lost_run {
  struct report_run run; /* for what the process stands on; its stream has begun */
  struct process *process;
};

void lost_run_begin(struct lost_run *run);
void lost_run_end(struct lost_run *run);

/* Take what was built since the last time. */
struct error *lost_run_take(struct lost_run *run);

/* End the check; the record of LOST_STACK_ALLOCATED's blocks of a kind. */
const struct loss_record *lost_run_analyse(struct lost_run *run, enum record_leak_kind kind);

#endif
