/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What reporting needs, made from options: symbols with their cache, suppressions from all the files named, and the
 * report that stands on both. The live reporter and the commands make it alike. */
#ifndef SEEP_HOST_RUNS_REPORT_SESSION_H
#define SEEP_HOST_RUNS_REPORT_SESSION_H

#include <stdbool.h>

#include "host/base/error.h"
#include "host/base/options.h"
#include "host/runs/report.h"

struct report_session;

/* Symbols that one session leaves to the next, as far as they look in the same places: reading what is known of the
 * modules again costs more than a short run has to say. All zeros to begin with. */
struct shared_symbols {
  struct symbols *symbols;
  char *debug_dir; /* --extra-debuginfo-path they were made with; NULL: none */
  bool downloads;  /* and --enable-debuginfod */
};
void shared_symbols_deinit(struct shared_symbols *shared);

struct report_session_config {
  const struct options *options; /* borrowed */
  const char *run_name;          /* for hints on how to look at the run again; NULL: it is not kept; borrowed */
  bool colour;                   /* the output is a terminal */
  unsigned columns;              /* of that; 0: not known */
  void (*warn)(void *context, const char *message); /* a problem that costs names only; may be NULL */
  void *warn_context;
  const struct writer *listener; /* as in struct report_config */
  const struct writer *files;    /* likewise */
  struct suppression_prompt *ask;               /* as in struct report_config */
  bool tells_in_vain;            /* likewise */
  const char *run_directory;     /* whose packed names are used, and where names go that will not be found again; NULL:
                                  * none; borrowed */
  bool packs;                    /* all names are packed into it in the end */
  struct shared_symbols *shared; /* outlives the session; warnings go to the session that made it; NULL: none */
};

/* Fails when a suppression file cannot be loaded. Do this before anything runs. */
struct error *report_session_create(const struct report_session_config *config, struct report_session **ret);
void report_session_destroy(struct report_session *session);

/* Once `is_over(context)`, the report has to be done with: servers of debug files are not waited for. */
void report_session_set_end(struct report_session *session, bool (*is_over)(void *context), void *context);

/* The session's own, as long as it is there. */
struct report *report_session_report(struct report_session *session);

/* For code that makes the model of a process by itself; without writers. */
struct process_config;
struct process_config report_session_process_config(const struct report_session *session,
                                                    const struct options *options);

/* What its report matches with. */
const struct suppressions *report_session_suppressions(const struct report_session *session);

/* $XDG_CACHE_HOME/seep, else ~/.cache/seep, malloc'ed; *ret is NULL when neither variable is set. And the folder in
 * it in which names are kept. */
void report_session_cache_dir(char **ret);
void report_session_symbols_dir(char **ret);

#endif
