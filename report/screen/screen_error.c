/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an error is called follows from its kind and from where its address lies; each kind has a function that makes
 * its title. */
#include "report/screen/screen_error.h"

#include <stdlib.h>
#include <string.h>

#include "report/model/identify.h"
#include "report/screen/place_span.h"
#include "report/words/error_notes.h"
#include "report/words/numbers.h"
#include "report/words/sentences.h"

enum { NULL_PAGE_BYTES = 4096 };

char *screen_count(uint64_t count, const char *one, const char *several)
{
  return span_format("%s %s", grouped_number(count).digits, count == 1 ? one : several);
}

const char *screen_kind_words(enum screen_kind kind, size_t count)
{
  static const char *const words[][2] = {
#define SCREEN_KIND(id, one, several) {one, several},
#include "report/screen/screen_kinds.def"
  };
  return words[kind][count != 1];
}

/* --- the block at the address --- */

enum relation { NO_BLOCK, BEFORE_BLOCK, INSIDE_BLOCK, AFTER_BLOCK };

struct block_place {
  enum relation relation;
  bool is_freed;
  uint64_t distance, bytes;
};

static struct block_place relate(uint64_t address, uint64_t start, uint64_t bytes, bool is_freed)
{
  struct block_place place = {INSIDE_BLOCK, is_freed, address - start, bytes};
  if (address < start) {
    place.relation = BEFORE_BLOCK;
    place.distance = start - address;
  } else if (place.distance >= bytes && !(bytes == 0 && address == start)) {
    place.relation = AFTER_BLOCK;
    place.distance -= bytes;
  }
  return place;
}

static struct block_place block_place_of(const struct error_context *error)
{
  if (error->variable.kind != VARIABLE_NONE)
    return (struct block_place){NO_BLOCK};
  switch (error->place) {
  case RECORD_PLACE_LIVE_BLOCK:
    return relate(error->address, error->block_start, error->block_bytes, false);
  case RECORD_PLACE_FREED_BLOCK:
    return relate(error->address, error->block_start, error->block_bytes, true);
  case RECORD_PLACE_ARENA:
    if (error->nearest_start != 0)
      return relate(error->address, error->nearest_start, error->nearest_bytes, error->nearest_is_freed);
    break;
  }
  return (struct block_place){NO_BLOCK};
}

/* "16 bytes into a freed block of 24 bytes", "just past a block of 24 bytes" */
static char *position_of(const struct block_place *place)
{
  char *bytes = screen_count(place->bytes, "byte", "bytes"), *far = screen_count(place->distance, "byte", "bytes");
  const char *block = place->is_freed ? "a freed block" : "a block";
  const bool is_inside = place->relation == INSIDE_BLOCK;
  char *text = NULL;
  if (!bytes || !far)
    text = NULL;
  else if (place->relation == BEFORE_BLOCK)
    text = span_format("%s before %s of %s", far, block, bytes);
  else if (place->distance == 0)
    text = span_format("%s %s of %s", is_inside ? "at the start of" : "just past", block, bytes);
  else
    text = span_format("%s %s %s of %s", far, is_inside ? "into" : "past", block, bytes);
  free(bytes);
  free(far);
  return text;
}

/* --- kinds --- */

static bool is_access(const struct error_context *error)
{
  return error->kind == RECORD_ERROR_INVALID_READ || error->kind == RECORD_ERROR_INVALID_WRITE;
}

static bool is_null(const struct error_context *error)
{
  return is_access(error) && error->address < NULL_PAGE_BYTES;
}

static enum screen_kind kind_of_access(const struct error_context *error)
{
  const struct block_place place = block_place_of(error);
  if (is_null(error))
    return SCREEN_NULL_POINTER;
  if (place.relation == INSIDE_BLOCK && place.is_freed)
    return SCREEN_USE_AFTER_FREE;
  if (place.is_freed)
    return SCREEN_ACCESS;
  if (place.relation == AFTER_BLOCK)
    return SCREEN_OVERFLOW;
  return place.relation == BEFORE_BLOCK ? SCREEN_UNDERFLOW : SCREEN_ACCESS;
}

static bool is_double_free(const struct error_context *error)
{
  const struct block_place place = block_place_of(error);
  return error->kind == RECORD_ERROR_INVALID_FREE && place.is_freed && place.relation == INSIDE_BLOCK &&
         place.distance == 0;
}

