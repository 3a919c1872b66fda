/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an error is called follows from its kind and from where its address lies; each kind has a function that makes
 * its title. */
#include "host/model/words/error_titles.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/print.h"
#include "host/model/frames/frame_names.h"
#include "host/model/process/found_later.h"
#include "host/model/words/numbers.h"
#include "host/model/words/sentences.h"

enum { NULL_PAGE_BYTES = 4096 };

const char *error_name_words(enum error_name name, size_t count)
{
  static const char *const words[][2] = {
#define ERROR_NAME(id, one, several) {one, several},
#include "host/model/words/error_names.def"
  };
  return words[name][count != 1];
}

/* --- the block at the address --- */

enum relation { NO_BLOCK, BEFORE_BLOCK, INSIDE_BLOCK, AFTER_BLOCK };

struct block_place {
  enum relation relation;
  bool is_freed;
  uint64_t distance, bytes; /* distance: from its start, or from what is outside to its nearest byte */
  uint64_t beyond;          /* of an access that begins inside, how many bytes are past the end */
};

static struct block_place relate(uint64_t address, uint64_t start, uint64_t bytes, bool is_freed)
{
  struct block_place place = {
    .relation = INSIDE_BLOCK, .is_freed = is_freed, .distance = address - start, .bytes = bytes};
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

static struct block_place access_place_of(const struct error_context *error)
{
  struct block_place place = block_place_of(error);
  const bool reaches_beyond = place.relation == INSIDE_BLOCK && !place.is_freed &&
                              place.bytes - place.distance < error->size;
  place.beyond = reaches_beyond ? error->size - (place.bytes - place.distance) : 0;
  return place;
}

enum error_block error_block_of(const struct error_context *error)
{
  const struct block_place place = block_place_of(error);
  return place.relation == NO_BLOCK ? ERROR_BLOCK_NONE : place.is_freed ? ERROR_BLOCK_FREED : ERROR_BLOCK_LIVE;
}

/* --- names --- */

static bool is_access(const struct error_context *error)
{
  return error->kind == RECORD_ERROR_INVALID_READ || error->kind == RECORD_ERROR_INVALID_WRITE;
}

static bool is_null(const struct error_context *error)
{
  return is_access(error) && error->address < NULL_PAGE_BYTES;
}

static enum error_name name_of_access(const struct error_context *error)
{
  const struct block_place place = access_place_of(error);
  if (is_null(error))
    return ERROR_NAME_NULL_POINTER;
  if (place.relation == INSIDE_BLOCK && place.is_freed)
    return ERROR_NAME_USE_AFTER_FREE;
  if (place.is_freed)
    return ERROR_NAME_ACCESS;
  if (place.relation == AFTER_BLOCK || place.beyond > 0)
    return ERROR_NAME_OVERFLOW;
  return place.relation == BEFORE_BLOCK ? ERROR_NAME_UNDERFLOW : ERROR_NAME_ACCESS;
}

static bool is_double_free(const struct error_context *error)
{
  const struct block_place place = block_place_of(error);
  return error->kind == RECORD_ERROR_INVALID_FREE && place.is_freed && place.relation == INSIDE_BLOCK &&
         place.distance == 0;
}

static enum error_name name_of_found_later(uint64_t kind)
{
  switch (kind) {
#define FOUND_LATER(KIND, name, where, state, label) \
  case RECORD_ERROR_##KIND:                          \
    return ERROR_NAME_##name;
#include "host/model/process/found_later.def"
  }
  return ERROR_NAME_OTHER;
}

enum error_name error_name_of(const struct error_context *error)
{
  if (found_later_of(error->kind))
    return name_of_found_later(error->kind);
  switch (error->kind) {
  case RECORD_ERROR_INVALID_READ:
  case RECORD_ERROR_INVALID_WRITE:
    return name_of_access(error);
  case RECORD_ERROR_INVALID_FREE:
    return is_double_free(error) ? ERROR_NAME_DOUBLE_FREE : ERROR_NAME_INVALID_FREE;
  case RECORD_ERROR_MISMATCHED_FREE:
  case RECORD_ERROR_SIZE_MISMATCH:
  case RECORD_ERROR_ALIGNMENT_MISMATCH:
    return ERROR_NAME_MISMATCHED_FREE;
  case RECORD_ERROR_FISHY_VALUE:
    return ERROR_NAME_BAD_SIZE;
  case RECORD_ERROR_BAD_ALIGNMENT:
  case RECORD_ERROR_BAD_SIZE_AND_ALIGNMENT:
  case RECORD_ERROR_ZERO_SIZE:
  case RECORD_ERROR_REALLOC_ZERO:
    return ERROR_NAME_BAD_ALLOCATION;
  case RECORD_ERROR_CLIENT_CHECK:
    return ERROR_NAME_CHECK;
  case RECORD_ERROR_INVALID_JUMP:
    return ERROR_NAME_JUMP;
  case RECORD_ERROR_CONDITION:
  case RECORD_ERROR_VALUE:
    return ERROR_NAME_UNINITIALISED;
  case RECORD_ERROR_SYSCALL_PARAM:
    return ERROR_NAME_SYSCALL;
  case RECORD_ERROR_OVERLAP:
    return ERROR_NAME_OVERLAP;
  case RECORD_ERROR_MEMPOOL:
    return ERROR_NAME_POOL;
  case RECORD_ERROR_COREMEM:
    return ERROR_NAME_SYSTEM_ACCESS;
  default:
    return error_is_of_descriptor(error) ? ERROR_NAME_DESCRIPTOR : ERROR_NAME_OTHER;
  }
}

/* --- titles --- */

/* "1 is", "3 are" */
static struct grouped_number are(uint64_t count)
{
  return grouped_count(count, "is", "are");
}

/* "16 bytes into a freed block of 24 bytes", "just past a block of 24 bytes", "of which 3 are past the end of a
 * block" */
static void print_position(const struct block_place *place, char **ret)
{
  const char *block = place->is_freed ? "a freed block" : "a block";
  const struct grouped_number bytes = grouped_bytes(place->bytes), far = grouped_bytes(place->distance);
  const bool is_inside = place->relation == INSIDE_BLOCK;
  if (place->beyond > 0) {
    print_new(ret, "of which %s past the end of %s of %s", are(place->beyond).digits, block, bytes.digits);
    return;
  }
  if (place->relation == BEFORE_BLOCK) {
    print_new(ret, "%s before %s of %s", far.digits, block, bytes.digits);
    return;
  }
  if (place->distance == 0) {
    print_new(ret, "%s %s of %s", is_inside ? "at the start of" : "just past", block, bytes.digits);
    return;
  }
  print_new(ret, "%s %s %s of %s", far.digits, is_inside ? "into" : "past", block, bytes.digits);
}

static void title_of_access(const struct error_context *error, char **ret)
{
  const struct block_place place = access_place_of(error);
  const enum error_name name = name_of_access(error);
  const char *verb = error->kind == RECORD_ERROR_INVALID_READ ? "read" : "write";
  const struct grouped_number bytes = grouped_bytes(error->size);
  char *position = NULL;
  if (name == ERROR_NAME_NULL_POINTER) {
    print_new(ret, "null pointer: %s of %s (at address 0x%llx)", verb, bytes.digits,
              (unsigned long long)error->address);
    return;
  }
  if (place.relation != NO_BLOCK)
    print_position(&place, &position);
  if (name == ERROR_NAME_ACCESS)
    print_new(ret, "invalid %s of %s%s%s", verb, bytes.digits, position ? ", " : "", position ? position : "");
  else
    print_new(ret, "%s: %s of %s, %s", error_name_words(name, 1), verb, bytes.digits, position);
  free(position);
}

static void title_of_free(const struct error_context *error, char **ret)
{
  const struct block_place place = block_place_of(error);
  char *position;
  if (place.relation == NO_BLOCK) {
    print_new(ret, "invalid free: this pointer is not that of a heap block");
    return;
  }
  if (is_double_free(error)) {
    print_new(ret, "double free: a block of %s is freed again", grouped_bytes(place.bytes).digits);
    return;
  }
  print_position(&place, &position);
  print_new(ret, "invalid free: the pointer is %s", position);
  free(position);
}

/* Malloc'ed; NULL without stack and memory. */
static char *innermost_function(const struct process *process, const struct stack *stack)
{
  const bool is_known = stack && stack->count > 0 && stack->codes[0]->frame_count > 0;
  return is_known ? frame_names_short(&process->settings, stack->codes[0], 0) : NULL;
}

static void title_of_mismatch(const struct process *process, const struct error_context *error, char **ret)
{
  char *allocator = innermost_function(process, error->alloc_stack);
  char *freer = innermost_function(process, error->stack);
  if (allocator && freer) {
    print_new(ret, "mismatched free: a block from %s is freed by %s", allocator, freer);
  } else {
    print_new(ret, "mismatched free: the block is from another family of functions");
  }
  free(allocator);
  free(freer);
}

static void title_of_size_mismatch(const struct error_context *error, char **ret)
{
  print_new(ret, "mismatched free: a block of %s is freed as one of %s", grouped_bytes(error->block_bytes).digits,
            grouped_bytes(error->size).digits);
}

/* "aligned to 64 bytes", "without an alignment" */
static void print_alignment(uint64_t alignment, char **ret)
{
  if (alignment == UINT64_MAX) {
    print_new(ret, "without an alignment");
  } else {
    print_new(ret, "aligned to %s", grouped_bytes(alignment).digits);
  }
}

static void title_of_alignment_mismatch(const struct error_context *error, char **ret)
{
  char *made = NULL, *freed = NULL;
  print_alignment(error->size, &made);
  print_alignment(error->auxiliary, &freed);
  print_new(ret, "mismatched free: a block allocated %s is freed as one %s", made, freed);
  free(made);
  free(freed);
}

/* `text` is "function(argument)". */
static void title_of_fishy_size(const struct error_context *error, char **ret)
{
  const int function = (int)strcspn(error->text, "(");
  const char *argument = error->text + function + (error->text[function] == '(');
  if (error->auxiliary != 0) {
    print_new(ret, "impossible size: calloc of %s of %s, which is more than any memory",
              grouped_count(error->size, "element", "elements").digits, grouped_bytes(error->auxiliary).digits);
    return;
  }
  print_new(ret, "impossible size: argument %.*s of %.*s is %s (%lld as a signed number)", (int)strcspn(argument, ")"),
            argument, function, error->text, grouped_number(error->size).digits, (long long)error->size);
}

static void title_of_check(const struct error_context *error, char **ret)
{
  print_new(ret, "a check of the program found bytes that are %s",
            error->auxiliary == RECORD_PARAM_UNADDRESSABLE ? "not addressable" : "uninitialised");
}

static const char *undefined_value(const struct error_context *error)
{
  return error->origin == RECORD_ORIGIN_PAST_END ? "a value from past the end of a block" : "an uninitialised value";
}

static void title_of_parameter(const struct error_context *error, char **ret)
{
  const char *what = error->auxiliary == RECORD_PARAM_REGISTER        ? "is uninitialised"
                     : error->auxiliary == RECORD_PARAM_UNADDRESSABLE ? "points to memory that is not addressable"
                                                                      : "points to uninitialised bytes";
  print_new(ret, "system call argument %s %s", error->text, what);
}

static void title_of_overlap(const struct error_context *error, char **ret)
{
  const uint64_t to = error->address, from = error->auxiliary, apart = to > from ? to - from : from - to;
  const struct grouped_number bytes = grouped_bytes(error->size);
  print_new(ret, "overlapping copy: %s%s%s between places that are %s apart", error->text, error->size ? " of " : "",
            error->size ? bytes.digits : "", grouped_bytes(apart).digits);
}

static void title_of_alignment(const struct error_context *error, char **ret)
{
  const struct grouped_number alignment = grouped_number(error->auxiliary), bytes = grouped_bytes(error->size);
  if (error->kind == RECORD_ERROR_BAD_ALIGNMENT) {
    print_new(ret, "doubtful allocation: an alignment of %s %s", alignment.digits, error->text);
    return;
  }
  print_new(ret, "doubtful allocation: %s with an alignment of %s %s", bytes.digits, alignment.digits, error->text);
}

static void title_of_found_later(const struct error_context *error, char **ret)
{
  const struct block_place place = block_place_of(error);
  char *position;
  print_position(&place, &position);
  print_new(ret, "%s, found later than it happened: a write %s", error_name_words(error_name_of(error), 1), position);
  free(position);
}

void error_title(const struct process *process, const struct error_context *error, char **ret)
{
  if (found_later_of(error->kind)) {
    title_of_found_later(error, ret);
    return;
  }
  switch (error->kind) {
  case RECORD_ERROR_INVALID_READ:
  case RECORD_ERROR_INVALID_WRITE:
    title_of_access(error, ret);
    return;
  case RECORD_ERROR_INVALID_FREE:
    title_of_free(error, ret);
    return;
  case RECORD_ERROR_MISMATCHED_FREE:
    title_of_mismatch(process, error, ret);
    return;
  case RECORD_ERROR_SIZE_MISMATCH:
    title_of_size_mismatch(error, ret);
    return;
  case RECORD_ERROR_ALIGNMENT_MISMATCH:
    title_of_alignment_mismatch(error, ret);
    return;
  case RECORD_ERROR_FISHY_VALUE:
    title_of_fishy_size(error, ret);
    return;
  case RECORD_ERROR_REALLOC_ZERO:
    print_new(ret, "doubtful allocation: realloc to no bytes, which C libraries treat differently");
    return;
  case RECORD_ERROR_ZERO_SIZE:
    print_new(ret, "doubtful allocation: no bytes are asked for, which C libraries treat differently");
    return;
  case RECORD_ERROR_CLIENT_CHECK:
    title_of_check(error, ret);
    return;
  case RECORD_ERROR_CONDITION:
    print_new(ret, "branch depends on %s", undefined_value(error));
    return;
  case RECORD_ERROR_VALUE:
    print_new(ret, "use of %s", undefined_value(error));
    return;
  case RECORD_ERROR_INVALID_JUMP:
    print_new(ret, "jump to the invalid address 0x%llx", (unsigned long long)error->address);
    return;
  case RECORD_ERROR_SYSCALL_PARAM:
    title_of_parameter(error, ret);
    return;
  case RECORD_ERROR_OVERLAP:
    title_of_overlap(error, ret);
    return;
  case RECORD_ERROR_BAD_ALIGNMENT:
  case RECORD_ERROR_BAD_SIZE_AND_ALIGNMENT:
    title_of_alignment(error, ret);
    return;
  case RECORD_ERROR_MEMPOOL:
    print_new(ret, "invalid memory pool: its address is not that of a pool");
    return;
  case RECORD_ERROR_COREMEM:
    print_new(ret, "invalid access by the system: %s is not addressable", error->text);
    return;
  default:
    *ret = error_sentence(error);
    return;
  }
}
