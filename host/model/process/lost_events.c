/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An event's address is looked up as that of an error is. */
#include "host/model/process/lost_events.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/fnv.h"
#include "host/base/print.h"
#include "host/model/frames/frame_names.h"
#include "host/model/frames/short_name.h"
#include "host/model/process/model.h"

/* --- places --- */

/* As far as variables_find() reads it. */
static struct record_error error_at(const struct record_lost_event *frame)
{
  return (struct record_error){
    .address = frame->address, .place = frame->place, .place_tid = frame->place_tid,
    .frames_first = frame->frames_first, .frames_stack_id = frame->frames_stack_id, .frame_sps = frame->frame_sps,
    .frame_fps = frame->frame_fps, .tls_module = frame->tls_module, .tls_tid = frame->tls_tid,
    .tls_offset = frame->tls_offset,
  };
}

static void name_variable(const struct variable *variable, struct lost_place *place)
{
  static const enum lost_place_kind kinds[] = {
    [VARIABLE_LOCAL] = LOST_IN_LOCAL, [VARIABLE_STATIC] = LOST_IN_STATIC, [VARIABLE_GLOBAL] = LOST_IN_GLOBAL,
    [VARIABLE_THREAD] = LOST_IN_THREAD,
  };
  place->kind = kinds[variable->kind];
  place->function = variable->function ? short_function_name(variable->function) : NULL;
  print_new(&place->variable, "%s%s", variable->name, variable->path ? variable->path : "");
}

/* A symbol says no more than the name. */
static struct error *name_symbol(struct process *process, const struct record_lost_event *frame,
                                 struct lost_place *place)
{
  (void)process;
  place->kind = LOST_IN_GLOBAL;
  copy_record_string(frame->place_name, &place->variable);
  return NULL;
}

/* The function that made the frame; else the one whose frame it is, which is the outermost that was sent. */
static struct error *name_frame(struct process *process, const struct record_lost_event *frame,
                                struct lost_place *place)
{
  struct stack *stack;
  struct error *error =
    process_stack(process, frame->place_stack_id ? frame->place_stack_id : frame->frames_stack_id, &stack);
  place->kind = LOST_ON_STACK;
  if (error || !stack || stack->count == 0)
    return error;
  const struct code *code = stack->codes[stack->count - 1];
  const struct frame *maker = &code->frames[code->frame_count - 1];
  if (!maker->function && !maker->function_linkage)
    return NULL;
  place->function = frame_names_short(&process->settings, code, code->frame_count - 1);
  return NULL;
}

/* One that lies beside a block is in none. */
static struct error *name_block(struct process *process, const struct record_lost_event *frame,
                                struct lost_place *place)
{
  struct stack *stack;
  struct error *error = process_stack(process, frame->alloc_stack_id, &stack);
  if (error || frame->address < frame->block_start || frame->address - frame->block_start >= frame->block_bytes)
    return error;
  place->kind = LOST_IN_BLOCK;
  place->offset = frame->address - frame->block_start;
  place->allocated = stack;
  return NULL;
}

static struct error *name_place(struct process *process, const struct record_lost_event *frame,
                                struct lost_place *place)
{
  static struct error *(*const namers[])(struct process *, const struct record_lost_event *, struct lost_place *) = {
    [RECORD_PLACE_LIVE_BLOCK] = name_block,   [RECORD_PLACE_FREED_BLOCK] = name_block,
    [RECORD_PLACE_POOL_BLOCK] = name_block,   [RECORD_PLACE_STACK] = name_frame,
    [RECORD_PLACE_DATA_SYMBOL] = name_symbol, [RECORD_PLACE_JUST_BELOW] = name_frame,
  };
  const struct record_error at = error_at(frame);
  struct variable variable;
  RETURN_IF_ERROR(variables_find(process, &at, &variable));
  if (variable.kind != VARIABLE_NONE) {
    name_variable(&variable, place);
    return NULL;
  }
  const bool is_named = frame->place < sizeof namers / sizeof *namers && namers[frame->place];
  return is_named ? namers[frame->place](process, frame, place) : NULL;
}

