/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that is about to be executed, and is to be watched as this one is (--trace-children): it gets the library
 * and the options by its environment, whatever else that holds. Does nothing that a child which shares its parent's
 * memory must not do. */
#ifndef SEEP_NATIVE_FOLLOWED_PROGRAM_H
#define SEEP_NATIVE_FOLLOWED_PROGRAM_H

#include <stdbool.h>

/* As it is asked for. */
struct execution {
  int folder;
  const char *path;
  int flags;
  char *const *arguments, *const *variables; /* NULL: empty */
  bool is_at; /* by execveat() */
};

struct followed_program {
  bool is_meant;          /* --trace-children and what goes with it mean it */
  const char *why;        /* it cannot be watched; NULL: it can, or is not meant */
  const char *path;       /* by which it is called in reports, until the next one of this thread */
  char *const *variables; /* to execute it with */
  int options, channel;   /* its descriptors; negative: none */
  bool is_child;          /* the channel is that of the next forked child */
};

/* `is_this`: by this process itself, and not by a child in its memory. */
void followed_program_prepare(const struct execution *execution, bool is_this, struct followed_program *ret);

/* It has not been executed. */
void followed_program_release(struct followed_program *program);

#endif
