/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the records of a run into a report. */
#ifndef SEEP_HOST_RUNS_RUN_READER_H
#define SEEP_HOST_RUNS_RUN_READER_H

#include <stdio.h>

#include "host/base/options.h"
#include "host/runs/report.h"
#include "host/runs/run_dir.h"

/* What the beginning of each record tells; in the order in which the processes started. */
struct run_reader_record {
  char *path;
  bool is_started; /* false: it ends before START */
  uint64_t pid, forked_from, start_time_ns;
  char *exe, *cwd;
  char **options; /* NULL-terminated */
};
struct run_reader {
  struct run_reader_record *records;
  size_t count, capacity;
  uint64_t *children; /* that the records read so far tell of */
  size_t child_count, child_capacity;
  /* Is there a gap already for this process, which never began? NULL: for none. */
  bool (*is_missed)(const void *context, uint64_t pid);
  const void *missed_context;
  const struct run_reader *before; /* the part of the run that was read before (host/runs/run_parts.h); NULL: none */
};

/* Read the beginning of every record. Fails when none is a record; what is wrong with one among others is told by
 * run_reader_read(). */
struct error *run_reader_create(const struct run *run, struct run_reader **ret);
void run_reader_destroy(struct run_reader *load);

/* Some of its records: those that began and `is_wanted`; by themselves, and maybe none. */
void run_reader_select(const struct run_reader *load,
                       bool (*is_wanted)(const void *context, const struct run_reader_record *record),
                       const void *context, struct run_reader **ret);

/* What is in it. */
void run_reader_record_release(struct run_reader_record *record);

/* Set the options that were in force when the run was made ("--name=value"), those that `is_wanted`. Relative files
 * are made absolute. Options that this Seep does not know are passed over. */
struct error *run_reader_set_options(const struct run_reader *load, struct options *options,
                               bool (*is_wanted)(const void *context, const char *option), const void *context);

/* Give all frames of all records to the report; each process is finished. What of a damaged record can be read is
 * reported first, then the error is returned. */
struct error *run_reader_read(struct run_reader *load, struct report *report, FILE *output);

/* The same with XML documents beside it, for each process that has a place for one. */
struct xml_documents;
struct error *run_reader_read_with_xml(struct run_reader *load, struct report *report, FILE *output,
                                  struct xml_documents *documents);

#endif
