/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names stand one behind the other in pages of their own, entries in the order of the lines. They are searched from the
 * end, which is quick enough for what asks: stacks that are reported. */
#include "memcheck/pure/modules/perf_map.h"

#include "memcheck/pure/base/env.h"

enum { ENTRIES_MAX = 1 << 19, NAMES_MAX_BYTES = 1 << 26, LINE_BYTES = PERF_MAP_NAME_BYTES + 40 };

struct entry {
  uint64_t start, end;
  uint32_t name; /* where it is among the names */
};

struct perf_map {
  struct entry *entries;
  size_t count;
  char *names;
  size_t names_bytes;
  char line[LINE_BYTES];
  size_t line_bytes; /* of the line that has begun, as far as there is room */
};

struct perf_map *perf_map_create(void)
{
  struct perf_map *map = env_allocate("perf map", sizeof *map);
  *map = (struct perf_map){
    .entries = env_map_pages(ENTRIES_MAX * sizeof(struct entry)), .names = env_map_pages(NAMES_MAX_BYTES)};
  return map;
}

void perf_map_destroy(struct perf_map *map)
{
  env_unmap_pages(map->entries, ENTRIES_MAX * sizeof(struct entry));
  env_unmap_pages(map->names, NAMES_MAX_BYTES);
  env_free(map);
}

static int digit_of(char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  const char lower = (char)(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* With or without "0x"; a blank follows, which is skipped. False: it is no such number. */
static int read_number(const char *line, size_t bytes, size_t *at, uint64_t *ret)
{
  size_t digits = 0;
  *ret = 0;
  if (*at + 2 < bytes && line[*at] == '0' && line[*at + 1] == 'x')
    *at += 2;
  for (; *at < bytes && digit_of(line[*at]) >= 0 && digits < 16; ++*at, digits++)
    *ret = *ret << 4 | (uint64_t)digit_of(line[*at]);
  if (digits == 0 || *at >= bytes || line[*at] != ' ')
    return 0;
  ++*at;
  return 1;
}

static void take_line(struct perf_map *map, const char *line, size_t bytes)
{
  uint64_t start, size;
  size_t at = 0;
  if (!read_number(line, bytes, &at, &start) || !read_number(line, bytes, &at, &size) || size == 0 ||
      start + size < start)
    return;
  size_t name_bytes = bytes - at < PERF_MAP_NAME_BYTES ? bytes - at : PERF_MAP_NAME_BYTES;
  if (name_bytes == 0 || map->count == ENTRIES_MAX || map->names_bytes + name_bytes + 1 > NAMES_MAX_BYTES)
    return;
  map->entries[map->count++] = (struct entry){start, start + size, (uint32_t)map->names_bytes};
  for (size_t i = 0; i < name_bytes; i++)
    map->names[map->names_bytes++] = line[at + i] ? line[at + i] : '?';
  map->names[map->names_bytes++] = '\0';
}

void perf_map_take(struct perf_map *map, const char *text, size_t bytes)
{
  for (size_t i = 0; i < bytes; i++) {
    if (text[i] == '\n') {
      take_line(map, map->line, map->line_bytes);
      map->line_bytes = 0;
    } else if (map->line_bytes < LINE_BYTES) {
      map->line[map->line_bytes++] = text[i];
    }
  }
}

size_t perf_map_count(const struct perf_map *map)
{
  return map->count;
}

const char *perf_map_find(const struct perf_map *map, uint64_t address, uint64_t *ret_start, uint64_t *ret_end)
{
  for (size_t i = map->count; i > 0; i--) {
    const struct entry *entry = &map->entries[i - 1];
    if (address < entry->start || address >= entry->end)
      continue;
    *ret_start = entry->start;
    *ret_end = entry->end;
    return map->names + entry->name;
  }
  return NULL;
}
