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
#ifndef SEEP_REPORT_FRAMES_PLACE_H
#define SEEP_REPORT_FRAMES_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/base/options.h"
#include "host/model/frames/stack_table.h"
#include "suppressions/generate/frame_role.h"

struct place_rules;

/* --own, --path-map and --wrappers. Fails for patterns of another form. */
struct error *place_rules_create(const struct options *options, struct place_rules **ret);
void place_rules_destroy(struct place_rules *rules);
const struct ownership *place_ownership(const struct place_rules *rules);

/* What the place of a stack depends on, for one frame. */
struct place_frame {
  enum frame_role role;
  bool is_own;    /* as --own says */
  bool is_local;  /* as it would be without --own: identities go by this one, so that they do not depend on options */
  bool is_named;  /* it has a name that wrappers have ("xmalloc") */
  bool hands_on;  /* it is a wrapper; set by place_mark_wrappers() */
  bool is_by_line; /* as such it may hand on several blocks: which one its mark tells. Set likewise */
  bool returns_on; /* as version 2 of identities had it: the function returns what an allocator has just given it. Set
                    * likewise */
  uint64_t mark;  /* tells this place from others of its function; 0: it lies in no file */
  unsigned order; /* in its function: the line there, or in the file; 0: not known */
  bool is_text;   /* the mark is that of the line's text, which other lines around it do not change */
};

/* Of a frame of a resolved code. Fails only without memory. */
struct error *place_frame_of(const struct place_rules *rules, const struct code *code, size_t frame,
                             struct place_frame *ret);

/* Does the frame allocate for its callers? Without memory it does not. */
bool place_is_allocator(const struct place_rules *rules, const struct code *code, size_t frame);

/* Set `hands_on` in the frames, which are those of the first `codes` of the stack, as far as place_find() looks. */
struct error *place_mark_wrappers(struct symbols *symbols, const struct stack *stack, size_t codes,
                                  struct place_frame *frames,
                                  size_t stride);

struct place {
  size_t site, kept, place; /* in this order; kept: behind the wrappers. 0 when there are no frames */
};

/* Of frames, innermost first, `stride` bytes apart. `is_leak`: it is about who got a block, so wrappers are passed.
 * `by_own`: go by is_own, else by is_local. */
struct place place_find(const struct place_frame *frames, size_t count, size_t stride, bool is_leak, bool by_own);

#endif
