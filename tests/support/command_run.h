/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The commands that read runs, run within a test: a directory of its own, records in it, what a command prints. */
#ifndef SEEP_TESTS_SUPPORT_COMMAND_RUN_H
#define SEEP_TESTS_SUPPORT_COMMAND_RUN_H

#include "support/record_builder.h"

/* Checked fixtures: an empty working directory; symbols malloc at 0x10, lose at 0x20 (leak.c:5), drop at 0x28
 * (drop.c:7) and main at 0x30. */
void command_run_setup(void);
void command_run_teardown(void);

/* One process that ran to its end. */
struct built_process {
  uint64_t pid;
  const char *program;            /* NULL: "leak" */
  enum record_leak_kind kind;     /* 0: nothing is lost */
  uint64_t bytes, blocks, indirect_bytes; /* blocks 0: 1 */
  bool is_dropped;                /* by drop() and not by lose() */
  uint64_t errors;                /* bad frees */
};
void build_process(const char *path, struct built_process process);

/* START, the module and stacks 1 (of lose()) and 2 (of drop()). */
void build_process_start(struct record_builder *stream, uint64_t pid, const char *program);

/* The record of a process that lost so many bytes in one block. */
void build_loser(const char *path, uint64_t pid, enum record_leak_kind kind, uint64_t bytes);

void write_record(struct record_builder *stream, const char *path);
void write_text(const char *path, const char *text);
/* All of a file; static. */
const char *read_text(const char *path);

/* Run a command; arguments end with NULL. Returns its exit status. */
int command_run(int (*command)(int argc, char **argv), ...);

/* Is that in what the last command printed, or not? */
void command_says(const char *part);
void command_says_not(const char *part);
const char *command_output(void);

#endif
