/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a log and an XML document have in common: a place that lines are written to, how it is named, opened and
 * connected to. */
#ifndef SEEP_HOST_OUTPUT_OUTPUT_SINK_H
#define SEEP_HOST_OUTPUT_OUTPUT_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"

struct output_sink {
  struct output_sink *next;
  char *name; /* of a file; NULL: the place all processes share */
  int fd;     /* -1: not open */
  bool is_socket;
  bool *has_failed; /* shared by all sinks: something could not be written */
  unsigned users;
  uint64_t pid;      /* of a document's process */
  bool has_findings; /* a document's */
};

/* Make one and put it in front of the list. */
void output_sink_create(struct output_sink **list, const char *name, int fd, bool *has_failed,
                        struct output_sink **ret);
void output_sinks_destroy(struct output_sink *list);
struct output_sink *output_sink_find(struct output_sink *list, const char *name);

/* For line_stream_open(); the context is the place. A connection that breaks gives way to standard error; other places
 * have no substitute, and what they do not take is in the record only. */
void output_sink_write(void *context, const char *lines, size_t size);

/* `what`, for messages: "log" or "XML". */
struct error *output_sink_open_file(const char *what, const char *name, bool append, int *ret);

/* "HOST:PORT", or "HOST" with Valgrind's standard port; `option`, for messages: "--log-socket". *ret is -1 when nobody
 * listens. */
struct error *output_sink_connect(const char *option, const char *address, int *ret);

/* A copy of a descriptor that the launcher was started with, out of the way of the standard ones; -1: not open. */
int output_sink_copy_fd(int64_t fd);

/* --- names --- */

/* How many images of a process there were, for %n. */
struct image_count;
/* Counts one more. */
uint64_t image_count_next(struct image_count **counts, uint64_t pid);
void image_counts_destroy(struct image_count *counts);

struct output_naming {
  const char *option; /* for messages: "--log-file" */
  const char *pattern, *directory;
  bool is_past; /* the processes are gone: their variables are taken from this one's environment */
};

/* The name for a process, with variables from its environment. */
struct error *output_naming_expand(const struct output_naming *naming, uint64_t pid, uint64_t number, char **ret);

/* The value of a variable; *ret is NULL when it is not set. */
void output_naming_variable(const struct output_naming *naming, uint64_t pid, const char *variable, char **ret);

#endif
