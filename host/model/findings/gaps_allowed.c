/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --allow=KIND[:DETAIL]: which gaps the user lets pass. */
#include <string.h>

#include "host/model/findings/gaps.h"

static bool may_be_allowed(enum gap_kind kind)
{
  return *gap_entry(kind)->help != '\0';
}

static struct error *find_gap_kind(const char *text, size_t bytes, enum gap_kind *ret)
{
  for (unsigned kind = 0; kind < GAPS; kind++) {
    const char *code = gap_entry(kind)->code;
    if (may_be_allowed(kind) && strlen(code) == bytes && memcmp(code, text, bytes) == 0) {
      *ret = kind;
      return NULL;
    }
  }
  return error_format("--allow=%.*s: no such kind; seep gate --help lists them", (int)bytes, text);
}

struct error *gaps_allow(struct gaps_allowed *allowed, const char *kinds)
{
  for (const char *start = kinds;; start++) {
    size_t bytes = strcspn(start, ","), kind_bytes = strcspn(start, ":,");
    struct gap_allowance item = {0};
    RETURN_IF_ERROR(find_gap_kind(start, kind_bytes, &item.kind));
    if (kind_bytes < bytes) {
      item.detail = start + kind_bytes + 1;
      item.detail_bytes = bytes - kind_bytes - 1;
    }
    if (allowed->count == GAPS_ALLOWED_MAX)
      return error_format("--allow=%s: more than %d kinds", kinds, GAPS_ALLOWED_MAX);
    allowed->items[allowed->count++] = item;
    start += bytes;
    if (!*start)
      return NULL;
  }
}

bool gap_detail_is_awkward(char character)
{
  return character && strchr(" \t\n,\"'`$\\;&|<>()[]{}*?!#~", character);
}

/* Signals are known without "SIG" too. */
static bool is_detail(const struct gap_allowance *item, const char *detail)
{
  static const char prefix[] = "SIG";
  const size_t prefix_bytes = sizeof prefix - 1;
  if (strncmp(detail, prefix, prefix_bytes) == 0 && strncmp(item->detail, prefix, prefix_bytes) != 0)
    detail += prefix_bytes;
  if (strlen(detail) != item->detail_bytes)
    return false;
  for (size_t i = 0; i < item->detail_bytes; i++)
    if (detail[i] != item->detail[i] && !(item->detail[i] == '-' && gap_detail_is_awkward(detail[i])))
      return false;
  return true;
}

bool gap_is_allowed(const struct gaps_allowed *allowed, const struct gap *gap)
{
  for (size_t i = 0; i < allowed->count; i++) {
    const struct gap_allowance *item = &allowed->items[i];
    if (item->kind == gap->kind && (!item->detail || (gap->detail && is_detail(item, gap->detail))))
      return true;
  }
  return false;
}

void gaps_help(FILE *output)
{
  for (unsigned kind = 0; kind < GAPS; kind++)
    if (may_be_allowed(kind))
      fprintf(output, "    %-23s   %s\n", gap_entry(kind)->code, gap_entry(kind)->help);
}
