/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What runs and suites have to set up before anything is executed: options, the location of Seep's parts, the run
 * directory, the reporter. Call the functions in the order in which they are declared. */
#ifndef SEEP_HOST_LAUNCHER_PREPARE_SET_UP_H
#define SEEP_HOST_LAUNCHER_PREPARE_SET_UP_H

#include <limits.h>
#include <stdbool.h>

#include "host/base/error.h"
#include "host/base/options.h"
#include "host/model/process/writer.h"
#include "host/reports/text/suppression_prompt.h"
#include "host/reporter/reporter.h"

struct set_up {
  const char *command;       /* as it was called, for messages */
  struct options *options;
  struct descriptors inherited;
  char directory[PATH_MAX];  /* the working directory */
  const char *executable;    /* of this program */
  const char *folder;        /* where the tool and its libraries are */
  char parts[PATH_MAX];      /* the same, by a name that can stand in LD_PRELOAD */
  char tool[PATH_MAX];
  bool is_mute;              /* standard error was not open */
  bool is_traced_child;      /* started by the core for a child of a checked program */
  bool is_kept_by_default;   /* the run directory was not asked for by name */
  char *run_directory;       /* NULL: no record is kept */
  char *run_name;            /* for people; NULL likewise */
  int run_lock;
  const struct writer *listener; /* as in struct report_config */
  bool is_of_suite;              /* for programs that come and go */
  const char *silent_program;    /* as in struct reporter_config */
  struct suppression_prompt ask;                /* for --gen-suppressions=yes */
  bool asks;
  char *socket_name;
  int channel;
};

/* The working directory, and the standard descriptors. `command` is borrowed. */
struct error *set_up_init(struct set_up *set_up, const char *command);
void set_up_deinit(struct set_up *set_up);

/* Read options from files and the environment, then those of the command line; *ret_rest is the first argument after
 * them. `take`, unless NULL, gets each option of the command line first. */
typedef struct error *set_up_taker(void *context, char ***argument, bool *ret_taken);
struct error *set_up_read_options(struct set_up *set_up, char **arguments, set_up_taker *take, void *context,
                                  char ***ret_rest);

/* Where the tool and what it needs lie. An error names what is missing. */
struct error *set_up_find_parts(struct set_up *set_up);

/* Make the folder of the translation cache explicit for the tool; without a home directory there is none. */
struct error *set_up_translation_cache(struct set_up *set_up);

/* The one of --record, or a new one among the kept runs, named after `program`. Failing to make the latter is no
 * error. */
struct error *set_up_run_directory(struct set_up *set_up, const char *program);

/* Remove the run directory of a run that did not start, so that it is not the newest one. */
void set_up_forget_run(const struct set_up *set_up);

/* Start the reporter. Anything wrong with options or files is reported before its process exists. It waits for process
 * `first_pid`, unless that is 0, and lives as long as `channel` is open in any process. */
struct error *set_up_reporter(struct set_up *set_up, int first_pid);

#endif
