/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One function per kind of error, in a table. */
#include "host/model/words/sentences.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/base/text_after.h"
#include "host/model/process/found_later.h"
#include "host/model/words/numbers.h"

static char *fishy_product(const struct error_context *error)
{
  return print_text("Arguments 'nmemb' and 'size' of function calloc have a fishy (overflowing) product: %llu * %llu",
                    (unsigned long long)error->size, (unsigned long long)error->auxiliary);
}

/* `text` is "function(argument)". */
static char *fishy_value(const struct error_context *error)
{
  if (error->auxiliary != 0)
    return fishy_product(error);
  const char *open = strchrnul(error->text, '(');
  const char *argument = *open ? open + 1 : open;
  return print_text("Argument '%.*s' of function %.*s has a fishy (possibly negative) value: %lld",
                    (int)strcspn(argument, ")"), argument, (int)(open - error->text), error->text,
                    (long long)error->size);
}

static char *value(const struct error_context *error)
{
  return print_text("Use of uninitialised value of size %llu", (unsigned long long)error->size);
}

static char *invalid_read(const struct error_context *error)
{
  return print_text("Invalid read of size %llu", (unsigned long long)error->size);
}

static char *invalid_write(const struct error_context *error)
{
  return print_text("Invalid write of size %llu", (unsigned long long)error->size);
}

static char *syscall_param(const struct error_context *error)
{
  const char *what = error->auxiliary == RECORD_PARAM_REGISTER        ? "contains uninitialised"
                     : error->auxiliary == RECORD_PARAM_UNADDRESSABLE ? "points to unaddressable"
                                                                      : "points to uninitialised";
  return print_text("Syscall param %s %s byte(s)", error->text, what);
}

static char *client_check(const struct error_context *error)
{
  return print_text("%s byte(s) found during client check request",
                    error->auxiliary == RECORD_PARAM_UNADDRESSABLE ? "Unaddressable" : "Uninitialised");
}

static char *core_memory(const struct error_context *error)
{
  return print_text("%s contains unaddressable byte(s)", error->text);
}

static char *overlap(const struct error_context *error)
{
  unsigned long long to = error->address, from = error->auxiliary, bytes = error->size;
  if (bytes == 0)
    return print_text("Source and destination overlap in %s(0x%llx, 0x%llx)", error->text, to, from);
  return print_text("Source and destination overlap in %s(0x%llx, 0x%llx, %llu)", error->text, to, from, bytes);
}

static char *bad_alignment(const struct error_context *error)
{
  return print_text("Invalid alignment value: %llu %s", (unsigned long long)error->auxiliary, error->text);
}

static char *bad_size_and_alignment(const struct error_context *error)
{
  return print_text("Invalid size value: %llu alignment value: %llu %s", (unsigned long long)error->size,
                    (unsigned long long)error->auxiliary, error->text);
}

static char *size_mismatch(const struct error_context *error)
{
  return print_text("Mismatched %s size value: %llu", error->text, (unsigned long long)error->size);
}

struct alignment_text {
  char text[24];
};

static struct alignment_text alignment_or_default(uint64_t alignment)
{
  struct alignment_text text = {"default-aligned"};
  if (alignment != UINT64_MAX)
    snprintf(text.text, sizeof text.text, "%llu", (unsigned long long)alignment);
  return text;
}

static char *alignment_mismatch(const struct error_context *error)
{
  return print_text("Mismatched %s alignment alloc value: %s dealloc value: %s", error->text,
                    alignment_or_default(error->size).text, alignment_or_default(error->auxiliary).text);
}

static char *bad_close(const struct error_context *error)
{
  return print_text("File descriptor %lld: %s is already closed", (long long)error->auxiliary, error->text);
}

static char *bad_use(const struct error_context *error)
{
  return print_text("File descriptor %lld %s", (long long)error->auxiliary, error->text);
}

static char *not_closed(const struct error_context *error)
{
  if (*error->place_name)
    return print_text("Open file descriptor %lld: %s", (long long)error->auxiliary, error->place_name);
  return print_text("Open %s", error->text);
}

static char *found_later(const struct found_later *later)
{
  return print_text("Invalid write %s, found later than it happened: the block was %s", later->where, later->state);
}

char *error_sentence(const struct error_context *error)
{
  const struct found_later *const later = found_later_of(error->kind);
  static const char *const fixed[] = {
    [RECORD_ERROR_INVALID_FREE] = "Invalid free() / delete / delete[] / realloc()",
    [RECORD_ERROR_MISMATCHED_FREE] = "Mismatched free() / delete / delete []",
    [RECORD_ERROR_REALLOC_ZERO] = "realloc() with size 0",
    [RECORD_ERROR_MEMPOOL] = "Illegal memory pool address",
    [RECORD_ERROR_CONDITION] = "Conditional jump or move depends on uninitialised value(s)",
    [RECORD_ERROR_ZERO_SIZE] = "Unsafe allocation with size of zero is implementation-defined",
    [RECORD_ERROR_INVALID_JUMP] = "Jump to the invalid address stated on the next line",
  };
  static char *(*const made[])(const struct error_context *) = {
    [RECORD_ERROR_FISHY_VALUE] = fishy_value,
    [RECORD_ERROR_VALUE] = value,
    [RECORD_ERROR_INVALID_READ] = invalid_read,
    [RECORD_ERROR_INVALID_WRITE] = invalid_write,
    [RECORD_ERROR_SYSCALL_PARAM] = syscall_param,
    [RECORD_ERROR_OVERLAP] = overlap,
    [RECORD_ERROR_COREMEM] = core_memory,
    [RECORD_ERROR_CLIENT_CHECK] = client_check,
    [RECORD_ERROR_BAD_ALIGNMENT] = bad_alignment,
    [RECORD_ERROR_BAD_SIZE_AND_ALIGNMENT] = bad_size_and_alignment,
    [RECORD_ERROR_SIZE_MISMATCH] = size_mismatch,
    [RECORD_ERROR_ALIGNMENT_MISMATCH] = alignment_mismatch,
    [RECORD_ERROR_FD_BAD_CLOSE] = bad_close,
    [RECORD_ERROR_FD_BAD_USE] = bad_use,
    [RECORD_ERROR_FD_NOT_CLOSED] = not_closed,
  };
  if (later)
    return found_later(later);
  bool is_made = error->kind < sizeof made / sizeof made[0] && made[error->kind];
  return is_made ? made[error->kind](error) : print_text("%s", fixed[error->kind]);
}

