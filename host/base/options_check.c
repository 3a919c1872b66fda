/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values are checked in three steps: by type; by form, for the few options whose text has one; and for known values
 * that are refused. */
#include "config.h" // VALGRIND_VERSION

#include "host/base/options_check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"

int options_word_index(const char *words, char separator, const char *word, size_t length)
{
  for (int index = 0;; index++) {
    const char *end = strchrnul(words, separator);
    if ((size_t)(end - words) == length && memcmp(words, word, length) == 0)
      return index;
    if (!*end)
      return -1;
    words = end + 1;
  }
}

static void keep(const char *value, char **ret)
{
  *ret = memory_text(value);
}

/* --- by type --- */

static struct error *check_bool(const char *value, char **ret)
{
  if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
    return error_format("expected yes or no");
  keep(value, ret);
  return NULL;
}

/* A whole string as a number: decimal or 0x, or hexadecimal in any case. */
static bool parse_number(const char *text, bool hexadecimal, int64_t *ret)
{
  bool prefixed = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  const char *digits = text + (text[0] == '-');
  if (!strchr("0123456789abcdefABCDEF", *digits) || !*digits)
    return false;
  char *end;
  errno = 0;
  long long number = strtoll(text, &end, hexadecimal || prefixed ? 16 : 10);
  if (errno || *end)
    return false;
  *ret = number;
  return true;
}

static struct error *check_number(const char *range, const char *value, char **ret)
{
  bool hexadecimal = strncmp(range, "0x", 2) == 0;
  char *dots;
  int64_t least = strtoll(range, &dots, 0);
  int64_t most = strtoll(dots + 2, NULL, 0);
  int64_t number;
  if (!parse_number(value, hexadecimal, &number) || number < least || number > most)
    return error_format("expected a number from %.*s to %s", (int)(dots - range), range, dots + 2);
  *ret = print_text(hexadecimal ? "0x%" PRIx64 : "%" PRId64, number);
  return NULL;
}

static struct error *check_choice(const char *words, const char *value, char **ret)
{
  if (options_word_index(words, '|', value, strlen(value)) < 0)
    return error_format("expected one of %s", words);
  keep(value, ret);
  return NULL;
}

/* The words whose bits are set, in the order of the table. */
static char *set_text(const char *words, unsigned bits)
{
  char *text = NULL;
  size_t size;
  FILE *stream = print_begin(&text, &size);
  const char *comma = "";
  for (unsigned bit = 1; bits; bit <<= 1) {
    const char *end = strchrnul(words, ',');
    if (bits & bit) {
      fprintf(stream, "%s%.*s", comma, (int)(end - words), words);
      comma = ",";
    }
    bits &= ~bit;
    words = *end ? end + 1 : end;
  }
  if (!*comma)
    fputs("none", stream);
  fclose(stream);
  return text;
}

static unsigned word_count(const char *words)
{
  unsigned count = 1;
  for (; *words; words++)
    count += *words == ',';
  return count;
}

static struct error *check_set(const char *words, const char *value, char **ret)
{
  unsigned bits = 0;
  if (strcmp(value, "all") == 0) {
    bits = (1u << word_count(words)) - 1;
  } else if (strcmp(value, "none") != 0) {
    for (const char *word = value, *end;; word = end + 1) {
      end = strchrnul(word, ',');
      int index = options_word_index(words, ',', word, end - word);
      if (index < 0)
        return error_format("unknown word \"%.*s\"; expected %s, all or none", (int)(end - word), word, words);
      bits |= 1u << index;
      if (!*end)
        break;
    }
  }
  *ret = set_text(words, bits);
  return NULL;
}

static struct error *check_type(const struct option_entry *entry, const char *value, char **ret)
{
  switch (entry->type) {
  case OPTION_BOOL:
    return check_bool(value, ret);
  case OPTION_NUMBER:
    return check_number(entry->argument, value, ret);
  case OPTION_COUNT_UP:
    return check_number("0..1000", value, ret);
  case OPTION_CHOICE:
    return check_choice(entry->argument, value, ret);
  case OPTION_SET:
    return check_set(entry->argument, value, ret);
  case OPTION_TEXT:
  case OPTION_LIST:
    break;
  }
  keep(value, ret);
  return NULL;
}

/* --- options with a form of their own --- */

static struct error *check_not_empty(const char *value)
{
  return *value ? NULL : error_format("expected a value after the =");
}

static struct error *check_power_of_two(const char *value)
{
  int64_t number = atoll(value);
  return (number & (number - 1)) == 0 ? NULL : error_format("expected a power of two from 16 to 4096");
}

