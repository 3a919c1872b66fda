/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Running Valgrind's vgdb, which gives monitor commands to a program under Seep: it wakes one that sleeps in a system
 * call without its noticing. */
#ifndef SEEP_HOST_LAUNCHER_VGDB_CALL_H
#define SEEP_HOST_LAUNCHER_VGDB_CALL_H

#include <stddef.h>

#include "host/base/error.h"

enum { VGDB_ANSWER_BYTES = 1 << 14 };

/* What it has printed; whatever does not fit is dropped. */
struct vgdb_answer {
  int fd; /* while it runs */
  size_t size;
  char text[VGDB_ANSWER_BYTES];
};

/* Collect what it prints on standard output and standard error, until it ends. arguments[0] is its file. */
struct error *vgdb_call(char **arguments, struct vgdb_answer answers[2]);

#endif
