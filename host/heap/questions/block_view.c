/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A block is a list of values, each with its place, name and words: of members by their types, of other bytes in lines
 * of sixteen, interrupted where a pointer stands. What a pointer points at is known from the snapshot, also if there
 * are no contents. */
#include "host/heap/questions/block_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/model/words/numbers.h"

enum {
  LINE_BYTES = 16, POINTER_BYTES = 8, WORDS_BYTES = 512, DEPTH_MAX = 8, TEXT_SHOWN = 48,
  VALUES_MAX = 1 << 20, /* looked at: damaged types may lead to any number */
};

struct block_view {
  const struct heap *heap;
  const struct contents *contents;
  const struct block_contents *bytes;
  uint32_t block;
  struct type_list types;
  struct table *table;
  uint64_t limit, rows, values;
};

/* --- rows --- */

static bool is_full(const struct block_view *view)
{
  return view->values >= VALUES_MAX || view->rows >= VALUES_MAX;
}

static void add_row(struct block_view *view, uint64_t offset, const char *name, const char *words)
{
  char place[32];
  if (view->rows++ >= view->limit)
    return;
  snprintf(place, sizeof place, "+%" PRIu64, offset);
  table_number(view->table, offset);
  table_text(view->table, place);
  table_text(view->table, name);
  table_text(view->table, words);
}

/* --- values --- */

static bool is_there(const struct block_view *view, uint64_t offset, uint64_t bytes)
{
  return view->bytes->data && offset <= view->bytes->bytes && bytes <= view->bytes->bytes - offset;
}

static uint64_t number_at(const struct block_view *view, uint64_t offset, uint64_t bytes)
{
  uint64_t number = 0;
  memcpy(&number, view->bytes->data + offset, bytes < 8 ? bytes : 8);
  return number;
}

