/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/misuse.h"

#include "shared/record/told_sizes.h"
#include "native/errors.h"
#include "native/libc_blocks.h"
#include "native/locks.h"
#include "native/next_functions.h"
#include "native/places.h"
#include "native/process_private.h"

static bool has_met_unseen; /* a block that the C library has given away past this library; under LOCK_ERRORS */

/* Is there a block of ours: one that lives, or the very one that was freed before? Otherwise it may be one that was
 * not seen, perhaps in memory of others that were freed; if there are any, this one, too. */
static bool is_ours(const struct record_error *error)
{
  const uint64_t into = error->address - error->block_start;
  if (error->place == RECORD_PLACE_LIVE_BLOCK)
    return into < error->block_bytes;
  return error->place == RECORD_PLACE_FREED_BLOCK && into == 0 && !has_met_unseen && process_unseen() == 0;
}

bool misuse_of_free(struct watched_thread *thread, uint64_t address, stack_id stack)
{
  struct record_error error = {.kind = RECORD_ERROR_INVALID_FREE, .address = address};
  locks_take(LOCK_ERRORS);
  places_describe(&error, thread);
  const bool is_unseen = !is_ours(&error) && libc_blocks_has(address);
  has_met_unseen |= is_unseen;
  if (!is_unseen)
    errors_report(thread, &error, stack);
  locks_release(LOCK_ERRORS);
  return is_unseen;
}

void misuse_of_family(struct watched_thread *thread, uint64_t start, const struct live_block *block, stack_id stack)
{
  struct record_error error = {.kind = RECORD_ERROR_MISMATCHED_FREE, .address = start};
  if (!process.settings.shows_mismatched_frees || next_functions_have_foreign_new())
    return;
  places_fill_live(&error, start, block);
  errors_report(thread, &error, stack);
}

static void report_misfit(struct watched_thread *thread, struct record_error *error, const struct live_block *block,
                          const struct release *how, stack_id stack)
{
  error->text = process_string(told_sizes_functions(how->allocator, how->has_size, how->has_alignment));
  places_fill_live(error, error->address, block);
  errors_report(thread, error, stack);
}

static bool is_alignment(uint64_t alignment)
{
  return alignment != 0 && (alignment & (alignment - 1)) == 0;
}

void misuse_of_alignment(struct watched_thread *thread, uint64_t alignment, stack_id stack)
{
  struct record_error error = {
    .kind = RECORD_ERROR_BAD_ALIGNMENT, .auxiliary = alignment, .text = process_string(TOLD_SIZES_NEW_ALIGNMENT)};
  if (!is_alignment(alignment))
    errors_report(thread, &error, stack);
}

void misuse_of_aligned(struct watched_thread *thread, const struct aligned_rule *rule, size_t alignment, size_t bytes,
                       stack_id stack)
{
  struct record_error bad = {
    .kind = RECORD_ERROR_BAD_ALIGNMENT, .auxiliary = alignment, .text = process_string(rule->should_be)};
  struct record_error both = {.kind = RECORD_ERROR_BAD_SIZE_AND_ALIGNMENT,
                              .size = bytes,
                              .auxiliary = alignment,
                              .text = process_string(TOLD_SIZES_MULTIPLE)};
  struct record_error none = {.kind = RECORD_ERROR_ZERO_SIZE};
  if (alignment < rule->least || (alignment & (alignment - 1)) != 0)
    errors_report(thread, &bad, stack);
  if (rule->needs_multiple && alignment != 0 && bytes % alignment != 0)
    errors_report(thread, &both, stack);
  if (bytes == 0)
    errors_report(thread, &none, stack);
}

void misuse_of_delete(struct watched_thread *thread, uint64_t start, const struct live_block *block,
                      const struct release *how, stack_id stack)
{
  const uint64_t made_with = block->alignment_log == 0 ? UINT64_MAX : UINT64_C(1) << (block->alignment_log - 1);
  const uint64_t told = how->has_alignment ? how->alignment : UINT64_MAX;
  struct record_error size = {.kind = RECORD_ERROR_SIZE_MISMATCH, .address = start, .size = how->bytes};
  struct record_error alignment = {
    .kind = RECORD_ERROR_ALIGNMENT_MISMATCH, .address = start, .size = made_with, .auxiliary = told};
  if (how->has_size && !misuse_is_size(block, how->bytes))
    report_misfit(thread, &size, block, how, stack);
  if (how->has_alignment && !how->has_size)
    misuse_of_alignment(thread, told, stack);
  if (made_with != told && (how->has_alignment || !how->has_size))
    report_misfit(thread, &alignment, block, how, stack);
  if (how->has_alignment && how->has_size)
    misuse_of_alignment(thread, told, stack);
}

void misuse_of_realloc(struct watched_thread *thread, uint64_t start, const struct live_block *block, stack_id stack)
{
  struct record_error error = {.kind = RECORD_ERROR_REALLOC_ZERO, .address = start};
  if (!process.settings.shows_realloc_zero)
    return;
  places_fill_live(&error, start, block);
  errors_report(thread, &error, stack);
}

bool misuse_of_size(struct watched_thread *thread, const char *what, size_t bytes, stack_id stack)
{
  struct record_error error = {.kind = RECORD_ERROR_FISHY_VALUE, .size = bytes, .text = process_string(what)};
  if ((ptrdiff_t)bytes >= 0)
    return false;
  errors_report(thread, &error, stack);
  return true;
}

void misuse_of_calloc(struct watched_thread *thread, size_t count, size_t bytes_each, stack_id stack)
{
  ptrdiff_t product;
  struct record_error error = {.kind = RECORD_ERROR_FISHY_VALUE,
                               .size = count,
                               .auxiliary = bytes_each,
                               .text = process_string("calloc(nmemb,size)")};
  if (misuse_of_size(thread, "calloc(nmemb)", count, stack) ||
      misuse_of_size(thread, "calloc(size)", bytes_each, stack) || !__builtin_mul_overflow(count, bytes_each, &product))
    return;
  errors_report(thread, &error, stack);
}
