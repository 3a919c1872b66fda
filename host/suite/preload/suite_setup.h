/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What `seep suite` passes to the preload library: a file of lines "NAME VALUE" (suite.setup), whose path is in the
 * environment. */
#ifndef SEEP_HOST_SUITE_PRELOAD_SUITE_SETUP_H
#define SEEP_HOST_SUITE_PRELOAD_SUITE_SETUP_H

#include <stdbool.h>
#include <stddef.h>

#include "host/suite/preload/suite_log_client.h"
#include "host/suite/preload/suite_rules.h"

/* Variables of the environment.
 *   SEEP_SUITE       "KEY:PATH": the key of the log server (suite_log_client.h), and the path of the file; or the path
 *                    alone
 *   SEEP_SUITE_AT    "ID STATE SOURCE NAME": the image that the process runs, its state (below), its test if known
 *   SEEP_SUITE_NAME  argv[0] of a program that is to be checked, where it is not the path it is started by */
#define SUITE_VARIABLE "SEEP_SUITE"
#define SUITE_AT_VARIABLE "SEEP_SUITE_AT"
#define SUITE_NAME_VARIABLE "SEEP_SUITE_NAME"
enum suite_state {
  SUITE_STATE_DONE = '-',    /* the image has started; the next exec makes another one */
  SUITE_STATE_CHECKED = 'c', /* the next exec is the same image, under the checker */
  SUITE_STATE_NATIVE = 'n',  /* the next exec is the same image, without the checker */
  SUITE_STATE_CALL = 'v',    /* the next exec is the launcher, in place of valgrind (suite_call.h) */
};

enum {
  SUITE_LIST_MAX = 512,
  SUITE_SETUP_BYTES = 1 << 16,
};

struct suite_setup {
  char key[SUITE_KEY_BYTES]; /* of the log server; empty: there is none */
  const char *log;      /* execs.jsonl */
  const char *faults;   /* a file whose first byte is set when the log could not be written */
  const char *library;  /* the preload library itself */
  const char *tool; /* the checker, or the launcher, which finds the reporter by itself (suite_call.h); empty: nothing
                     * is checked, but how programs end is logged */
  const char *launcher; /* for the core: the command seep, and where the parts are */
  const char *parts;
  const char *native;   /* the library by which programs are checked for leaks only; empty: all are checked fully */
  const char *growth;   /* is what grows counted there? "yes", or empty */
  const char *canary;   /* a program that is always checked */
  const char *socket;   /* of the reporter, in the abstract namespace; empty: the tool connects by itself */
  const char *tree;
  const char *timeout_factor; /* a number: limits of time are to be so many times as long */
  const char *test_name;      /* how a program's test is called if nothing else is known: "argv1", or empty */
  const char *full_share; /* of the tests that are checked fully all the same: "PARTS OF DAY"; empty: none is */
  const char *full_state; /* what is known of full checks (full_state.h), so that what has changed since is checked
                           * fully; empty: that is not asked for */
  const char *full_options;                                        /* stands for the options that they depend on */
  const char *only[SUITE_LIST_MAX + 1], *skip[SUITE_LIST_MAX + 1]; /* NULL-terminated, like the next */
  const char *full[SUITE_LIST_MAX + 1];    /* programs and tests that are checked fully all the same */
  const char *options[SUITE_LIST_MAX + 1]; /* of the tool, in front of what differs from process to process */
};

/* Read the file that SEEP_SUITE names, of at most SUITE_SETUP_BYTES, into `buffer`, which the setup's texts point into.
 * Freestanding. */
bool suite_setup_read(const char *variable, char buffer[static SUITE_SETUP_BYTES + 1], struct suite_setup *ret);

/* The part that the rules need; borrows the texts. */
struct suite_rules suite_setup_rules(const struct suite_setup *setup);

#endif