enum screen_kind screen_kind_of(const struct error_context *error)
{
  switch (error->kind) {
  case RECORD_ERROR_INVALID_READ:
  case RECORD_ERROR_INVALID_WRITE:
    return kind_of_access(error);
  case RECORD_ERROR_INVALID_FREE:
    return is_double_free(error) ? SCREEN_DOUBLE_FREE : SCREEN_INVALID_FREE;
  case RECORD_ERROR_MISMATCHED_FREE:
    return SCREEN_MISMATCHED_FREE;
  case RECORD_ERROR_INVALID_JUMP:
    return SCREEN_JUMP;
  case RECORD_ERROR_CONDITION:
  case RECORD_ERROR_VALUE:
    return SCREEN_UNINITIALISED;
  case RECORD_ERROR_SYSCALL_PARAM:
    return SCREEN_SYSCALL;
  case RECORD_ERROR_OVERLAP:
    return SCREEN_OVERLAP;
  default:
    return error_is_of_descriptor(error) ? SCREEN_DESCRIPTOR : SCREEN_OTHER;
  }
}

/* --- titles --- */

static char *title_of_access(const struct error_context *error)
{
  const struct block_place place = block_place_of(error);
  const enum screen_kind kind = kind_of_access(error);
  const char *verb = error->kind == RECORD_ERROR_INVALID_READ ? "read" : "write";
  char *bytes = screen_count(error->size, "byte", "bytes"), *position = NULL, *title;
  if (place.relation != NO_BLOCK && kind != SCREEN_NULL_POINTER)
    position = position_of(&place);
  if (kind == SCREEN_NULL_POINTER)
    title = span_format("null pointer: %s of %s (at address 0x%llx)", verb, bytes ? bytes : "",
                        (unsigned long long)error->address);
  else if (kind == SCREEN_ACCESS)
    title = span_format("invalid %s of %s%s%s", verb, bytes ? bytes : "", position ? ", " : "",
                        position ? position : "");
  else
    title = span_format("%s: %s of %s, %s", screen_kind_words(kind, 1), verb, bytes ? bytes : "",
                        position ? position : "");
  free(bytes);
  free(position);
  return title;
}

static char *title_of_free(const struct error_context *error)
{
  const struct block_place place = block_place_of(error);
  if (place.relation == NO_BLOCK)
    return strdup("invalid free: this pointer is not that of a heap block");
  if (is_double_free(error)) {
    char *bytes = screen_count(place.bytes, "byte", "bytes");
    char *title = span_format("double free: a block of %s is freed again", bytes ? bytes : "");
    free(bytes);
    return title;
  }
  char *position = position_of(&place);
  char *title = span_format("invalid free: the pointer is %s", position ? position : "");
  free(position);
  return title;
}

static char *title_of_mismatch(const struct process *process, const struct error_context *error)
{
  char *allocator = span_innermost_function(process, error->alloc_stack);
  char *freer = span_innermost_function(process, error->stack);
  char *title = allocator && freer
                  ? span_format("mismatched free: a block from %s is freed by %s", allocator, freer)
                  : strdup("mismatched free: the block is from another family of functions");
  free(allocator);
  free(freer);
  return title;
}

static char *title_of_parameter(const struct error_context *error)
{
  const char *what = error->auxiliary == RECORD_PARAM_REGISTER        ? "is uninitialised"
                     : error->auxiliary == RECORD_PARAM_UNADDRESSABLE ? "points to memory that is not addressable"
                                                                      : "points to uninitialised bytes";
  return span_format("system call argument %s %s", error->text, what);
}

static char *title_of(const struct process *process, const struct error_context *error)
{
  switch (error->kind) {
  case RECORD_ERROR_INVALID_READ:
  case RECORD_ERROR_INVALID_WRITE:
    return title_of_access(error);
  case RECORD_ERROR_INVALID_FREE:
    return title_of_free(error);
  case RECORD_ERROR_MISMATCHED_FREE:
    return title_of_mismatch(process, error);
  case RECORD_ERROR_CONDITION:
    return strdup("branch depends on an uninitialised value");
  case RECORD_ERROR_VALUE:
    return strdup("use of an uninitialised value");
  case RECORD_ERROR_INVALID_JUMP:
    return span_format("jump to the invalid address 0x%llx", (unsigned long long)error->address);
  case RECORD_ERROR_SYSCALL_PARAM:
    return title_of_parameter(error);
  default:
    return error_sentence(error);
  }
}

