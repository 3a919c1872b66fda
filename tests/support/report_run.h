/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A report over a stream that a test builds, with faked symbols: text in a string to be compared. */
#ifndef SEEP_TESTS_SUPPORT_REPORT_RUN_H
#define SEEP_TESTS_SUPPORT_REPORT_RUN_H

#include "host/runs/report.h"
#include "support/record_builder.h"

/* Everything a report stands on, for one process. */
struct report_run {
  uint64_t pid; /* 0: 100 */
  struct options *options;
  struct symbols *symbols;
  struct suppressions *suppressions;
  struct report *report;
  struct report_process *process;
  struct record_builder stream; /* what was built and not yet taken, from `taken` on */
  size_t taken;
  struct record_reader *reader;
  FILE *output;
  char *text; /* all output so far, after report_run_text() */
  size_t text_size;
};

/* Memcheck's defaults and those options; NULL-terminated. */
void report_run_begin(struct report_run *run, const char *const *options);

/* As `seep` shows it to people. */
void report_run_begin_for_people(struct report_run *run, const char *const *options);

/* More suppressions, from text. */
void report_run_suppress(struct report_run *run, const char *text);

/* START of "./leak" with pid 100, and its modules: the program at 0x108000, the allocator's library at 0x4840000. */
void report_run_start(struct report_run *run);

/* Take what was built since the last time. */
struct error *report_run_take(struct report_run *run);

const char *report_run_text(struct report_run *run);
void report_run_end(struct report_run *run);

/* Compare with tests/reports/NAME.txt. With SEEP_UPDATE_REPORTS set in the environment the file is written instead. */
void report_run_expect(struct report_run *run, const char *name);

#endif
