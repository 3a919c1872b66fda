/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of `seep suite` share. */
#ifndef SEEP_HOST_SUITE_SUITE_PRIVATE_H
#define SEEP_HOST_SUITE_SUITE_PRIVATE_H

#include "host/launcher/prepare/set_up.h"
#include "host/model/findings/suite_facts.h"
#include "host/suite/suite_child.h"
#include "host/suite/suite_files.h"
#include "host/suite/suite_full_state.h"
#include "host/suite/suite_listener.h"
#include "host/suite/suite_shard.h"
#include "host/suite/suite_share.h"

struct suite {
  struct set_up set_up;
  struct suite_setup setup;   /* for the preload library; its texts belong to others */
  char library[PATH_MAX], native[PATH_MAX], canary[PATH_MAX];
  struct suite_files files;
  char key[SUITE_KEY_BYTES];  /* of the log server */
  struct suite_listener *listener;
  struct suite_facts facts;   /* lists and texts belong to others, save `problems` */
  struct suite_child child;
  char **command;
  unsigned jobs;              /* 0: as the command likes */
  bool names_by_argument;     /* tests by the first arguments of programs, if nothing else names them */
  bool wants_canary, wants_native_first, wants_help;
  unsigned timeout_factor;
  struct suite_shard shard;   /* count 0: it has not been given */
  struct suite_share share;   /* of the tests that are checked fully, with --checks=leaks */
  char share_text[SUITE_SHARE_TEXT_BYTES];
  struct suite_full_state full_state;
  bool has_errors;            /* some record tells of errors */
  int reporter_end;           /* a pipe that ends with the reporter */
  int status;                 /* to exit with when something fails */
};

/* What `seep suite --help` prints. */
void suite_options_print_help(void);

/* Read the options, and the command after them. */
struct error *suite_options_read(struct suite *suite, char **arguments);

/* What the preload library reads. */
struct error *suite_write_setup(const struct suite *suite);

/* Are there programs that are checked fully though the suite is checked for leaks only? */
bool suite_is_mixed(const struct suite *suite);

/* Run a program with a known leak within the suite, before anything else, and see whether its record has the leak. */
struct error *suite_canary_run(struct suite *suite);

/* Run the command without the checker, and note how its programs end. */
struct error *suite_native_run(struct suite *suite);

/* The environment for the programs of the suite; malloc'ed, NULL-terminated. */
void suite_environment(const struct suite *suite, char ***ret);

#endif
