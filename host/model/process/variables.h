/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The variable at the address of an error. */
#ifndef SEEP_HOST_MODEL_PROCESS_VARIABLES_H
#define SEEP_HOST_MODEL_PROCESS_VARIABLES_H

#include <stdint.h>

#include "host/base/error.h"
#include "shared/record/record.h"

struct process;

enum variable_kind {
  VARIABLE_NONE,   /* none is known */
  VARIABLE_LOCAL,
  VARIABLE_STATIC, /* of a function */
  VARIABLE_GLOBAL,
  VARIABLE_THREAD, /* thread-local */
};

/* Strings live as long as the symbols of the process. */
struct variable {
  enum variable_kind kind;
  const char *name;
  const char *path;      /* to the part that the address is in: "[3].name"; "": it has no parts */
  uint64_t offset;       /* of the address in the part */
  const char *function;  /* that it belongs to; NULL: VARIABLE_GLOBAL, or not known */
  const char *file;      /* where it is declared; NULL: not known */
  unsigned line;
  uint64_t frame;        /* VARIABLE_LOCAL */
  uint64_t tid;          /* that, and VARIABLE_THREAD */
};

/* Find it where the place of an error is on a stack or in a module. */
struct error *variables_find(struct process *process, const struct record_error *frame, struct variable *ret);

#endif
