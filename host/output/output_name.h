/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of logs and XML files, which may be different for each process. */
#ifndef SEEP_HOST_OUTPUT_OUTPUT_NAME_H
#define SEEP_HOST_OUTPUT_OUTPUT_NAME_H

#include <stdint.h>

#include "host/base/error.h"

/* What %p (pid), %n (number), %q{VAR} and %% in the name of a file stand for. `lookup` returns the value of a variable,
 * or NULL. */
struct output_name {
  const char *option; /* for messages: "--log-file" */
  const char *pattern;
  const char *directory; /* what a relative name is relative to */
  uint64_t pid, number;
  const char *(*lookup)(void *context, const char *variable);
  void *lookup_context;
};
struct error *output_name_expand(const struct output_name *name, char **ret);

#endif
