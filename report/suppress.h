/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep suppress`: its request, and what its parts do. */
#ifndef SEEP_REPORT_SUPPRESS_H
#define SEEP_REPORT_SUPPRESS_H

#include <stdio.h>

#include "report/command.h"

struct suppress_request {
  struct command command;  /* runs and options */
  const char **identities; /* of findings; without any: all that a report lists */
  size_t identity_count;
  const char *output;      /* NULL: standard output */
  bool is_forced;          /* files are overwritten */
};

/* Write the smallest set of entries for the findings that were asked for. */
int suppress_write(const struct suppress_request *request);

/* --- suppress_set.c --- */

/* A set of entries for findings of runs, proved by reading the runs again. */
struct suppress_set;

/* Findings of `findings` for which `wants` says so are to be hidden by entries of their own. `command` reads the runs
 * again; both are borrowed. */
struct error *suppress_set_create(const struct command *command, const struct findings *findings,
                                  bool (*wants)(void *context, const struct finding *finding), void *context,
                                  struct suppress_set **ret);
void suppress_set_destroy(struct suppress_set *set);

/* The entries, with an empty line between two. */
void suppress_set_write(const struct suppress_set *set, FILE *output);

struct suppress_counts {
  size_t entries;
  size_t chosen;  /* findings asked for */
  size_t missed;  /* of them not hidden */
  size_t rooted;  /* indirect losses that go with what they hang from */
  size_t visible; /* findings that were not asked for, and are as visible as before */
};
struct suppress_counts suppress_set_counts(const struct suppress_set *set);

/* One line for each finding that is missed, with the reason. */
void suppress_set_explain(const struct suppress_set *set, FILE *output);

/* --- suppress_output.c --- */

/* Write a file through a temporary one beside it, so that there is the old one or the new one at any time. An existing
 * file is refused unless `overwrites`. */
struct error *suppress_replace(const char *path, bool overwrites,
                               struct error *(*write)(void *context, FILE *output), void *context);

#endif
