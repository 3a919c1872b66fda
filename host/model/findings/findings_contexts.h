/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside the findings: what conditions of suppressions are asked about, once for all processes that are alike. */
#ifndef SEEP_HOST_MODEL_FINDINGS_FINDINGS_CONTEXTS_H
#define SEEP_HOST_MODEL_FINDINGS_FINDINGS_CONTEXTS_H

#include "host/model/findings/findings_frames.h"
#include "host/model/process/model.h"

struct findings_contexts {
  const struct suppressions_context **items; /* kept by the frames */
  size_t count, capacity;
};

/* The context of a process: one that is there already, if it is the same, or a new one. */
void findings_contexts_find(struct findings_contexts *contexts, struct findings_frames *frames,
                            const struct process *process, const struct suppressions_context **ret);
void findings_contexts_deinit(struct findings_contexts *contexts);

#endif
