/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Debug files from servers (debuginfod), by elfutils' client library.
 *
 * The library is loaded when a file is first wanted, and only if $DEBUGINFOD_URLS names servers. It is not linked:
 * systems without it, and programs that are linked statically, do without; and nobody else needs what it stands on. Its
 * cache is the one that gdb and others use. */
#ifndef SEEP_HOST_SYMBOLS_ELF_DEBUGINFOD_H
#define SEEP_HOST_SYMBOLS_ELF_DEBUGINFOD_H

#include <stdbool.h>
#include <stddef.h>

#include "host/symbols/elf/warn.h"

struct debuginfod;

struct debuginfod_listener {
  /* Told now and then how far a download is, once that takes longer than a moment; NULL: it is over. */
  void (*progress)(void *context, const char *text);
  void *context;
};

/* The servers in $DEBUGINFOD_URLS; NULL: none. */
const char *debuginfod_servers(void);

struct debuginfod *debuginfod_create(const struct debuginfod_listener *listener);
void debuginfod_destroy(struct debuginfod *servers);

/* A descriptor of the debug file of a build-id, whose path is *ret_path (malloc'ed); -1: there is none. `of` is what it
 * is for. A server that does not answer is a warning, and no other question is asked from then on. What comes need not
 * be what it says. */
int debuginfod_fetch(struct debuginfod *servers, const unsigned char *build_id, size_t bytes, const char *of,
                     const struct warnings *warnings, char **ret_path);

/* For a signal handler: this process is to end. Returns whether a question is being asked; it is given up soon, without
 * a trace in the cache. */
bool debuginfod_stop(void);

#endif
