/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The arguments of the tool, written by the launcher and read again by the launcher of a traced child.
 *
 * The core starts a traced child by executing the launcher with exactly the arguments that the tool was given,
 * followed by the child's program. So these arguments contain everything: the child's launcher takes its options
 * from nowhere else. */
#ifndef SEEP_HOST_LAUNCHER_PREPARE_TOOL_ARGUMENTS_H
#define SEEP_HOST_LAUNCHER_PREPARE_TOOL_ARGUMENTS_H

#include <stdbool.h>

#include "host/base/error.h"
#include "host/base/options.h"

/* What a traced child is handed by the process that has executed it; of other programs all is NULL. */
struct handed {
  const char *name;         /* what it is called; NULL: as it is executed */
  const char *descriptors;  /* its limits of them, "SOFT,HARD"; NULL: those of this process */
  const char *folder;       /* the run directory, a descriptor; NULL: not open */
  const char *restrictions; /* what it has forbidden itself, a descriptor; NULL: nothing */
};

struct launch {
  const struct options *options;
  const char *directory;     /* what relative names in options are relative to */
  const char *socket_name;   /* NULL: no reporter */
  int channel;               /* a connection to the reporter; -1: none */
  const char *run_directory; /* NULL: no record is kept */
  bool is_mute;              /* standard error is closed: the core must not log to whatever gets its number */
  char *const *program;      /* where it is, and its arguments, NULL-terminated */
  struct handed handed;
};

/* The arguments of the tool:
 *   argv[0], --tool=seep, --command-line-only=yes, -q, --aspace-minaddr=..., when mute --log-fd=-1
 *   the options for the core that were given, and all of the tool's with their values
 *   --seep-socket=NAME --seep-channel=FD --seep-run=DIR --seep-folder=FD --seep-name=NAME --seep-descriptors=SOFT,HARD
 *   --seep-restrictions=FD, those that apply
 *   --seep-host=OPTION for each option for the host that was given
 *   --tool=seep again to mark the end, --, and the program
 * NULL-terminated; release it with tool_arguments_release(). */
void tool_arguments_make(const struct launch *launch, char ***ret);
void tool_arguments_release(char **arguments);

/* The arguments of a traced child's launcher, taken apart. Strings point into `arguments`. */
struct inherited_arguments {
  const char *socket_name, *run_directory; /* NULL: none */
  struct handed handed;
  char **program;
};

/* Was this launcher started by the core for a traced child? */
bool tool_arguments_are_inherited(char *const *arguments);

/* Take everything but options from such arguments; allocates nothing. *ret->program may be NULL. */
void tool_arguments_take_handed(char **arguments, struct inherited_arguments *ret);

/* Take the options and the rest from such arguments, with or without "--"; arguments[0] is the command's name. */
struct error *tool_arguments_take_inherited(char **arguments, struct options *options, struct inherited_arguments *ret);

#endif
