/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events of execs.jsonl (docs/run-directory.md), as the preload library and calls of valgrind (suite_call.h) log
 * them. Freestanding, allocates nothing: the caller lends the buffer of the line. */
#ifndef SEEP_HOST_SUITE_PRELOAD_SUITE_EVENTS_H
#define SEEP_HOST_SUITE_PRELOAD_SUITE_EVENTS_H

#include "host/suite/preload/suite_changed.h"
#include "host/suite/preload/suite_line.h"
#include "host/suite/preload/suite_setup.h"

enum { SUITE_ID_BYTES = 64 };

/* A new id, made of this process's number and the time, which names an image. */
void suite_event_make_id(char *id, size_t size, uint64_t *ret_time_ns);

/* A program that one exec made, or is about to make. Texts that are NULL or empty are left out. */
struct suite_event_image {
  const char *event; /* "image", or "exec" if it is about to be executed */
  const char *id, *parent;
  uint64_t time_ns;
  long pid, ppid;
  const char *exe, *script, *directory;
  char *const *arguments; /* NULL-terminated */
  const char *test, *test_source;
  const char *why; /* why it is not checked; NULL: it is */
  bool is_for_leaks; /* its heap is watched, and nothing else */
  const struct suite_changed *changed; /* since its last full check; NULL: that was not asked */
};

/* Append an event to the log of the setup. When that fails its file of faults says so from then on. */
void suite_event_log_image(const struct suite_setup *setup, struct suite_line *line,
                           const struct suite_event_image *image);
void suite_event_log_unchecked(const struct suite_setup *setup, struct suite_line *line, const char *id,
                               const char *why);
void suite_event_log_end(const struct suite_setup *setup, struct suite_line *line, const char *id, int status);

#endif
