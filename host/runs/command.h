/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the commands that read runs have in common: their arguments, and a session with the options a run was made
 * with. */
#ifndef SEEP_HOST_RUNS_COMMAND_H
#define SEEP_HOST_RUNS_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

#include "host/model/findings/findings.h"
#include "host/runs/report_session.h"
#include "host/runs/run_dir.h"
#include "host/runs/run_reader.h"

/* Arguments: RUNs in any order with options. Strings are borrowed from argv. */
struct command {
  const char **runs;
  size_t run_count;
  const char **options;
  size_t option_count;
  bool wants_help;
  bool forgets_suppressions; /* not those that the runs were made with */
};

/* `take`, unless NULL, is asked first about each option; it sets *ret_taken when the option is its own. */
struct error *command_parse(int argc, char **argv,
                            struct error *(*take)(void *context, const char *argument, bool *ret_taken), void *context,
                            struct command *ret);
void command_release(struct command *command);

/* Its options alone, over the defaults. */
struct error *command_options(const struct command *command, struct options **ret);

/* A session for one run: the options recorded with it, then those of the command, which replace lists, too (--own,
 * --path-map ...), but are added to suppression files. */
struct command_session {
  const struct run *run;         /* set by the caller, as are the next five */
  bool colour;
  const struct writer *listener;
  bool packs;                    /* as in struct report_session_config; likewise */
  struct shared_symbols *shared; /* likewise; NULL: none */
  struct error **ret_problem;    /* set to what is wrong with an option in the record; NULL: that is an error */
  bool is_later_part;            /* of a run: files of suppressions that are gone by now are done without */
  struct run_reader *load;             /* NULL: made here */
  struct options *options;
  struct report_session *session;
};
struct error *command_session_open(const struct command *command, struct command_session *session);
void command_session_close(struct command_session *session);

/* Read the records of session->load, a part of the builder's run, with the options they ran with. *problem, unless
 * there is one already, becomes what could not be read. session->load is given back, or NULL. */
struct error *command_read_part(const struct command *command, struct command_session *session,
                                struct findings_builder *builder, struct error **problem);

/* The findings of all runs of the command (without any: the newest kept run), or of those that could be read: what
 * could not stands in finding_run.error. Each run is read with its own options (struct command_session). Fails when
 * options or suppression files are unusable. *ret_builder owns *ret. */
struct error *command_findings(const struct command *command, struct findings_builder **ret_builder,
                               const struct findings **ret);

/* How often a module had no names although it has a file, as that has changed since or cannot be read; said as warnings
 * while runs were read. */
size_t command_nameless_modules(void);

/* The same as an error of a command that cannot do without names; NULL: there are all that there were. */
struct error *command_check_names(void);

/* How many records were left out as they were named more than once, or are copies of others; said as a warning, too. */
size_t command_repeated_records(void);

/* Have `write` write the file, which need not be a regular one (/dev/stdout). */
struct error *command_write_file(const char *path, struct error *(*write)(void *context, FILE *output), void *context);

/* Print and free an error; COMMAND_FAILED. */
int command_failed(const char *command, struct error *error);

/* Flush standard output; COMMAND_FAILED when it could not all be written. */
int command_flush(const char *command);

#endif
