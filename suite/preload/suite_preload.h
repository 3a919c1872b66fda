/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The preload library of `seep suite`, as its parts see each other.
 *
 * Every program of a suite that uses the system's dynamic loader has this library in it. It begins before everything else in
 * the process (suite_preload.c): there it is known which program this is, however it came to be executed, so it is there that it is
 * logged and, if it is to be checked, executed once more under the checker. The functions that execute programs
 * (suite_exec.c) need only see to it that the environment keeps what makes the next program begin likewise.
 *
 * All of it is plain system calls on memory of its own: it runs before the C library is ready, between vfork and exec, and in
 * signal handlers. */
#ifndef SEEP_SUITE_PRELOAD_SUITE_PRELOAD_H
#define SEEP_SUITE_PRELOAD_SUITE_PRELOAD_H

#include <stdbool.h>

#include "suite/preload/suite_events.h"
#include "suite/preload/suite_setup.h"
#include "suite/preload/suite_target.h"
#include "suite/preload/suite_test_names.h"

enum { SUITE_AT_BYTES = 1024 };

struct suite_process {
  bool is_followed;        /* this process belongs to a suite, and what it executes too */
  struct suite_setup setup;
  const char *setup_path;
  char id[SUITE_ID_BYTES]; /* of the image that runs */
  char at[SUITE_AT_BYTES]; /* "SEEP_SUITE_AT=...", for the programs it executes */
};
extern struct suite_process suite_process;

/* Where the process comes from, and what it is. */
struct suite_image {
  char *const *arguments, *const *environment;
  char parent[SUITE_ID_BYTES];
  struct suite_test_name test;
  char exe[SUITE_PATH_BYTES];
  char directory[SUITE_PATH_BYTES];
  const char *invoked; /* what was given to execve() */
  bool is_script;
};
extern struct suite_image suite_image;

/* "SEEP_SUITE_AT=...": this image, in a state and a test. */
void suite_write_at_variable(char *at, size_t size, enum suite_state state, const struct suite_test_name *test);

/* Why a program is not checked: by the rules, else `why`; NULL: it is. */
const char *suite_log_reason(const char *path, const char *why);

/* Append a line of this image to the log; `why` as above. When that fails the suite will know. */
void suite_log_image(uint64_t time_ns, const char *why);

/* It was to be checked, but is not. */
void suite_log_unchecked(const char *why);

/* From now on: see suite_log_end(). */
void suite_end_watch(void);

/* Log with which status the image ends, if this process is it. */
void suite_log_end(int status);

/* Tell of a program in which the library does not wake up: it is executed by this process (or by `pid`, when not 0). */
void suite_log_unseen(const struct suite_target *target, char *const *arguments, int pid);

#endif
