/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options that do not come from the command line: files in the home and working directories, and the environment;
 * Valgrind's first, then Seep's own. What is read later wins. */
#ifndef SEEP_HOST_LAUNCHER_PREPARE_OPTION_SOURCES_H
#define SEEP_HOST_LAUNCHER_PREPARE_OPTION_SOURCES_H

#include "host/base/error.h"
#include "host/base/options.h"

struct sources {
  const char *home;              /* NULL: unknown; no files are read */
  const char *working_directory; /* NULL: unknown */
  const char *valgrind_opts, *seep_opts; /* the variables' values; NULL: not set */
  void (*warn)(void *context, const char *message); /* a file was ignored because others could have written it */
  void *warn_context;
};

/* Set the options of ~/.valgrindrc, $VALGRIND_OPTS, ./.valgrindrc, ~/.seeprc, $SEEP_OPTS and ./.seeprc, in this order.
 * Files that others could have written are ignored with a warning, missing files without one. */
struct error *option_sources_read(struct options *options, const struct sources *sources);

/* Set the options of one text: words separated by white space, which ' and " can quote. */
struct error *option_sources_read_text(struct options *options, const char *text, const char *origin);

#endif
