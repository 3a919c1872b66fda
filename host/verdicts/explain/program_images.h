/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the records of a run tell of its programs: how each was started, of which files it consisted, and what it did
 * where the findings' blocks are allocated. */
#ifndef SEEP_HOST_VERDICTS_EXPLAIN_PROGRAM_IMAGES_H
#define SEEP_HOST_VERDICTS_EXPLAIN_PROGRAM_IMAGES_H

#include "host/verdicts/explain/wanted_findings.h"
#include "host/runs/command.h"
#include "host/symbols/symbols.h"

/* One program that a process ran. */
struct explain_image {
  uint64_t pid, ppid, forked_from, start_time_ns;
  uint64_t *forks; /* pids of its children */
  size_t fork_count;
  char *exe, *cwd;
  char **argv, **options;         /* NULL-terminated */
  struct symbols_module *modules; /* the files mapped at the end, the program's first */
  size_t module_count;
  bool is_replaced;               /* the process runs another program now: the next image with its pid */
};

/* Of the blocks of an item, in all processes. */
struct explain_count {
  uint64_t allocated, live; /* ever; at the end */
};

struct explain_images {
  struct explain_image *items; /* in the order in which they began */
  size_t count, capacity;
  struct explain_count *counts; /* by item of what is wanted */
  bool knows_counts;            /* some process has told: there is no --growth=no */
};

/* `command` has options; `run` as for run_dir_find(). What of a damaged record can be read is taken. */
struct error *explain_images_read(const struct command *command, const char *run, const struct explain_wanted *wanted,
                                  struct explain_images *ret);
void explain_images_release(struct explain_images *images);

/* The image of that process and time; NULL: there is none. */
const struct explain_image *explain_images_find(const struct explain_images *images, uint64_t pid,
                                                uint64_t start_time_ns);

/* The image that has to be started for this one to be there: itself, or the one that forked it, or, unless it is of a
 * suite, whose programs are started one by one, the one that executed it. NULL: the record of that is not there. */
const struct explain_image *explain_images_root(const struct explain_images *images, const struct explain_image *image,
                                                bool is_suite);

#endif