/* The two numbers of "A-B" at the start of a text, and what follows. */
static bool parse_pair(const char *text, int base, unsigned long long *ret_first, unsigned long long *ret_second,
                       const char **ret_rest)
{
  const char *digits = base == 16 ? "0123456789abcdefABCDEF" : "0123456789";
  char *end;
  errno = 0;
  if (!*text || !strchr(digits, *text))
    return false;
  *ret_first = strtoull(text, &end, base);
  if (*end != '-' || !end[1] || !strchr(digits, end[1]))
    return false;
  *ret_second = strtoull(end + 1, &end, base);
  *ret_rest = end;
  return !errno;
}

static struct error *check_ranges(const char *value)
{
  const unsigned long long largest = 64 << 20;
  for (const char *rest = value;; rest++) {
    unsigned long long start, end;
    if (strncmp(rest, "0x", 2) != 0 || !parse_pair(rest, 16, &start, &end, &rest) || (*rest && *rest != ','))
      return error_format("expected address ranges like 0x1000-0x1fff, separated by commas");
    if (end < start)
      return error_format("the range 0x%llx-0x%llx ends before it starts", start, end);
    if (end - start > largest)
      return error_format("the range 0x%llx-0x%llx is larger than 64 MiB, the maximum", start, end);
    if (!*rest)
      return NULL;
  }
}

static struct error *check_range_below_sp(const char *value)
{
  unsigned long long far, near;
  const char *rest;
  if (!parse_pair(value, 10, &far, &near, &rest) || *rest)
    return error_format("expected two decimal offsets like 8192-8189");
  if (far <= near)
    return error_format("the first offset must be the larger one");
  if (far > 1000000 || far - near > 4096)
    return error_format("expected offsets up to 1000000 that are at most 4096 apart");
  return NULL;
}

static struct error *check_flags(const char *value)
{
  return strlen(value) == 8 && strspn(value, "01") == 8 ? NULL : error_format("expected eight digits 0 or 1");
}

static struct error *check_tool(const char *value)
{
  if (strcmp(value, "memcheck") == 0 || strcmp(value, "seep") == 0)
    return NULL;
  return error_format("Seep is a memory checker like Memcheck and has no tool \"%s\"; use valgrind for it", value);
}

/* ":soname:symbol", whatever the first character is. */
static struct error *check_text_symbol(const char *value)
{
  const char *second = *value ? strchr(value + 1, *value) : NULL;
  return second && second > value + 1 && second[1] ? NULL : error_format("expected :SONAME:SYMBOL");
}

static struct error *check_dump(const char *value)
{
  return options_word_index("syms|line|frames", '|', value, strlen(value)) >= 0
           ? NULL : error_format("expected one of syms|line|frames");
}

static struct error *check_address(const char *value)
{
  int64_t address;
  return parse_number(value, false, &address) && address >= 0 ? NULL : error_format("expected an address like 0x10000");
}

static bool is_snapshot_signal(const char *value)
{
  static const char *const names[] = {
#define SNAPSHOT_SIGNAL(name) #name,
#include "shared/base/snapshot_signals.def"
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(value, names[i]) == 0)
      return true;
  return false;
}

/* As memcheck/pure/snapshot/snapshot_periods.c reads it. */
static bool is_snapshot_period(const char *value)
{
  const size_t digits = strspn(value, "0123456789");
  return digits >= 1 && digits <= 9 && strspn(value, "0") < digits && strlen(value) == digits + 1
         && strchr("saKMG", value[digits]);
}

static struct error *check_snapshot(const char *value)
{
  const bool is_moment = strcmp(value, "exit") == 0 || strcmp(value, "peak") == 0;
  if (is_moment || is_snapshot_signal(value) || is_snapshot_period(value))
    return NULL;
  if (strncmp(value, "SIG", 3) == 0)
    return error_format("%s cannot be used for this; SIGUSR1 and SIGUSR2 are there for such things", value);
  return error_format("expected exit, peak, the name of a signal like SIGUSR2, or every so many seconds (10s), "
                      "allocations (100000a) or bytes allocated (50M)");
}

/* Places are known only when the program runs. */
static struct error *check_fail_alloc(const char *value)
{
  const bool is_zero = *value && strspn(value, "0") == strlen(value);
  return is_zero ? error_format("allocations count from 1") : NULL;
}

/* What a pattern of --own is for. */
static struct error *check_own(const char *value)
{
  static const char *const kinds[] = {"src=", "obj=", "fun="};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strncmp(value, kinds[i], strlen(kinds[i])) == 0 && value[strlen(kinds[i])])
      return NULL;
  return error_format("expected src=GLOB, obj=GLOB or fun=GLOB");
}

