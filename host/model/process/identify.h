/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The identities of what a process's model holds, and of merged findings: by the place (host/model/frames/place.h). */
#ifndef SEEP_HOST_MODEL_PROCESS_IDENTIFY_H
#define SEEP_HOST_MODEL_PROCESS_IDENTIFY_H

#include "host/model/frames/identity.h"
#include "host/model/frames/place.h"
#include "host/model/process/growth.h"
#include "host/model/process/leak_parts.h"
#include "host/model/process/model.h"

/* Of a finding with these frames, innermost first. `is_leak`: of a leak or growth. */
void identify_frames(const char *kind, const char *extra, const struct frame *frames, size_t count, bool is_leak,
                     struct identity *ret);

/* Of a leak: the lines of the functions that it came through, as identity_of_steps() has them. */
void identify_steps(const struct frame *frames, size_t count, uint64_t *ret);

/* Stacks were resolved. */
void identify_error(const struct error_context *error, const struct process *process, struct identity *ret);
void identify_cycle(const char *kind, const struct cycle *cycle, const struct process *process, struct identity *ret);
void identify_leak_part(const struct leak_part *part, const struct process *process, struct identity *ret);

/* Of the leak that most of a record belongs to. */
void identify_loss(const struct loss_record *loss, const struct process *process, struct identity *ret);

/* The code of one's own that leads to an error: the instruction and the function there; NULL: no frame is one's own. */
struct own_place {
  const struct code *code;
  size_t frame;
};
void identify_own_place(const struct stack *stack, const struct process *process, struct own_place *ret);

/* Of all that can be found about blocks that were allocated by this stack: by enum record_leak_kind what they are if
 * they are leaked so and in no cycle; at 0 what they are if they grow. */
void identify_blocks(const struct stack *stack, const struct process *process, struct identity ret[static LEAK_KINDS]);

/* The identity of a place that grows. */
void identify_growth(const struct growth_site *site, const struct process *process, struct identity *ret);

/* Of a stack alone, whatever is found there: all its functions, and the place; NULL: none is known. */
void identify_site(const struct stack *stack, const struct process *process, struct identity *ret);

/* The kind as XML and identities have it: "InvalidRead"; leaks have loss_kind_name(). */
const char *error_kind_name(const struct error_context *error);

#define GROWTH_KIND_NAME "Growth"

/* What the kind adds to it; NULL: nothing. */
const char *error_kind_extra(const struct error_context *error);

#endif