char *found_later_sentence(const struct error_context *error)
{
  const char *const when = found_later_when(error->auxiliary);
  if (error->size == 0)
    return print_text("How much was overwritten is not known; this was found %s", when);
  return print_text("%s%s overwritten; this was found %s", error->size > 1 ? "Up to " : "",
                    grouped_count(error->size, "byte was", "bytes were").digits, when);
}

char *loss_sentence(enum record_leak_kind kind, uint64_t bytes, uint64_t blocks, uint64_t indirect_bytes)
{
  const char *words = leak_kind_words(kind);
  if (indirect_bytes == 0)
    return print_text("%s bytes in %s blocks are %s", grouped_number(bytes).digits, grouped_number(blocks).digits,
                      words);
  uint64_t all = bytes;
  add_saturated(&all, indirect_bytes);
  return print_text("%s (%s direct, %s indirect) bytes in %s blocks are %s", grouped_number(all).digits,
                    grouped_number(bytes).digits, grouped_number(indirect_bytes).digits, grouped_number(blocks).digits,
                    words);
}

char *loss_record_sentence(const struct leak_check *check, const struct loss_record *record)
{
  uint64_t all = record->bytes + record->indirect_bytes, old_all = record->old_bytes + record->old_indirect_bytes;
  struct grouped_number blocks = grouped_number(record->blocks);
  struct grouped_number bytes_delta = grouped_delta(record->bytes, record->old_bytes, check->delta);
  struct grouped_number blocks_delta = grouped_delta(record->blocks, record->old_blocks, check->delta);
  const char *kind = leak_kind_words(record->kind);
  struct grouped_number number = grouped_number(record->number), total = grouped_number(check->record_count);
  if (record->indirect_bytes == 0)
    return print_text("%s%s bytes in %s%s blocks are %s in loss record %s of %s", grouped_number(record->bytes).digits,
                      bytes_delta.digits, blocks.digits, blocks_delta.digits, kind, number.digits, total.digits);
  return print_text("%s%s (%s%s direct, %s%s indirect) bytes in %s%s blocks are %s in loss record %s of %s",
                    grouped_number(all).digits, grouped_delta(all, old_all, check->delta).digits,
                    grouped_number(record->bytes).digits, bytes_delta.digits,
                    grouped_number(record->indirect_bytes).digits,
                    grouped_delta(record->indirect_bytes, record->old_indirect_bytes, check->delta).digits,
                    blocks.digits, blocks_delta.digits, kind, number.digits, total.digits);
}

/* Slow growth is told by the hour: it matters to programs that run for weeks. */
char *growth_rate_words(double bytes_per_second)
{
  static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
  const bool is_slow = bytes_per_second < 1;
  double rate = is_slow ? bytes_per_second * 3600 : bytes_per_second;
  unsigned unit = 0;
  while (rate >= 999.5 && unit + 1 < sizeof units / sizeof *units) {
    rate /= 1000;
    unit++;
  }
  return print_text(rate < 9.95 ? "%.1f %s/%s" : "%.0f %s/%s", rate, units[unit], is_slow ? "h" : "s");
}

char *growth_sentence_of(uint64_t bytes, uint64_t blocks, double bytes_per_second, double r2, uint64_t samples)
{
  char *rate = growth_rate_words(bytes_per_second);
  char *sentence =
    print_text("%s in %s, growing by %s (R2 %.2f over %s samples)", grouped_bytes(bytes).digits,
               grouped_count(blocks, "block", "blocks").digits, rate, r2, grouped_number(samples).digits);
  free(rate);
  return sentence;
}

/* What follows "Address 0x1234", "Location 0x1234"; NULL: the sentence begins with something else. */
static const char *after_address(const char *sentence)
{
  const char *rest = text_after(sentence, "Address 0x");
  if (!rest)
    rest = text_after(sentence, "Location 0x");
  return rest ? rest + strspn(rest, "0123456789abcdef") : NULL;
}

char *sentence_for_people(const char *sentence, const char *title)
{
  const char *rest = after_address(sentence);
  if (title && (rest || strcmp(sentence, "Block was alloc'd at") == 0))
    return memory_text(title);
  return rest ? print_text("The address%s", rest) : memory_text(sentence);
}
