/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Offsets never grow on the way, but a type of a damaged file may contain itself, so the steps are counted. Members of
 * a union are each tried: the pointer that only one of them has at the byte is meant. */
#include "host/heap/model/type_paths.h"

#include <stdio.h>
#include <string.h>

enum { DEPTH_MAX = 16, POINTER_BYTES = 8, TRIES_MAX = 4096 };

struct search {
  struct type_list types;
  char *text;
  size_t bytes;
  bool takes_any; /* the first member of a union that can have a pointer there will do */
  unsigned tries; /* members looked at: damaged types may lead to a great many */
};

static uint32_t find(struct search *search, uint32_t type, uint64_t offset, unsigned depth);

static bool add_text(struct search *search, const char *before, const char *text)
{
  const size_t left = TYPE_PATH_BYTES - search->bytes;
  const int size = snprintf(search->text + search->bytes, left, "%s%s", before, text);
  if (size < 0 || (size_t)size >= left)
    return false;
  search->bytes += (size_t)size;
  return true;
}

static void cut_text(struct search *search, size_t bytes)
{
  search->text[search->bytes = bytes] = '\0';
}

/* An array at the end goes on to the end of the block. */
static bool covers(const struct search *search, const struct symbols_type *member, uint64_t offset)
{
  const struct symbols_type *type = &search->types.items[member->of];
  const bool is_open = type->kind == SYMBOLS_TYPE_ARRAY && type->count == 0;
  return offset >= member->start && (is_open || offset - member->start < member->bytes);
}

/* What begins there in this member. The parts of one without a name are parts of the whole. */
static uint32_t find_in_member(struct search *search, const struct symbols_type *member, uint64_t offset,
                               unsigned depth)
{
  if (member->kind == SYMBOLS_TYPE_BITS || member->of == SYMBOLS_NO_TYPE || !covers(search, member, offset) ||
      search->tries++ > TRIES_MAX)
    return SYMBOLS_NO_TYPE;
  const size_t bytes = search->bytes;
  if (member->name && !add_text(search, ".", member->name))
    return SYMBOLS_NO_TYPE;
  const uint32_t found = find(search, member->of, offset - member->start, depth);
  if (found == SYMBOLS_NO_TYPE)
    cut_text(search, bytes);
  return found;
}

/* Of members that overlap none is preferred, but a base class may lie in the padding of another: then what is not known
 * in one may be in the other. */
static uint32_t find_in_structure(struct search *search, const struct symbols_type *type, uint64_t offset,
                                  unsigned depth)
{
  for (uint32_t i = type->first; i < type->first + type->count; i++) {
    const uint32_t found = find_in_member(search, &search->types.items[i], offset, depth);
    if (found != SYMBOLS_NO_TYPE)
      return found;
  }
  return SYMBOLS_NO_TYPE;
}

static bool can_point(const struct search *search, const struct symbols_type *type)
{
  const bool is_number = type->kind == SYMBOLS_TYPE_SIGNED || type->kind == SYMBOLS_TYPE_UNSIGNED;
  return type->kind == SYMBOLS_TYPE_POINTER || (search->takes_any && is_number && type->bytes == POINTER_BYTES);
}

/* The one member that has a pointer there. */
static uint32_t find_in_union(struct search *search, const struct symbols_type *type, uint64_t offset, unsigned depth)
{
  const struct symbols_type *meant = NULL;
  const size_t bytes = search->bytes;
  for (uint32_t i = type->first; i < type->first + type->count; i++) {
    const struct symbols_type *member = &search->types.items[i];
    const uint32_t found = find_in_member(search, member, offset, depth);
    cut_text(search, bytes);
    if (found == SYMBOLS_NO_TYPE || !can_point(search, &search->types.items[found]))
      continue;
    if (meant && !search->takes_any)
      return SYMBOLS_NO_TYPE;
    meant = member;
  }
  return meant ? find_in_member(search, meant, offset, depth) : SYMBOLS_NO_TYPE;
}

/* Elements of an array of unknown length are those that the block has room for. */
static uint32_t find_in_array(struct search *search, const struct symbols_type *type, uint64_t offset, unsigned depth)
{
  char index[32];
  const uint64_t bytes_each = type->of == SYMBOLS_NO_TYPE ? 0 : search->types.items[type->of].bytes;
  if (bytes_each == 0 || (type->count > 0 && offset / bytes_each >= type->count))
    return SYMBOLS_NO_TYPE;
  snprintf(index, sizeof index, "[%llu]", (unsigned long long)(offset / bytes_each));
  const size_t bytes = search->bytes;
  if (!add_text(search, index, ""))
    return SYMBOLS_NO_TYPE;
  const uint32_t found = find(search, type->of, offset % bytes_each, depth);
  if (found == SYMBOLS_NO_TYPE)
    cut_text(search, bytes);
  return found;
}

static uint32_t find(struct search *search, uint32_t number, uint64_t offset, unsigned depth)
{
  const struct symbols_type *type = &search->types.items[number];
  if (depth == DEPTH_MAX)
    return SYMBOLS_NO_TYPE;
  switch (type->kind) {
  case SYMBOLS_TYPE_STRUCTURE:
    return find_in_structure(search, type, offset, depth + 1);
  case SYMBOLS_TYPE_UNION:
    return find_in_union(search, type, offset, depth + 1);
  case SYMBOLS_TYPE_ARRAY:
    return find_in_array(search, type, offset, depth + 1);
  default:
    return offset == 0 ? number : SYMBOLS_NO_TYPE;
  }
}

uint32_t type_path(struct type_list types, uint32_t type, uint64_t offset, char ret[TYPE_PATH_BYTES])
{
  struct search search = {.types = types, .text = ret};
  ret[0] = '\0';
  return type < types.count ? find(&search, type, offset, 0) : SYMBOLS_NO_TYPE;
}

bool type_may_point(struct type_list types, uint32_t type, uint64_t offset)
{
  char text[TYPE_PATH_BYTES] = "";
  struct search search = {.types = types, .text = text, .takes_any = true};
  const uint32_t found = type < types.count ? find(&search, type, offset, 0) : SYMBOLS_NO_TYPE;
  return found != SYMBOLS_NO_TYPE && can_point(&search, &types.items[found]);
}

bool type_may_be_embedded(struct type_list types, uint32_t number)
{
  const struct symbols_type *type = &types.items[number];
  if (type->kind != SYMBOLS_TYPE_STRUCTURE)
    return type->kind == SYMBOLS_TYPE_UNION;
  for (uint32_t i = type->first; i < type->first + type->count; i++) {
    const struct symbols_type *member = &types.items[i];
    const bool points = member->of != SYMBOLS_NO_TYPE && types.items[member->of].kind == SYMBOLS_TYPE_POINTER;
    if (member->kind == SYMBOLS_TYPE_BASE || (points && types.items[member->of].of == number) ||
        (member->name && strncmp(member->name, "_vptr", 5) == 0))
      return true;
  }
  return type->count == 0;
}

bool type_is_open(struct type_list types, uint32_t number)
{
  const struct symbols_type *type = &types.items[number];
  if (type->kind != SYMBOLS_TYPE_STRUCTURE || type->count == 0)
    return false;
  const struct symbols_type *last = &types.items[type->first + type->count - 1];
  const bool is_array = last->of != SYMBOLS_NO_TYPE && types.items[last->of].kind == SYMBOLS_TYPE_ARRAY;
  return is_array && types.items[last->of].count == 0 && last->start <= type->bytes;
}