/* The first pointer of the snapshot at or after that place; NULL: none. */
static const struct heap_edge *edge_from(const struct block_view *view, uint64_t offset)
{
  const struct snapshot *snapshot = view->heap->snapshot;
  const uint64_t end = snapshot->edge_starts[view->block + 1];
  uint64_t low = snapshot->edge_starts[view->block], high = end;
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (snapshot->edges[middle].offset < offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low < end ? &snapshot->edges[low] : NULL;
}

static const struct heap_edge *edge_at(const struct block_view *view, uint64_t offset)
{
  const struct heap_edge *edge = edge_from(view, offset);
  return edge && edge->offset == offset ? edge : NULL;
}

bool block_view_text(const struct block_contents *block, size_t offset, size_t bytes, size_t least,
                     char ret[TEXT_PREVIEW_BYTES])
{
  const char *text = (const char *)block->data + offset;
  size_t length = 0;
  while (length < bytes && length < TEXT_SHOWN && text[length] >= ' ' && text[length] < 0x7f)
    length++;
  const bool is_ended = length < bytes && text[length] == '\0', is_cut = length == TEXT_SHOWN || length == bytes;
  if (length < least || !(is_ended || is_cut) || contents_are_undefined(block, offset, is_ended ? length + 1 : length))
    return false;
  snprintf(ret, TEXT_PREVIEW_BYTES, "\"%.*s\"%s", (int)length, text, is_ended ? "" : "...");
  return true;
}

/* Does the block begin with a pointer, and so not with a text? */
static bool begins_with_pointer(const struct snapshot *snapshot, uint32_t block)
{
  const uint64_t first = snapshot->edge_starts[block];
  return first < snapshot->edge_starts[block + 1] && snapshot->edges[first].offset == 0;
}

static void write_edge(const struct block_view *view, const struct heap_edge *edge, bool is_text,
                       char words[WORDS_BYTES])
{
  const struct heap *heap = view->heap;
  const struct heap_site *site = &heap->sites[heap->site_of[edge->to]];
  const struct block_contents *target = &view->contents->blocks[edge->to];
  char text[TEXT_PREVIEW_BYTES] = "", into[64] = "";
  if (edge->into > 0)
    snprintf(into, sizeof into, "%s bytes into ", grouped_number(edge->into).digits);
  else if (target->data && !begins_with_pointer(heap->snapshot, edge->to))
    block_view_text(target, 0, target->bytes, is_text ? 0 : TEXT_LEAST, text);
  snprintf(words, WORDS_BYTES, "-> %sblock of %s%s%s%s from %s%s%s", into,
           grouped_number(heap->snapshot->blocks[edge->to].bytes).digits, site->type ? " (" : "",
           site->type ? site->type : "", site->type ? ")" : "", site->name, text[0] ? ": " : "", text);
}

static void write_number(const struct block_view *view, const struct symbols_type *type, uint64_t offset,
                         char words[WORDS_BYTES])
{
  const uint64_t number = number_at(view, offset, type->bytes);
  const unsigned unused = type->bytes < 8 ? 64 - 8 * (unsigned)type->bytes : 0;
  if (type->kind == SYMBOLS_TYPE_SIGNED)
    snprintf(words, WORDS_BYTES, "%" PRId64, (int64_t)(number << unused) >> unused);
  else if (type->kind == SYMBOLS_TYPE_BOOLEAN && number <= 1)
    snprintf(words, WORDS_BYTES, "%s", number ? "true" : "false");
  else if (type->kind == SYMBOLS_TYPE_CHARACTER && number >= ' ' && number < 0x7f)
    snprintf(words, WORDS_BYTES, "%" PRIu64 " '%c'", number, (char)number);
  else
    snprintf(words, WORDS_BYTES, "%" PRIu64, number);
}

static bool write_float(const struct block_view *view, uint64_t offset, uint64_t bytes, char words[WORDS_BYTES])
{
  float single;
  double number;
  if (bytes == sizeof single) {
    memcpy(&single, view->bytes->data + offset, sizeof single);
    number = (double)single;
  } else if (bytes == sizeof number) {
    memcpy(&number, view->bytes->data + offset, sizeof number);
  } else {
    return false;
  }
  snprintf(words, WORDS_BYTES, "%g", number);
  return true;
}

static void write_hex(const struct block_view *view, uint64_t offset, uint64_t bytes, char words[WORDS_BYTES])
{
  int used = 0;
  words[0] = '\0';
  for (uint64_t i = offset; i < offset + bytes && i < offset + LINE_BYTES; i++)
    used += contents_are_undefined(view->bytes, i, 1)
              ? snprintf(words + used, WORDS_BYTES - (size_t)used, "%s??", i > offset ? " " : "")
              : snprintf(words + used, WORDS_BYTES - (size_t)used, "%s%02x", i > offset ? " " : "",
                         view->bytes->data[i]);
}

static void write_pointer(const struct block_view *view, uint64_t offset, char words[WORDS_BYTES])
{
  const uint64_t number = number_at(view, offset, POINTER_BYTES);
  if (number == 0)
    snprintf(words, WORDS_BYTES, "NULL");
  else
    snprintf(words, WORDS_BYTES, "0x%" PRIx64, number);
}

/* The words for a value without parts; none if there are no contents. */
static void write_value(const struct block_view *view, const struct symbols_type *type, uint64_t offset,
                        char words[WORDS_BYTES])
{
  const struct heap_edge *edge = type->bytes == POINTER_BYTES ? edge_at(view, offset) : NULL;
  const bool is_process = view->contents->is_of_process;
  const bool is_text = type->of != SYMBOLS_NO_TYPE && view->types.items[type->of].kind == SYMBOLS_TYPE_CHARACTER;
  words[0] = '\0';
  if (edge && !(is_process && is_there(view, offset, POINTER_BYTES) &&
                number_at(view, offset, POINTER_BYTES) != view->heap->snapshot->blocks[edge->to].start + edge->into))
    write_edge(view, edge, is_text, words);
  else if (!is_there(view, offset, type->bytes))
    snprintf(words, WORDS_BYTES, "%s", view->bytes->data ? "(not kept)" : "");
  else if (contents_are_undefined(view->bytes, offset, type->bytes))
    snprintf(words, WORDS_BYTES, "undefined");
  else if (type->kind == SYMBOLS_TYPE_POINTER)
    write_pointer(view, offset, words);
  else if (type->kind == SYMBOLS_TYPE_OPAQUE || type->bytes > 8 ||
           (type->kind == SYMBOLS_TYPE_FLOAT && !write_float(view, offset, type->bytes, words)))
    write_hex(view, offset, type->bytes, words);
  else if (type->kind != SYMBOLS_TYPE_FLOAT)
    write_number(view, type, offset, words);
}

/* --- by types --- */

static void add_value(struct block_view *view, uint32_t type, uint64_t offset, const char *name, unsigned depth);

/* The value of a bit field is not taken apart. */
static void add_members(struct block_view *view, const struct symbols_type *type, uint64_t offset, const char *name,
                        unsigned depth)
{
  char full[WORDS_BYTES];
  for (uint32_t i = type->first; i < type->first + type->count && !is_full(view); i++) {
    const struct symbols_type *member = &view->types.items[i];
    const bool has_name = member->name != NULL;
    snprintf(full, sizeof full, "%s%s%s", name, has_name && name[0] ? "." : "", has_name ? member->name : "");
    if (member->kind != SYMBOLS_TYPE_BITS && member->of != SYMBOLS_NO_TYPE)
      add_value(view, member->of, offset + member->start, full, depth);
  }
}

/* Characters are a text; false: these are none. */
static bool add_text(struct block_view *view, const struct symbols_type *array, uint64_t offset, const char *name)
{
  char text[TEXT_PREVIEW_BYTES];
  const struct symbols_type *element = &view->types.items[array->of];
  const bool is_text = element->kind == SYMBOLS_TYPE_CHARACTER && element->bytes == 1 && array->count > 0 &&
                       is_there(view, offset, array->count);
  if (!is_text || !block_view_text(view->bytes, offset, array->count, 0, text))
    return false;
  add_row(view, offset, name, text);
  return true;
}

static void add_elements(struct block_view *view, const struct symbols_type *array, uint64_t offset, const char *name,
                         unsigned depth)
{
  char full[WORDS_BYTES];
  const uint64_t bytes_each = array->of == SYMBOLS_NO_TYPE ? 0 : view->types.items[array->of].bytes;
  const uint64_t left = view->heap->snapshot->blocks[view->block].bytes - offset;
  if (bytes_each == 0 || add_text(view, array, offset, name))
    return;
  const uint64_t count = array->count > 0 ? array->count : left / bytes_each;
  for (uint64_t i = 0; i < count && !is_full(view); i++) {
    snprintf(full, sizeof full, "%s[%" PRIu64 "]", name, i);
    add_value(view, array->of, offset + i * bytes_each, full, depth);
  }
}

static void add_value(struct block_view *view, uint32_t number, uint64_t offset, const char *name, unsigned depth)
{
  const struct symbols_type *type = &view->types.items[number];
  char words[WORDS_BYTES];
  const bool has_parts = type->kind == SYMBOLS_TYPE_STRUCTURE || type->kind == SYMBOLS_TYPE_UNION ||
                         type->kind == SYMBOLS_TYPE_ARRAY;
  view->values++;
  if (depth == DEPTH_MAX || is_full(view) || offset >= view->heap->snapshot->blocks[view->block].bytes)
    return;
  if (type->kind == SYMBOLS_TYPE_STRUCTURE || type->kind == SYMBOLS_TYPE_UNION)
    add_members(view, type, offset, name, depth + 1);
  else if (type->kind == SYMBOLS_TYPE_ARRAY)
    add_elements(view, type, offset, name, depth + 1);
  if (has_parts)
    return;
  write_value(view, type, offset, words);
  if (words[0])
    add_row(view, offset, name, words);
}

static void add_typed(struct block_view *view, const struct member_path *path)
{
  char name[32] = "";
  for (uint64_t i = 0; i < path->elements && !is_full(view); i++) {
    if (path->elements > 1)
      snprintf(name, sizeof name, "[%" PRIu64 "]", i);
    add_value(view, path->type, i * path->bytes_each, name, 0);
  }
}

/* --- without types --- */

/* Where the next pointer stands at or after that place; `end`: there is none before. */
static uint64_t next_edge(const struct block_view *view, uint64_t offset, uint64_t end)
{
  const struct heap_edge *edge = edge_from(view, offset);
  return edge && edge->offset < end ? edge->offset : end;
}

static void add_line(struct block_view *view, uint64_t offset, uint64_t bytes)
{
  char hex[WORDS_BYTES], words[WORDS_BYTES + LINE_BYTES + 4], text[LINE_BYTES + 1] = "";
  write_hex(view, offset, bytes, hex);
  for (uint64_t i = 0; i < bytes; i++) {
    const unsigned char byte = view->bytes->data[offset + i];
    text[i] = byte >= ' ' && byte < 0x7f && !contents_are_undefined(view->bytes, offset + i, 1) ? (char)byte : '.';
  }
  snprintf(words, sizeof words, "%-47s  %s", hex, text);
  add_row(view, offset, "", words);
}

/* Is there nothing but zeros after the text with which the block begins? */
static bool is_text_alone(const struct block_view *view)
{
  const unsigned char *data = view->bytes->data, *end = memchr(data, '\0', view->bytes->bytes);
  size_t at = end ? (size_t)(end - data) : 0;
  if (!end || at >= TEXT_SHOWN || next_edge(view, 0, view->bytes->bytes) < view->bytes->bytes)
    return false;
  while (at < view->bytes->bytes && data[at] == '\0' && !contents_are_undefined(view->bytes, at, 1))
    at++;
  return at == view->bytes->bytes;
}

static void add_untyped(struct block_view *view)
{
  char words[WORDS_BYTES];
  const uint64_t block_bytes = view->heap->snapshot->blocks[view->block].bytes;
  const uint64_t known = view->bytes->data ? view->bytes->bytes : 0;
  if (known > 0 && block_view_text(view->bytes, 0, known, TEXT_LEAST, words))
    add_row(view, 0, "", words);
  if (known == block_bytes && view->rows > 0 && is_text_alone(view))
    return;
  for (uint64_t at = 0; at < block_bytes && !is_full(view);) {
    const struct heap_edge *edge = edge_at(view, at);
    uint64_t end = next_edge(view, at, block_bytes);
    if (edge) {
      write_edge(view, edge, false, words);
      add_row(view, at, "", words);
      at += POINTER_BYTES;
    } else if (at < known) {
      end = end < known ? end : known;
      end = end < at + LINE_BYTES ? end : at + LINE_BYTES;
      add_line(view, at, end - at);
      at = end;
    } else {
      at = end;
    }
  }
}

void block_view_put(struct view *view, const struct heap *heap, const struct contents *contents, uint32_t block,
                    const struct member_path *path, uint64_t limit)
{
  const bool is_typed = path->type != SYMBOLS_NO_TYPE && path->types.items[path->type].bytes > 1;
  const struct table_column columns[] = {
    {"offset", NULL, CELL_NUMBER}, {"place", "at", CELL_TEXT}, {"name", is_typed ? "member" : "", CELL_TEXT},
    {"value", "value", CELL_TEXT},
  };
  struct block_view state = {.heap = heap, .contents = contents, .bytes = &contents->blocks[block], .block = block,
                             .types = path->types, .limit = limit,
                             .table = table_open(view, "values", columns, sizeof columns / sizeof *columns)};
  if (is_typed)
    add_typed(&state, path);
  else
    add_untyped(&state);
  table_close(state.table, NULL, state.rows);
}
