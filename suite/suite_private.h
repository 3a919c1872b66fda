/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A suite as the parts of its command see it. */
#ifndef SEEP_SUITE_SUITE_PRIVATE_H
#define SEEP_SUITE_SUITE_PRIVATE_H

#include "launcher/prepare/set_up.h"
#include "report/findings/suite_facts.h"
#include "suite/suite_child.h"
#include "suite/suite_files.h"
#include "suite/suite_listener.h"

struct suite {
  struct set_up set_up;
  struct suite_setup setup;   /* for the preload library; its texts belong to others */
  char library[PATH_MAX], canary[PATH_MAX];
  struct suite_files files;
  struct suite_listener *listener;
  struct suite_facts facts;   /* lists and texts belong to others, save `problems` */
  struct suite_child child;
  char **command;
  unsigned jobs;              /* 0: as the command likes */
  bool wants_canary, wants_native_first, wants_help;
  unsigned timeout_factor;
  bool has_errors;            /* some record tells of errors */
  bool has_lost;              /* a process that was to be checked left no record; readers of the run see that by themselves */
  int reporter_end;           /* a pipe that ends with the reporter */
  int status;                 /* to exit with when something fails */
};

void suite_options_print_help(void);

/* Everything up to the command, and that. */
struct error *suite_options_read(struct suite *suite, char **arguments);

/* Run a program with a known leak within the suite, and see whether its record tells of it. Before anything else is run. */
struct error *suite_canary_run(struct suite *suite);

/* Run the command without the checker, and note how its programs end. */
struct error *suite_native_run(struct suite *suite);

/* What the programs of the suite have in their environment; malloc'ed, NULL-terminated. */
struct error *suite_environment(const struct suite *suite, char ***ret);

#endif