static const char *label_of(const struct error_context *error)
{
  switch (error->kind) {
  case RECORD_ERROR_INVALID_READ:
    return "read here";
  case RECORD_ERROR_INVALID_WRITE:
    return "written here";
  case RECORD_ERROR_INVALID_FREE:
    return is_double_free(error) ? "freed again here" : "freed here";
  case RECORD_ERROR_MISMATCHED_FREE:
    return "freed here";
  case RECORD_ERROR_CONDITION:
  case RECORD_ERROR_VALUE:
    return "used here";
  case RECORD_ERROR_SYSCALL_PARAM:
    return "passed here";
  default:
    return "here";
  }
}

/* --- what stands below --- */

static void add_span(const struct process *process, const struct stack *stack, enum span_role role, const char *label,
                     struct drawing *drawing)
{
  if (drawing->span_count < DRAWING_SPANS &&
      span_of_stack(process, stack, role, label, &drawing->spans[drawing->span_count]))
    drawing->span_count++;
}

static void add_block(const struct process *process, const struct error_context *error, struct drawing *drawing)
{
  const bool is_freed = block_place_of(error).is_freed;
  if (is_freed)
    add_span(process, error->free_stack, SPAN_BEFORE, is_double_free(error) ? "freed first here" : "freed here",
             drawing);
  add_span(process, error->alloc_stack, SPAN_ALLOCATED, "allocated here", drawing);
}

static void add_origin(const struct process *process, const struct error_context *error, struct drawing *drawing)
{
  static const char *const labels[] = {
    [RECORD_ORIGIN_NONE] = "comes from here", [RECORD_ORIGIN_HEAP] = "allocated here, but never set",
    [RECORD_ORIGIN_STACK] = "a local variable of this function, which was never set",
    [RECORD_ORIGIN_CLIENT] = "declared uninitialised here",
  };
  const bool is_known = error->origin < sizeof labels / sizeof *labels;
  add_span(process, error->origin_stack, error->origin == RECORD_ORIGIN_HEAP ? SPAN_ALLOCATED : SPAN_BEFORE,
           labels[is_known ? error->origin : RECORD_ORIGIN_NONE], drawing);
}

static void add_notes(const struct process *process, const struct error_context *error, struct drawing *drawing)
{
  struct error_notes notes;
  error_notes_describe(error, &process->settings, &notes);
  for (size_t i = 0; i < notes.count; i++)
    if (notes.items[i].stack)
      add_span(process, notes.items[i].stack, SPAN_BEFORE, notes.items[i].sentence, drawing);
    else
      drawing_add_note(drawing, strdup(notes.items[i].sentence));
  error_notes_release(&notes);
}

static void add_thread(const struct process *process, const struct error_context *error, struct drawing *drawing)
{
  const char *name = process_thread_name(process, error->tid);
  if (error->tid > 1)
    drawing_add_note(drawing, span_format("in thread %llu%s%s", (unsigned long long)error->tid, name ? ", " : "",
                                          name ? name : ""));
}

static void add_identity(const struct process *process, const struct error_context *error, struct drawing *drawing)
{
  struct identity identity;
  if (process->settings.verbosity < 2)
    return;
  struct error *failure = identify_error(error, process, &identity);
  if (!failure)
    drawing_add_note(drawing, span_format("finding %s", identity.digits));
  error_free(failure);
}

void screen_error_draw(const struct process *process, const struct error_context *error, struct drawing *ret)
{
  *ret = (struct drawing){.colour = DRAWING_RED, .level = "error", .title = title_of(process, error)};
  add_span(process, error->stack, SPAN_HAPPENED, label_of(error), ret);
  if (!error_is_of_value(error) && block_place_of(error).relation != NO_BLOCK && !error_is_of_descriptor(error))
    add_block(process, error, ret);
  else if (error_is_of_value(error) && error->origin_stack)
    add_origin(process, error, ret);
  else if (!is_null(error))
    add_notes(process, error, ret);
  add_thread(process, error, ret);
  add_identity(process, error, ret);
}
