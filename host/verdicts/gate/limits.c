/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Arguments for limits are taken by the table of limits.def. */
#include "host/verdicts/gate/limits.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text_after.h"
#include "shared/record/record.h"

static const struct limit_entry entries[LIMITS] = {
#define LIMIT(id, option, placeholder, measure, leak_kind, help) \
  {option, placeholder, MEASURE_##measure, leak_kind, help},
#include "host/verdicts/gate/limits.def"
#undef LIMIT
};

const char *const *limit_names(void)
{
  static const char *const names[] = {
#define LIMIT(id, option, placeholder, measure, leak_kind, help) option,
#include "host/verdicts/gate/limits.def"
#undef LIMIT
    NULL,
  };
  return names;
}

const struct limit_entry *limit_entry(enum limit_id id)
{
  return &entries[id];
}

/* The power of two that a suffix stands for; -1: it is none. */
static int suffix_shift(const char *suffix)
{
  static const char letters[] = "kMG";
  if (*suffix == '\0')
    return 0;
  const char *letter = strchr(letters, *suffix == 'K' ? 'k' : *suffix);
  return letter && suffix[1] == '\0' ? (int)(letter - letters + 1) * 10 : -1;
}

/* Fewest processes cannot be any. */
static bool is_any(const char *text, enum limit_measure measure)
{
  return strcmp(text, "any") == 0 && measure != MEASURE_LEAST;
}

static struct error *parse_value(const char *argument, const char *digits, enum limit_measure measure, uint64_t *ret)
{
  char *rest;
  if (is_any(digits, measure)) {
    *ret = UINT64_MAX;
    return NULL;
  }
  errno = 0;
  unsigned long long value = strtoull(digits, &rest, 10);
  int shift = suffix_shift(rest);
  if (digits[0] < '0' || digits[0] > '9' || shift < 0 || errno || value > UINT64_MAX >> shift)
    return error_format("%s: expected a whole number, which may end in k, M or G%s", argument,
                        measure == MEASURE_LEAST ? "" : ", or any");
  *ret = value << shift;
  return NULL;
}

/* The value after "--OPTION="; NULL: it is another argument. */
static const char *value_of(const char *argument, const char *option)
{
  const char *name = text_after(argument, "--"), *rest = name ? text_after(name, option) : NULL;
  return rest && *rest == '=' ? rest + 1 : NULL;
}

struct error *limits_take(struct limits *limits, const char *argument, bool *ret_taken)
{
  const char *value = value_of(argument, "allow");
  *ret_taken = value != NULL;
  if (value)
    return gaps_allow(&limits->allowed, value);
  for (unsigned id = 0; id < LIMITS; id++) {
    value = value_of(argument, entries[id].option);
    if (!value)
      continue;
    RETURN_IF_ERROR(parse_value(argument, value, entries[id].measure, &limits->values[id]));
    limits->is_given[id] = true;
    *ret_taken = true;
    return NULL;
  }
  return NULL;
}

/* Errors are no kind of leaks, so one function does for both. */
static bool is_total(const struct limit_entry *entry)
{
  return entry->measure == MEASURE_BYTES || entry->measure == MEASURE_BLOCKS || entry->measure == MEASURE_ERRORS;
}

static bool is_given(const struct limits *limits, unsigned leak_kind)
{
  for (unsigned id = 0; id < LIMITS; id++)
    if (limits->is_given[id] && is_total(&entries[id]) && entries[id].leak_kind == leak_kind)
      return true;
  return false;
}

bool limits_by_default(const struct limits *limits, enum limit_id id)
{
  const struct limit_entry *entry = &entries[id];
  return is_total(entry) && entry->measure != MEASURE_BLOCKS && !is_given(limits, entry->leak_kind);
}

bool limits_let_pass(const struct limits *limits, unsigned leak_kind)
{
  for (unsigned id = 0; id < LIMITS; id++)
    if (is_total(&entries[id]) && entries[id].leak_kind == leak_kind && limits_most(limits, id) != UINT64_MAX)
      return false;
  return is_given(limits, leak_kind);
}

bool limits_any_leaks(const struct limits *limits)
{
  static const bool are_leaks[] = {
    [MEASURE_BYTES] = true, [MEASURE_BLOCKS] = true, [MEASURE_FINDING] = true, [MEASURE_TEST] = true,
    [MEASURE_LEAST] = false};
  for (unsigned id = 0; id < LIMITS; id++)
    if (are_leaks[entries[id].measure] &&
        (limits_most(limits, id) != UINT64_MAX ||
         (limits_by_default(limits, id) && entries[id].leak_kind != RECORD_LEAK_REACHABLE)))
      return true;
  return false;
}

uint64_t limits_most(const struct limits *limits, enum limit_id id)
{
  return limits->is_given[id] ? limits->values[id] : UINT64_MAX;
}

void limits_help(FILE *output)
{
  for (unsigned id = 0; id < LIMITS; id++) {
    char name[64];
    snprintf(name, sizeof name, "--%s=%s", entries[id].option, entries[id].placeholder);
    fprintf(output, *entries[id].help ? "  %-27s %s\n" : "  %s\n", name, entries[id].help);
  }
}
