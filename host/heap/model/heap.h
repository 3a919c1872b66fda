/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that a run knows of one process's heap, ready to be asked: its sites over time, and one snapshot with names,
 * paths and dominators. The commands, the exports and the page stand on this. */
#ifndef SEEP_HOST_HEAP_MODEL_HEAP_H
#define SEEP_HOST_HEAP_MODEL_HEAP_H

#include "host/base/error.h"
#include "host/heap/graph/graph.h"
#include "host/heap/graph/snapshot.h"
#include "host/heap/names/root_names.h"
#include "host/model/frames/identity.h"
#include "host/model/process/growth.h"
#include "host/model/process/model.h"

/* An allocation site of the snapshot: blocks of one stack. */
struct heap_site {
  struct identity identity;       /* of its functions alone: the same for all findings there, and over rebuilds */
  char *name;                     /* as site_name() */
  char *type;                     /* NULL: not known */
  uint64_t stack_id;
  const struct stack *stack;      /* resolved; NULL: not known */
  uint64_t live_bytes, live_blocks; /* in the snapshot; without one, as of the last sample */
  uint64_t retained_bytes;        /* what would go if all its blocks went; without a snapshot live_bytes */
  const struct growth_site *growth; /* NULL: none */
};

struct heap {
  struct process *process;
  struct snapshot *snapshot;      /* NULL: there is none; then graph and names are NULL too, and sites are growth's */
  char *problem;                  /* why its snapshot could not be read; NULL: it could, or there is none */
  struct root_names *names;
  struct graph *graph;
  const struct growth *growth;    /* never NULL; may be empty */
  struct heap_site *sites;        /* most retained bytes first, then live bytes, then identity */
  uint32_t site_count;
  uint32_t *site_of;              /* by block of the snapshot: index into sites */
  bool retained_is_exact;         /* of sites: false: at least that, see graph_retained_by_sets() */
};

#define HEAP_AT_PEAK UINT64_MAX

/* What to look at. */
struct heap_request {
  uint64_t pid;                   /* 0: the one process that has snapshots or samples; several: the largest heap */
  uint64_t snapshot;              /* its number; 0: the last whole one; HEAP_AT_PEAK: that of --snapshot=peak */
};

/* Read what a run (as for seep report; NULL: the newest that is kept) knows: its record, samples, and the snapshot
 * asked for, with the options of the command. The heap keeps all that it needs. A run without samples and snapshots is
 * an error that says how to get some. When no particular snapshot was asked for and the one that was chosen cannot be
 * read, there are samples alone. */
struct command;
struct heap_run;
struct error *heap_open(const struct command *command, const char *run, const struct heap_request *request,
                        struct heap_run **ret_run, const struct heap **ret);
void heap_close(struct heap_run *run);

#endif
