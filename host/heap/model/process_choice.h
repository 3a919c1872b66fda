/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which process of a run is looked at, and which of its snapshots. */
#ifndef SEEP_HOST_HEAP_MODEL_PROCESS_CHOICE_H
#define SEEP_HOST_HEAP_MODEL_PROCESS_CHOICE_H

#include "host/base/error.h"
#include "host/heap/model/heap.h"
#include "host/runs/run_reader.h"

struct chosen_process {
  const struct run_reader_record *record; /* of the load */
  char *snapshot;                   /* path of its file; NULL: there is none */
};

/* Fails when nothing fits the request, and says what there is instead. */
struct error *process_choice_find(const struct run *run, const struct run_reader *load,
                                  const struct heap_request *request, struct chosen_process *ret);
void chosen_process_deinit(struct chosen_process *choice);

#endif
