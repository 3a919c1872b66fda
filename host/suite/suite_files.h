/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files that a suite keeps in its run directory (docs/run-directory.md), apart from the records. */
#ifndef SEEP_HOST_SUITE_SUITE_FILES_H
#define SEEP_HOST_SUITE_SUITE_FILES_H

#include <stdbool.h>

#include "host/base/error.h"
#include "host/launcher/prepare/set_up.h"
#include "host/suite/preload/suite_setup.h"

/* How the names of setups begin that calls of valgrind write (suite_call.h). */
#define SUITE_CALL_SETUP "valgrind.setup."

struct suite_files {
  char *log, *faults, *setup; /* paths */
  char *native_log, *native_setup, *native_output;
  char *full_state;           /* what was known of full checks when the suite began */
  int lock;                   /* the log, which keeps other suites away; -1: none */
  int fault, directory;       /* the file of faults and the run directory, wherever they are by now; -1: none */
};

/* Create an empty log. Fails if the directory already holds a run; the message says whether that is still going on. */
struct error *suite_files_create(const char *directory, struct suite_files *ret);
void suite_files_deinit(struct suite_files *files);

/* The tool's arguments without its name and without what follows the options; the texts are never released. */
struct error *suite_files_tool_options(const struct set_up *set_up, struct suite_setup *ret);

/* Write what the preload library needs. Fails when a path or option has a line break in it, or when there is too
 * much. */
struct error *suite_files_write_setup(const char *path, const struct suite_setup *setup);

/* Empty the log again, after the canary. */
struct error *suite_files_empty_log(const struct suite_files *files);

/* A line of the log could not be written. */
void suite_files_set_fault(const struct suite_files *files);

/* Could a line of the log not be written? */
bool suite_files_have_fault(const struct suite_files *files);

/* Remove files that are not needed after the suite. */
void suite_files_clean(const struct suite_files *files, const char *directory);

/* Remove all of them, and suite.json, when nothing was run. */
void suite_files_remove(struct suite_files *files, const char *directory);

#endif
