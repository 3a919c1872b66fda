/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A record may come from anywhere and name any file, and pages are published: only files whose names are those of
 * sources go into one. Each file is read once, when all wanted lines are known. */
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/text_table.h"
#include "host/model/frames/source_text.h"
#include "host/reports/page/page.h"
#include "host/reports/page/page_sources.h"

enum {
  LINES_AROUND = 3,
  PAGE_BYTES_MAX = 16 << 20, /* of all excerpts */
};

struct wanted {
  const char *path, *name; /* of `texts` */
  unsigned line;
};

struct page_sources {
  struct text_table *texts;
  struct wanted *wanted;
  size_t count, capacity;
  size_t room; /* bytes that may still be written */
};

/* A file in memory. */
struct lines {
  char *data;
  size_t size;
};

void page_sources_create(struct page_sources **ret)
{
  struct page_sources *sources = memory_zeroed(1, sizeof *sources);
  sources->room = PAGE_BYTES_MAX;
  sources->texts = text_table_create();
  *ret = sources;
}

void page_sources_destroy(struct page_sources *sources)
{
  if (!sources)
    return;
  text_table_destroy(sources->texts);
  free(sources->wanted);
  free(sources);
}

/* --- what is wanted --- */

void page_sources_want(struct page_sources *sources, const char *path, const char *name, unsigned line)
{
  if (line == 0 || *path != '/' || !source_text_has_name(path))
    return;
  const uint32_t path_index = text_table_add(sources->texts, path, NULL);
  const uint32_t name_index = text_table_add(sources->texts, name, NULL);
  *NEW_ITEM(sources->wanted, sources->count, sources->capacity) = (struct wanted){
    .path = text_table_at(sources->texts, path_index), .name = text_table_at(sources->texts, name_index), .line = line};
}

ORDER(by_file, struct wanted, UP_TEXT(path) ?: UP(line))

/* --- excerpts --- */

static json_t *make_line(const char *start, size_t size)
{
  char *line = source_text_line(start, size);
  json_t *value = json_string(line);
  free(line);
  return value;
}

/* Is it near one of the wanted lines, which are sorted? *next moves to the first that is not too far above. */
static bool is_wanted(const struct wanted *wanted, size_t count, unsigned line, size_t *next)
{
  while (*next < count && wanted[*next].line + LINES_AROUND < line)
    ++*next;
  return *next < count && wanted[*next].line <= line + LINES_AROUND;
}

static json_t *make_excerpt(const struct wanted *wanted, size_t count, const struct lines *lines, size_t *room)
{
  json_t *excerpt = json_object();
  size_t next = 0;
  unsigned line = 1;
  for (size_t at = 0; excerpt && at < lines->size && next < count; line++) {
    const char *start = lines->data + at, *end = memchr(start, '\n', lines->size - at);
    size_t size = end ? (size_t)(end - start) : lines->size - at;
    char key[16];
    snprintf(key, sizeof key, "%u", line);
    at += size + 1;
    size_t cost = 16 + (size < SOURCE_TEXT_LINE_BYTES ? size : SOURCE_TEXT_LINE_BYTES);
    if (!is_wanted(wanted, count, line, &next) || cost > *room)
      continue;
    *room -= cost;
    if (json_object_set_new(excerpt, key, make_line(start, size)) != 0) {
      json_decref(excerpt);
      excerpt = NULL;
    }
  }
  return excerpt;
}

static void write_file(struct page_sources *sources, const struct wanted *wanted, size_t count,
                       const struct json_output *output, bool *is_first)
{
  struct lines lines;
  lines.data = sources->room > 0 ? source_text_read(wanted->path, &lines.size) : NULL;
  if (!lines.data)
    return; /* a source that cannot be read is left out */
  fputs(*is_first ? "\n" : ",\n", output->file);
  *is_first = false;
  json_write(output, page_text(wanted->name));
  fputs(": ", output->file);
  json_write(output, make_excerpt(wanted, count, &lines, &sources->room));
  free(lines.data);
}

void page_sources_write(struct page_sources *sources, const struct json_output *output)
{
  bool is_first = true;
  if (sources->count > 0)
    qsort(sources->wanted, sources->count, sizeof *sources->wanted, by_file);
  putc('{', output->file);
  for (size_t i = 0, end; i < sources->count; i = end) {
    for (end = i + 1; end < sources->count && sources->wanted[end].path == sources->wanted[i].path;)
      end++;
    write_file(sources, &sources->wanted[i], end - i, output, &is_first);
  }
  putc('}', output->file);
}