/* --- events --- */

static struct error *find_stack(struct process *process, uint64_t id, const struct stack **ret)
{
  struct stack *stack;
  struct error *error = process_stack(process, id, &stack);
  if (!error)
    *ret = stack;
  return error;
}

struct error *lost_event_make(struct process *process, const struct record_lost_event *frame, struct lost_event *ret)
{
  struct lost_event event = {.cause = (enum record_lost_cause)frame->cause, .into = frame->into, .value = frame->value};
  struct error *error;
  if ((error = find_stack(process, frame->stack_id, &event.stack))) {
    lost_event_release(&event);
    return error;
  }
  if ((error = find_stack(process, frame->stored_stack_id, &event.stored))) {
    lost_event_release(&event);
    return error;
  }
  if ((error = find_stack(process, frame->value_stack_id, &event.value_stack))) {
    lost_event_release(&event);
    return error;
  }
  if ((error = name_place(process, frame, &event.place))) {
    lost_event_release(&event);
    return error;
  }
  *ret = event;
  return NULL;
}

void lost_event_release(struct lost_event *event)
{
  free(event->place.variable);
  free(event->place.function);
}

/* --- keys --- */

static uint64_t add_number(uint64_t hash, uint64_t number)
{
  return fnv_number(hash, number, sizeof number);
}

/* With its end, so that two texts are not one longer text. */
static uint64_t add_text(uint64_t hash, const char *text)
{
  return fnv_bytes(hash, text ? text : "", (text ? strlen(text) : 0) + 1);
}

/* What a report shows of it. */
static uint64_t add_code(uint64_t hash, const struct code *code)
{
  for (size_t i = 0; i < code->frame_count; i++) {
    const struct frame *frame = &code->frames[i];
    hash = add_number(add_text(add_text(hash, frame->function_linkage), frame->file), frame->line);
    hash = add_text(hash, frame->function);
    if (!frame->function_linkage && !frame->function)
      hash = add_number(add_text(hash, code->mapping ? code->mapping->file.path : NULL),
                        code->mapping ? code_offset(code) : code->ip);
  }
  return hash;
}

static uint64_t add_stack(uint64_t hash, const struct process *process, const struct stack *stack)
{
  const size_t count = stack ? frame_names_shown_codes(&process->settings, stack) : 0;
  hash = add_number(hash, count);
  for (size_t i = 0; i < count; i++)
    hash = add_code(hash, stack->codes[i]);
  return hash;
}

static uint64_t add_event(uint64_t hash, const struct process *process, const struct lost_event *event)
{
  const struct lost_place *place = &event->place;
  const uint64_t numbers[] = {event->cause, event->value != 0, event->into, place->kind, place->offset};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    hash = add_number(hash, numbers[i]);
  hash = add_text(add_text(hash, place->variable), place->function);
  const struct stack *const stacks[] = {event->stack, event->stored, event->value_stack, place->allocated};
  for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++)
    hash = add_stack(hash, process, stacks[i]);
  return hash;
}

uint64_t lost_events_stack_key(const struct process *process, const struct stack *stack)
{
  return add_stack(FNV_EMPTY, process, stack);
}

/* Which registers held it is often chance; whether any did is not. */
uint64_t lost_events_key(const struct process *process, const struct lost_blocks *lost)
{
  const struct lost_drop *drop = &lost->drop;
  uint64_t hash = add_number(add_number(FNV_EMPTY, lost->cause), drop->registers != 0);
  if (lost->is_owner_first)
    hash = add_number(hash, true);
  for (size_t i = 0; i < lost->event_count; i++)
    hash = add_event(hash, process, &lost->events[i]);
  if (lost->newer)
    hash = add_event(hash, process, lost->newer);
  if (drop->kind != LOST_DROP_NONE)
    hash = add_stack(add_stack(add_number(hash, drop->kind), process, drop->got), process, drop->left);
  return hash;
}