static struct error *check_path_map(const char *value)
{
  return *value != '=' && strchr(value, '=') ? NULL : error_format("expected OLD=NEW, two beginnings of paths");
}

/* Of --explain: what is no item of a list. */
static bool stands_alone(const char *item, size_t length)
{
  return (length == strlen("all") && memcmp(item, "all", length) == 0) ||
         (length == strlen("values") && memcmp(item, "values", length) == 0);
}

/* What ends in a line has a file before it. */
static bool is_followable(const char *item, size_t length)
{
  const char *colon = memrchr(item, ':', length);
  const size_t digits = colon ? strspn(colon + 1, "0123456789") : 0;
  const bool is_line = digits > 0 && colon + 1 + digits == item + length;
  return length > 0 && !stands_alone(item, length) && (!is_line || (colon > item && strspn(colon + 1, "0") < digits));
}

/* Which findings and places there are is known only when the program runs. */
static struct error *check_explain(const char *value)
{
  if (stands_alone(value, strlen(value)))
    return NULL;
  for (const char *item = value, *end;; item = end + 1) {
    end = strchrnul(item, ',');
    if (!is_followable(item, (size_t)(end - item)))
      return error_format(
        "expected all, or values, or findings (at least four digits of their ids) and places (FUNCTION, FILE or "
        "FILE:LINE), separated by commas");
    if (!*end)
      return NULL;
  }
}

/* Four numbers each; the empty list is none. */
static struct error *check_moments(const char *value)
{
  const char *at = value;
  for (unsigned i = 0; *at; i++) {
    const size_t digits = strspn(at, "0123456789");
    const char expected = i % 4 < 3 ? '.' : ',';
    const bool is_last = at[digits] == '\0' && i % 4 == 3;
    if (digits == 0 || digits > 9 || (!is_last && at[digits] != expected))
      return error_format("expected THREAD.NUMBER.EVENTS.EXITS, separated by commas");
    at += digits + !is_last;
    if (!*at && !is_last)
      return error_format("expected no comma at the end");
  }
  return NULL;
}

static const struct {
  enum option_id id;
  struct error *(*check)(const char *value);
} forms[] = {
  {OPTION_alignment, check_power_of_two},
  {OPTION_ignore_ranges, check_ranges},
  {OPTION_ignore_range_below_sp, check_range_below_sp},
  {OPTION_trace_flags, check_flags},
  {OPTION_profile_flags, check_flags},
  {OPTION_tool, check_tool},
  {OPTION_require_text_symbol, check_text_symbol},
  {OPTION_debug_dump, check_dump},
  {OPTION_aspace_minaddr, check_address},
  {OPTION_log_file, check_not_empty},
  {OPTION_log_socket, check_not_empty},
  {OPTION_xml_file, check_not_empty},
  {OPTION_xml_socket, check_not_empty},
  {OPTION_suppressions, check_not_empty},
  {OPTION_record, check_not_empty},
  {OPTION_snapshot, check_snapshot},
  {OPTION_own, check_own},
  {OPTION_path_map, check_path_map},
  {OPTION_fail_alloc, check_fail_alloc},
  {OPTION_explain, check_explain},
  {OPTION_try_fix, check_moments},
};

static struct error *check_form(enum option_id id, const char *value)
{
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (forms[i].id == id)
      return forms[i].check(value);
  return NULL;
}

/* --- refusals --- */

static const struct {
  enum option_id id;
  const char *value, *reason;
} refusals[] = {
#define REFUSAL(id, value, reason) {OPTION_##id, value, reason},
#include "host/base/refusals.def"
#undef REFUSAL
};

static struct error *check_refused(enum option_id id, const char *value)
{
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
    if (refusals[i].id == id
        && (!refusals[i].value || options_word_index(value, ',', refusals[i].value, strlen(refusals[i].value)) >= 0))
      return error_format("%s", refusals[i].reason);
  return NULL;
}

/* Replaces a synonym by the word of the table. */
static const char *without_synonym(enum option_id id, const char *value)
{
  return id == OPTION_leak_check && strcmp(value, "yes") == 0 ? "full" : value;
}

struct error *options_check_value(enum option_id id, const char *value, char **ret)
{
  char *text = NULL;
  struct error *error = check_type(options_entry(id), without_synonym(id, value), &text);
  if (!error)
    error = check_form(id, text);
  if (!error)
    error = check_refused(id, text);
  if (error)
    free(text);
  else
    *ret = text;
  return error;
}
