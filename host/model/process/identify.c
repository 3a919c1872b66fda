/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For one stack at a time; host/model/frames/identity.h says what is hashed of its frames. */
#include "host/model/process/identify.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/model/process/found_later.h"

const char *error_kind_name(const struct error_context *error)
{
  switch (error->kind) {
#define ERROR_KIND(NAME, number, xml_kind, suppression_kind) \
  case number:                                               \
    return xml_kind;
#include "shared/record/error_kinds.def"
  }
  return "?";
}

const char *error_kind_extra(const struct error_context *error)
{
  bool has_extra = error->kind == RECORD_ERROR_SYSCALL_PARAM || error->kind == RECORD_ERROR_OVERLAP ||
                   error->kind == RECORD_ERROR_COREMEM || error->kind == RECORD_ERROR_FISHY_VALUE;
  if (found_later_of(error->kind)) /* elsewhere than the same error when it is seen at once */
    return "found later";
  return has_extra ? error->text : NULL;
}

/* --- frames --- */

static bool is_known(const struct identity_step *steps, size_t count, const struct identity_step *step)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(steps[i].name, step->name) == 0 && steps[i].mark == step->mark)
      return true;
  return false;
}

/* Functions named like wrappers are not: in another build the wrapper may be called otherwise, or be missing. */
static bool is_hashed_by_name(const struct frame *frame)
{
  return frame->role == FRAME_TELLING && !frame->is_named;
}

/* What lies between the allocator and the place: wrappers, or the function of a library that kept it. */
static size_t steps_through(const struct frame *frames, const struct place *found, struct identity_step *steps)
{
  size_t count = 0;
  for (size_t i = found->site; i <= found->kept && i < found->place; i++) {
    const struct frame *frame = &frames[i];
    const struct identity_step step = {frame->name, frame->hands_on && frame->is_by_line ? frame->mark : 0};
    if ((is_hashed_by_name(frame) || step.mark) && !is_known(steps, count, &step))
      steps[count++] = step;
  }
  return count;
}

void identify_frames(const char *kind, const char *extra, const struct frame *frames, size_t count, bool is_leak,
                     struct identity *ret)
{
  struct identity_place place = {.kind = kind, .extra = extra, .function = "?"};
  struct identity_step *steps = memory_zeroed(count + 1, sizeof *steps);
  if (count > 0) {
    const struct place found = place_find(frames, count, is_leak, false);
    const struct frame *at = &frames[found.place];
    place.function = at->signature;
    place.file = at->file;
    place.object = at->object;
    place.mark = at->mark;
    place.through = steps;
    place.through_count = steps_through(frames, &found, steps);
  }
  identity_of_place(&place, ret);
  free(steps);
}

void identify_steps(const struct frame *frames, size_t count, uint64_t *ret)
{
  struct identity_step *steps = memory_zeroed(count + 1, sizeof *steps);
  *ret = 0;
  if (count > 0) {
    const struct place found = place_find(frames, count, true, false);
    *ret = identity_of_steps(steps, steps_through(frames, &found, steps));
  }
  free(steps);
}

/* --- of the model --- */

static void frames_of(const struct process *process, const struct stack *stack, struct frame **ret, size_t *ret_count)
{
  place_frames_of(process->symbols, &process->settings, stack, ret, ret_count);
}

static void identify(const char *kind, const char *extra, const struct process *process, const struct stack *stack,
                     bool is_leak, struct identity *ret)
{
  struct frame *frames;
  size_t count;
  frames_of(process, stack, &frames, &count);
  identify_frames(kind, extra, frames, count, is_leak, ret);
  free(frames);
}

void identify_error(const struct error_context *error, const struct process *process, struct identity *ret)
{
  identify(error_kind_name(error), error_kind_extra(error), process, error->stack, false, ret);
}

void identify_own_place(const struct stack *stack, const struct process *process, struct own_place *ret)
{
  struct frame *frames;
  size_t count;
  *ret = (struct own_place){NULL, 0};
  frames_of(process, stack, &frames, &count);
  size_t frame = place_find(frames, count, false, false).place;
  if (count > 0 && frames[frame].is_local) {
    ret->code = stack_code_at(stack, &frame);
    ret->frame = frame;
  }
  free(frames);
}

void identify_cycle(const char *kind, const struct cycle *cycle, const struct process *process, struct identity *ret)
{
  struct identity *places = memory_zeroed(cycle->stack_count + 1, sizeof *places);
  for (size_t i = 0; i < cycle->stack_count; i++)
    identify(kind, NULL, process, cycle->stacks[i], true, &places[i]);
  identity_of_cycle(kind, places, cycle->stack_count, ret);
  free(places);
}

void identify_leak_part(const struct leak_part *part, const struct process *process, struct identity *ret)
{
  const char *kind = loss_kind_name(part->kind);
  if (part->cycle) {
    identify_cycle(kind, part->cycle, process, ret);
  } else {
    identify(kind, NULL, process, part->stack, true, ret);
  }
}

/* The largest part of a record; of like ones the first. */
static void choose_part(void *context, const struct leak_part *part)
{
  struct leak_part *chosen = context;
  if (!chosen->loss || leak_amounts_all_bytes(&part->amounts) > leak_amounts_all_bytes(&chosen->amounts))
    *chosen = *part;
}

void identify_loss(const struct loss_record *loss, const struct process *process, struct identity *ret)
{
  struct leak_part largest = {.loss = NULL, .kind = loss->kind, .stack = loss->stack};
  leak_parts_of_record(loss, choose_part, &largest);
  identify_leak_part(&largest, process, ret);
}

void identify_blocks(const struct stack *stack, const struct process *process, struct identity ret[static LEAK_KINDS])
{
  struct frame *frames;
  size_t count;
  frames_of(process, stack, &frames, &count);
  for (size_t kind = 0; kind < LEAK_KINDS; kind++)
    identify_frames(kind == 0 ? GROWTH_KIND_NAME : loss_kind_name((enum record_leak_kind)kind), NULL, frames, count,
                    true, &ret[kind]);
  free(frames);
}

void identify_growth(const struct growth_site *site, const struct process *process, struct identity *ret)
{
  identify(GROWTH_KIND_NAME, NULL, process, site->stack, true, ret);
}

/* The place is put after the names, as two lines of one function are two sites. */
static void identify_stack(const struct frame *frames, size_t count, struct identity *ret)
{
  struct identity place;
  const char **names = memory_zeroed(count + 1, sizeof *names);
  identify_frames("Site", NULL, frames, count, true, &place);
  for (size_t i = 0; i < count; i++)
    names[i] = frames[i].name;
  names[count] = place.digits;
  *ret = identity_of_stack("Site", NULL, names, count + 1);
  free(names);
}

void identify_site(const struct stack *stack, const struct process *process, struct identity *ret)
{
  struct frame *frames;
  size_t count;
  frames_of(process, stack, &frames, &count);
  identify_stack(frames, count, ret);
  free(frames);
}
