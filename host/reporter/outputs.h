/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where reports are printed: a file descriptor, files named by a pattern, or a TCP connection; one for the whole
 * process tree or one per process, as the pattern says.
 *
 * Output is written in whole lines, each with a single write, so that processes that share a place never mix their
 * lines; only text that a program prints by client requests need not end with a newline. A file is opened once for
 * all the processes it serves, so that none overwrites the report of another. */
#ifndef SEEP_HOST_REPORTER_OUTPUTS_H
#define SEEP_HOST_REPORTER_OUTPUTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "host/base/error.h"
#include "host/base/options.h"

struct outputs;

struct outputs_config {
  const struct options *options; /* --log-fd, --log-file, --log-socket; borrowed */
  const char *directory;         /* of the launcher */
  uint64_t pid;                  /* of the first process, whose output is made at once */
  bool append;                   /* to existing files: an earlier reporter of this run may have begun them */
  void (*warn)(void *context, const char *message); /* an output could not be used and another takes its place */
  void *warn_context;
};

/* Fails when the pattern is wrong or the first process's file cannot be made: do this before anything runs. */
struct error *outputs_create(const struct outputs_config *config, struct outputs **ret);
void outputs_destroy(struct outputs *outputs);

/* The output of a new process image, whose environment is looked up in /proc/PID/environ. *ret is NULL when nothing is
 * to be printed. Release it with outputs_close(). */
struct error *outputs_open(struct outputs *outputs, uint64_t pid, FILE **ret);
void outputs_close(struct outputs *outputs, FILE *output);

/* Write a line ahead of what is not yet flushed. */
void outputs_write_ahead(const struct outputs *outputs, FILE *output, const char *line);

/* Write an unfinished line now, as it may never be finished. */
void outputs_write_partial_line(const struct outputs *outputs, FILE *output);

/* Has a write failed, because the disk is full, say? */
bool outputs_have_failed(const struct outputs *outputs);

/* The descriptor shared by all processes, -1 when there is one per process or none. */
int outputs_descriptor(const struct outputs *outputs);

#endif
