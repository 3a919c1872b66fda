/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The place of a finding: the frame that a person would look at first, by one rule for every report.
 *
 *   site    the innermost frame that is neither an allocator (by name, or named by --wrappers) nor the language's
 *           library
 *   kept    of a leak: from the site outwards past wrappers, that is, functions which hand what they were given on to
 *           their own callers, of which there are several; of anything else: the site
 *   place   where that is other people's code, the first own frame beyond
 *
 * The standard library counts as other people's code wherever it was compiled into. */
#ifndef SEEP_HOST_MODEL_FRAMES_PLACE_H
#define SEEP_HOST_MODEL_FRAMES_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/base/options.h"
#include "host/frame/frame.h"
#include "host/model/frames/settings.h"
#include "host/model/frames/stack_table.h"

struct place_rules;

/* --own, --path-map and --wrappers. Fails for patterns of another form. */
void place_rules_create(const struct options *options, struct place_rules **ret);
void place_rules_destroy(struct place_rules *rules);
const struct ownership *place_ownership(const struct place_rules *rules);

/* Fill in whose code a frame of the code is, and what it is there for; its mark is found if symbols have told none. */
void place_describe_frame(const struct place_rules *rules, const struct code *code, struct frame *frame);

/* Say which frames are wrappers. They are those of the first `codes` of the stack, as far as place_find() looks. */
void place_mark_wrappers(struct symbols *symbols, const struct stack *stack, size_t codes, struct frame *frames);

/* The frames of a resolved stack that are shown, with their wrappers marked; malloc'ed, also for NULL. */
void place_frames_of(struct symbols *symbols, const struct settings *settings, const struct stack *stack,
                     struct frame **ret, size_t *ret_count);

struct place {
  size_t site, kept, place; /* in this order; kept: after the wrappers. 0 when there are no frames */
};

/* Of frames, innermost first. `is_leak`: it is about who got a block, so wrappers are passed. `by_own`: go by is_own,
 * else by is_local. */
struct place place_find(const struct frame *frames, size_t count, bool is_leak, bool by_own);

#endif
