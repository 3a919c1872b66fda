/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The preload library of `seep suite`: what its files share.
 *
 * The library is loaded into every program of a suite that uses the system's dynamic loader. It starts before
 * everything else in the process (suite_preload.c), where it is known which program this is, however it came to be
 * executed. So this is where the program is logged and, if it is to be checked, executed again under the checker.
 * The functions that execute programs (suite_exec.c) only have to make sure that the environment loads the library
 * into the next program as well.
 *
 * It uses only system calls and memory of its own, as it runs before the C library is ready, between vfork and exec,
 * and in signal handlers. */
#ifndef SEEP_HOST_SUITE_PRELOAD_SUITE_PRELOAD_H
#define SEEP_HOST_SUITE_PRELOAD_SUITE_PRELOAD_H

#include <stdbool.h>

#include "host/suite/preload/suite_changed.h"
#include "host/suite/preload/suite_events.h"
#include "host/suite/preload/suite_setup.h"
#include "host/suite/preload/suite_target.h"
#include "host/suite/preload/suite_test_names.h"

enum { SUITE_AT_BYTES = 1024 };

struct suite_process {
  bool is_followed;        /* this process belongs to a suite, and what it executes too */
  struct suite_setup setup;
  const char *setup_path; /* with the key in front of it, as the variable has it */
  char id[SUITE_ID_BYTES]; /* of the image that runs */
  char at[SUITE_AT_BYTES]; /* "SEEP_SUITE_AT=...", for the programs it executes */
};
extern struct suite_process suite_process;

/* This process's program, and what it has inherited. */
struct suite_image {
  char *const *arguments, *const *environment;
  char parent[SUITE_ID_BYTES];
  struct suite_test_name test;
  char exe[SUITE_PATH_BYTES];
  char directory[SUITE_PATH_BYTES];
  const char *invoked; /* what was given to execve() */
  const char *trouble; /* why it cannot be checked, though it should be; NULL: nothing is in the way */
  bool is_script;
  const struct suite_changed *changed; /* since its last full check; NULL: that is not asked */
};
extern struct suite_image suite_image;

/* "SEEP_SUITE_AT=...": this image, in a state and a test. */
void suite_write_at_variable(char *at, size_t size, enum suite_state state, const struct suite_test_name *test);

/* Why a program is not checked: because of the rules, or else `why`; NULL: it is checked. */
const char *suite_log_reason(const char *path, const char *why);

/* Append a line of this image to the log; `why` as above. When that fails the suite will know. */
void suite_log_image(uint64_t time_ns, const char *why, bool is_for_leaks);

/* Links are followed; false: one is not there. */
bool suite_is_same_file(const char *a, const char *b);

/* It should have been checked, but is not. */
void suite_log_unchecked(const char *why);

/* From now on, call suite_log_end() when the program ends. */
void suite_end_watch(void);

/* Log with which status the image ends, if this process is it. */
void suite_log_end(int status);

/* Log a program into which the library will not be loaded. This process executes it, or process `pid` unless that is
 * 0. Lists may be NULL. */
void suite_log_unseen(const struct suite_target *target, char *const *arguments, char *const *environment, int pid);

/* Log that a program which is to be checked is executed, so that it is missed if it does not begin. The others are
 * passed over. */
void suite_log_announce(const struct suite_target *target, char *const *arguments, char *const *environment, int pid);

#endif
