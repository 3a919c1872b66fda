/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a sighting is a sighting of: the identity of its place, or of the places of its cycle. */
#include <stdlib.h>

#include "host/base/memory.h"
#include "host/model/findings/findings_private.h"
#include "host/model/frames/frame_names.h"
#include "host/model/process/identify.h"

void builder_shown_frames(struct findings_builder *builder, const struct sighting *sighting, const struct stack *stack,
                          struct frame **ret, size_t *ret_count)
{
  const struct settings *settings = &sighting->process->settings;
  size_t codes = stack ? frame_names_shown_codes(settings, stack) : 0;
  findings_frames_of_stack(builder->frames, settings, stack, codes, ret, ret_count);
  if (sighting->error)
    return;
  place_mark_wrappers(sighting->process->symbols, stack, codes, *ret);
}

void builder_identify(const struct sighting *sighting, const struct frame *frames, size_t count, struct identity *ret)
{
  if (sighting->cycle) {
    identify_cycle(sighting->kind, sighting->cycle, sighting->process, ret);
  } else {
    identify_frames(sighting->kind, sighting->extra, frames, count, !sighting->error, ret);
  }
}

void finding_identity_as(const struct finding *finding, size_t variant, const char *kind, struct identity *ret)
{
  const struct finding_stack *stack = &finding->variants[variant].stack;
  identify_frames(kind, NULL, stack->frames, stack->count, true, ret);
}

void finding_steps(const struct finding *finding, uint64_t *ret)
{
  const struct finding_stack *stack = &finding->variants[0].stack;
  *ret = 0;
  if (!finding->is_cycle)
    identify_steps(stack->frames, stack->count, ret);
}

void finding_identity_before(const struct finding *finding, size_t variant, struct identity *ret)
{
  const struct finding_stack *stack = &finding->variants[variant].stack;
  struct frame *seen = memory_allocate((stack->count + 1) * sizeof *seen);
  for (size_t i = 0; i < stack->count; i++) {
    seen[i] = stack->frames[i];
    seen[i].hands_on = seen[i].returns_on;
    seen[i].is_by_line = false;
  }
  identify_frames(finding->kind, finding->extra, seen, stack->count, finding_is_leak(finding), ret);
  free(seen);
}
