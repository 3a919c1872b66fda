/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames are named and described here, for one stack at a time; host/model/frames/identity.h says what is hashed of
 * them.
 * */
#include "host/model/process/identify.h"

#include <stdlib.h>
#include <string.h>

#include "host/model/frames/frame_names.h"

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
static bool is_hashed_by_name(const struct identify_frame *frame)
{
  return frame->decides.role == FRAME_TELLING && !frame->decides.is_named;
}

/* What lies between the allocator and the place: wrappers, or the function of a library that kept it. */
static size_t steps_through(const struct identify_frame *frames, const struct place *found, struct identity_step *steps)
{
  size_t count = 0;
  for (size_t i = found->site; i <= found->kept && i < found->place; i++) {
    const struct place_frame *decides = &frames[i].decides;
    const struct identity_step step = {frames[i].name, decides->hands_on && decides->is_by_line ? decides->mark : 0};
    if ((is_hashed_by_name(&frames[i]) || step.mark) && !is_known(steps, count, &step))
      steps[count++] = step;
  }
  return count;
}

struct error *identify_frames(const char *kind, const char *extra, const struct identify_frame *frames, size_t count,
                              bool is_leak, struct identity *ret)
{
  struct identity_place place = {.kind = kind, .extra = extra, .function = "?"};
  struct identity_step *steps = calloc(count + 1, sizeof *steps);
  if (!steps)
    return error_no_memory();
  if (count > 0) {
    const struct place found = place_find(&frames->decides, count, sizeof *frames, is_leak, false);
    const struct identify_frame *at = &frames[found.place];
    place.function = at->signature;
    place.file = at->file;
    place.object = at->object;
    place.mark = at->decides.mark;
    place.through = steps;
    place.through_count = steps_through(frames, &found, steps);
  }
  struct error *error = identity_of_place(&place, ret);
  free(steps);
  return error;
}

struct error *identify_steps(const struct identify_frame *frames, size_t count, uint64_t *ret)
{
  struct identity_step *steps = calloc(count + 1, sizeof *steps);
  if (!steps)
    return error_no_memory();
  *ret = 0;
  if (count > 0) {
    const struct place found = place_find(&frames->decides, count, sizeof *frames, true, false);
    *ret = identity_of_steps(steps, steps_through(frames, &found, steps));
  }
  free(steps);
  return NULL;
}

/* --- of the model --- */

struct frames {
  struct identify_frame *items;
  size_t count;
};

static void release_frames(struct frames *frames)
{
  for (size_t i = 0; i < frames->count; i++) {
    free((char *)frames->items[i].name);
    free((char *)frames->items[i].signature);
  }
  free(frames->items);
}

static struct error *add_frame(const struct settings *settings, const struct code *code, size_t index,
                               struct frames *frames)
{
  struct identify_frame *frame = &frames->items[frames->count];
  struct error *error = place_frame_of(settings->place_rules, code, index, &frame->decides);
  if (error)
    return error;
  frame->name = frame_names_normalised(settings, code, index);
  frame->signature = frame_names_signature(settings, code, index);
  frame->file = code->frames[index].file;
  frame->object = code->mapping ? code->mapping->file.path : NULL;
  frames->count++;
  return frame->name && frame->signature ? NULL : error_no_memory();
}

/* To be released even when it fails. */
static struct error *make_frames(const struct process *process, const struct stack *stack, struct frames *ret)
{
  const struct settings *settings = &process->settings;
  size_t codes = stack ? frame_names_shown_codes(settings, stack) : 0,
         count = stack ? stack_count_frames(stack, codes) : 0;
  *ret = (struct frames){.items = calloc(count + 1, sizeof *ret->items)};
  struct error *error = ret->items ? NULL : error_no_memory();
  for (size_t i = 0; i < codes && !error; i++)
    for (size_t j = 0; j < stack->codes[i]->frame_count && !error; j++)
      error = add_frame(settings, stack->codes[i], j, ret);
  return error ? error : place_mark_wrappers(process->symbols, stack, codes, &ret->items->decides, sizeof *ret->items);
}

