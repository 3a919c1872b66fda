/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SEEP_REPORT_OUTPUT_OUTPUT_NAME_H
#define SEEP_REPORT_OUTPUT_OUTPUT_NAME_H

#include <stdint.h>

#include "base/error.h"

/* Expands %p (pid), %n (number), %q{VAR} and %% of the name of a log or an XML file. `lookup` finds a variable or returns NULL. */
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
