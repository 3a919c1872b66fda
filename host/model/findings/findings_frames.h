/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside the findings: texts kept once, and stacks as frames with names, made once per instruction of a run. */
#ifndef SEEP_HOST_MODEL_FINDINGS_FINDINGS_FRAMES_H
#define SEEP_HOST_MODEL_FINDINGS_FINDINGS_FRAMES_H

#include "host/model/findings/findings.h"
#include "host/model/frames/ownership.h"
#include "host/model/frames/place.h"
#include "host/model/process/model.h"

struct findings_frames;

void findings_frames_create(const struct place_rules *rules, struct findings_frames **ret);
void findings_frames_destroy(struct findings_frames *frames);

/* Memory that lives as long; NULL: there is none. */
void *findings_frames_allocate(struct findings_frames *frames, size_t bytes);

/* The one copy of a text; NULL of NULL. */
void findings_frames_intern(struct findings_frames *frames, const char *text, const char **ret);

/* Another run begins: its frame table is another one. */
void findings_frames_forget(struct findings_frames *frames);

/* The rules for what is named from now on; borrowed. */
void findings_frames_use_rules(struct findings_frames *frames, const struct place_rules *rules);

/* Has any frame that was named since then been own? */
bool findings_frames_have_own(const struct findings_frames *frames);

/* Frames of a resolved stack (NULL: none), `codes` of its instructions. The array is the caller's to free; see
 * findings_frames_keep(). */
void findings_frames_of_stack(struct findings_frames *frames, const struct settings *settings,
                              const struct stack *stack, size_t codes, struct frame **ret, size_t *ret_count);

/* The same frames for good. */
void findings_frames_keep(struct findings_frames *frames, const struct frame *items, size_t count,
                          struct finding_stack *ret);

#endif