static struct error *identify(const char *kind, const char *extra, const struct process *process,
                              const struct stack *stack, bool is_leak, struct identity *ret)
{
  struct frames frames;
  struct error *error = make_frames(process, stack, &frames);
  if (!error)
    error = identify_frames(kind, extra, frames.items, frames.count, is_leak, ret);
  release_frames(&frames);
  return error;
}

struct error *identify_error(const struct error_context *error, const struct process *process, struct identity *ret)
{
  return identify(error_kind_name(error), error_kind_extra(error), process, error->stack, false, ret);
}

struct error *identify_own_place(const struct stack *stack, const struct process *process, struct own_place *ret)
{
  struct frames frames;
  *ret = (struct own_place){NULL, 0};
  struct error *error = make_frames(process, stack, &frames);
  if (!error && frames.count > 0) {
    size_t frame = place_find(&frames.items->decides, frames.count, sizeof *frames.items, false, false).place;
    if (frames.items[frame].decides.is_local) {
      ret->code = stack_code_at(stack, &frame);
      ret->frame = frame;
    }
  }
  release_frames(&frames);
  return error;
}

static struct error *identify_cycle(const char *kind, const struct cycle *cycle, const struct process *process,
                                    struct identity *ret)
{
  struct identity *places = calloc(cycle->stack_count + 1, sizeof *places);
  struct error *error = places ? NULL : error_no_memory();
  for (size_t i = 0; i < cycle->stack_count && !error; i++)
    error = identify(kind, NULL, process, cycle->stacks[i], true, &places[i]);
  if (!error)
    error = identity_of_cycle(kind, places, cycle->stack_count, ret);
  free(places);
  return error;
}

struct error *identify_leak_part(const struct leak_part *part, const struct process *process, struct identity *ret)
{
  const char *kind = loss_kind_name(part->kind);
  return part->cycle ? identify_cycle(kind, part->cycle, process, ret)
                     : identify(kind, NULL, process, part->stack, true, ret);
}

/* The largest part of a record; of like ones the first. */
static struct error *choose_part(void *context, const struct leak_part *part)
{
  struct leak_part *chosen = context;
  if (!chosen->loss || leak_amounts_all_bytes(&part->amounts) > leak_amounts_all_bytes(&chosen->amounts))
    *chosen = *part;
  return NULL;
}

struct error *identify_loss(const struct loss_record *loss, const struct process *process, struct identity *ret)
{
  struct leak_part largest = {.loss = NULL, .kind = loss->kind, .stack = loss->stack};
  struct error *error = leak_parts_of_record(loss, choose_part, &largest);
  return error ? error : identify_leak_part(&largest, process, ret);
}

struct error *identify_blocks(const struct stack *stack, const struct process *process,
                              struct identity ret[static LEAK_KINDS])
{
  struct frames frames;
  struct error *error = make_frames(process, stack, &frames);
  for (size_t kind = 0; kind < LEAK_KINDS && !error; kind++)
    error = identify_frames(kind == 0 ? GROWTH_KIND_NAME : loss_kind_name((enum record_leak_kind)kind), NULL,
                            frames.items, frames.count, true, &ret[kind]);
  release_frames(&frames);
  return error;
}

struct error *identify_growth(const struct growth_site *site, const struct process *process, struct identity *ret)
{
  return identify(GROWTH_KIND_NAME, NULL, process, site->stack, true, ret);
}

/* The place is put behind the names, as two lines of one function are two sites. */
static struct error *identify_stack(const struct frames *frames, struct identity *ret)
{
  struct identity place;
  const char **names = calloc(frames->count + 1, sizeof *names);
  struct error *error = names ? identify_frames("Site", NULL, frames->items, frames->count, true,
                                                &place) : error_no_memory();
  if (!error) {
    for (size_t i = 0; i < frames->count; i++)
      names[i] = frames->items[i].name;
    names[frames->count] = place.digits;
    *ret = identity_of_stack("Site", NULL, names, frames->count + 1);
  }
  free(names);
  return error;
}

struct error *identify_site(const struct stack *stack, const struct process *process, struct identity *ret)
{
  struct frames frames;
  struct error *error = make_frames(process, stack, &frames);
  if (!error)
    error = identify_stack(&frames, ret);
  release_frames(&frames);
  return error;
}
