/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the programs of a run cost, by function and source line, with names of its own: it outlives the run's
 * symbols. */
#ifndef SEEP_HOST_COST_COST_TABLE_H
#define SEEP_HOST_COST_COST_TABLE_H

#include "host/base/text_pool.h"
#include "host/runs/command.h"

/* Instructions executed in a line of a function. Text is never NULL: "???" is not known. */
struct cost_row {
  const char *function; /* demangled */
  const char *path;     /* of the source, absolute where that is known */
  const char *module;   /* path of the file that has the code */
  unsigned line;        /* 0: not known */
  uint64_t mark;        /* of the line (host/frame/frame.h) */
  uint64_t instructions;
};

struct cost_table {
  struct text_pool *texts;
  struct cost_row *rows; /* by path, function and line, each once */
  size_t count, capacity;
  uint64_t instructions; /* of all */
  const char *command;   /* of the first process */
  size_t processes, cut_processes; /* that did not finish */
};

/* Read a run; NULL: the newest kept one. An error: it cannot be read, or has no costs. */
struct error *cost_table_read(const struct command *command, const char *run, struct cost_table **ret);
void cost_table_destroy(struct cost_table *table);

#endif
