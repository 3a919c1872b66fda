/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asking a program that runs under Seep, from another terminal. One that runs natively is asked directly
 * (native_asking.h), others by a monitor command (vgdb_call.h). Whatever may be wrong with the process is checked
 * first, because vgdb's messages say little about it. */
#ifndef SEEP_HOST_LAUNCHER_ASKED_PROGRAM_H
#define SEEP_HOST_LAUNCHER_ASKED_PROGRAM_H

#include <stdbool.h>

#include "host/base/error.h"
#include "host/launcher/vgdb_call.h"

struct asked_program {
  long pid;
  const char *prefix;      /* of vgdb's files, "--vgdb-prefix=..."; NULL: the default */
  const char *command;     /* that asks: "snapshot" */
  const char *wanted;      /* of which an answer may say that there is none, and why: "snapshot" */
  const char *const *good; /* how the other answers begin, NULL-terminated */
  const char *in_debugger; /* what else can be done when a debugger has stopped it: ", or enter there: ..." */
  long thread;             /* which thread is to be asked, of one that runs natively; 0: any */
};

/* What a word names: a process id, or the name of a program that runs under Seep. */
struct error *asked_program_named(const char *word, long *ret_pid);

/* Ask, and wait for the answer, which is given for `request` by one that runs natively, and for the monitor command
 * `order` by others. */
struct error *asked_program_ask(const struct asked_program *program, const char *request, char *order,
                                char ret_answer[VGDB_ANSWER_BYTES]);

/* The same of one that runs natively, by a connection to it, which is closed. */
struct error *asked_program_natively(const struct asked_program *program, int fd, const char *request,
                                     char ret_answer[VGDB_ANSWER_BYTES]);

/* The same of one that is known not to run natively. */
struct error *asked_program_order(const struct asked_program *program, char *order, char ret_answer[VGDB_ANSWER_BYTES]);

/* Can it be asked? `is_native`: it runs natively, and a connection to it was made. */
struct error *asked_program_check(const struct asked_program *program, bool is_native);

/* Has it ended? Somebody may have to wait for it still. */
bool asked_program_is_gone(long pid);

#endif
