/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Mappings that are there now stand in an array sorted by address, in which no two overlap; those that are gone
 * stand in the order in which they went. An address is looked up among the present ones first, which is nearly
 * always enough, then among those that have gone since the epoch asked for, newest first.
 *
 * A part of a mapping may go; what remains on either side are mappings of their own with the same history. */
#include "host/model/frames/module_table.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"

enum { NAMES_MAX = 1 << 20 };
enum { LIVE_MAX = 1 << 17 }; /* twice what Linux allows a process by default */

struct list {
  struct mapping **items;
  size_t count, capacity;
};

struct code_name {
  uint64_t start, end; /* equal: it is gone */
  char *name, *function; /* as it was told, and demangled, which may be the same text */
};

struct module_table {
  struct code_name *names; /* in the order they came */
  size_t name_count, name_capacity;
  struct list live;  /* by address */
  struct list gone;  /* by epoch_end */
  struct list owned; /* every mapping ever made */
  uint64_t epoch;    /* of the last change */
};

void module_table_create(struct module_table **ret)
{
  *ret = memory_zeroed(1, sizeof **ret);
}

static void mapping_destroy(struct mapping *mapping)
{
  if (!mapping)
    return;
  if (!mapping->is_part) {
    free((char *)mapping->file.path);
    free((unsigned char *)mapping->file.build_id);
    free((char *)mapping->maker);
  }
  free(mapping);
}

void module_table_destroy(struct module_table *modules)
{
  if (!modules)
    return;
  for (size_t i = 0; i < modules->owned.count; i++)
    mapping_destroy(modules->owned.items[i]);
  for (size_t i = 0; i < modules->name_count; i++) {
    if (modules->names[i].function != modules->names[i].name)
      free(modules->names[i].function);
    free(modules->names[i].name);
  }
  free(modules->names);
  free(modules->live.items);
  free(modules->gone.items);
  free(modules->owned.items);
  free(modules);
}

static void list_reserve(struct list *list, size_t more)
{
  if (list->capacity - list->count >= more)
    return;
  size_t capacity = (list->count + more) * 2;
  list->items = memory_resize(list->items, capacity, sizeof *list->items);
  list->capacity = capacity;
}

/* Room was reserved. */
static void list_insert(struct list *list, size_t index, struct mapping *mapping)
{
  memmove(list->items + index + 1, list->items + index, (list->count - index) * sizeof *list->items);
  list->items[index] = mapping;
  list->count++;
}

static void list_append(struct list *list, struct mapping *mapping)
{
  list_insert(list, list->count, mapping);
}

/* Index of the first live mapping that ends after `address`. */
static size_t live_index(const struct module_table *modules, uint64_t address)
{
  return FIRST_NOT(i, modules->live.count, modules->live.items[i]->end <= address);
}

static unsigned char *copy_bytes(struct record_string bytes)
{
  unsigned char *copy = memory_allocate(bytes.size + 1);
  memcpy(copy, bytes.data, bytes.size);
  copy[bytes.size] = '\0';
  return copy;
}

static void mapping_create(const struct record_module *frame, struct mapping **ret)
{
  struct mapping *mapping = memory_zeroed(1, sizeof *mapping);
  mapping->id = frame->id;
  mapping->start = frame->start;
  mapping->end = frame->end;
  mapping->file_offset = frame->file_offset;
  mapping->epoch_start = frame->epoch;
  mapping->epoch_end = UINT64_MAX;
  mapping->file.path = (char *)copy_bytes(frame->path);
  if (frame->build_id.size > 0)
    mapping->file.build_id = copy_bytes(frame->build_id);
  mapping->file.build_id_bytes = frame->build_id.size;
  if (frame->maker.size > 0)
    mapping->maker = (char *)copy_bytes(frame->maker);
  mapping->file.file_bytes = frame->file_bytes;
  mapping->file.mtime_ns = frame->mtime_ns;
  mapping->file.sum = frame->sum;
  mapping->file.inode = frame->inode;
  *ret = mapping;
}

/* A mapping like `whole`, of [start, end) of it; their text is the same, as all mappings live as long as the table. */
static void mapping_part(const struct mapping *whole, uint64_t start, uint64_t end, struct mapping **ret)
{
  struct mapping *part = memory_copy(whole, sizeof *whole);
  part->start = start;
  part->end = end;
  part->file_offset = whole->file_offset + (start - whole->start);
  part->epoch_end = UINT64_MAX;
  part->is_part = true;
  *ret = part;
}

/* Keep [start, end) of a mapping that goes, unless that is empty. */
static void keep_part(struct module_table *modules, size_t index, const struct mapping *whole, uint64_t start,
                      uint64_t end, size_t *ret_kept)
{
  *ret_kept = 0;
  if (start >= end)
    return;
  struct mapping *part;
  mapping_part(whole, start, end, &part);
  list_insert(&modules->live, index, part);
  list_append(&modules->owned, part);
  *ret_kept = 1;
}

/* Let the live mapping at `index` go, except for what lies outside [start, end). */
static void cut_mapping(struct module_table *modules, size_t index, uint64_t epoch, uint64_t start, uint64_t end,
                        size_t *ret_next)
{
  list_reserve(&modules->live, 2);
  list_reserve(&modules->owned, 2);
  list_reserve(&modules->gone, 1);
  struct mapping *whole = modules->live.items[index];
  modules->live.count--;
  memmove(modules->live.items + index, modules->live.items + index + 1,
          (modules->live.count - index) * sizeof *modules->live.items);
  whole->epoch_end = epoch;
  list_append(&modules->gone, whole);
  size_t before, after;
  keep_part(modules, index, whole, whole->start, start, &before);
  keep_part(modules, index + before, whole, end, whole->end, &after);
  *ret_next = index + before + after;
}

/* From `epoch` on nothing is mapped in [start, end). */
static struct error *clear_range(struct module_table *modules, uint64_t epoch, uint64_t start, uint64_t end)
{
  const struct list *live = &modules->live;
  for (size_t i = live_index(modules, start); i < live->count && live->items[i]->start < end;) {
    if (modules->gone.count > 0 && modules->gone.items[modules->gone.count - 1]->epoch_end > epoch)
      return error_format("its epoch %llu is before that of an earlier change", (unsigned long long)epoch);
    cut_mapping(modules, i, epoch, start, end, &i);
  }
  return NULL;
}

static struct error *check_range(uint64_t start, uint64_t end)
{
  if (start < end)
    return NULL;
  return error_format("its range 0x%llx-0x%llx is empty or inverted", (unsigned long long)start,
                      (unsigned long long)end);
}

/* At the beginning of a stream files come first, whatever came first when they were mapped. */
static void note_epoch(struct module_table *modules, uint64_t epoch)
{
  if (epoch > modules->epoch)
    modules->epoch = epoch;
}

struct error *module_table_add(struct module_table *modules, const struct record_module *frame)
{
  struct mapping *mapping;
  struct error *error = check_range(frame->start, frame->end);
  if (error)
    return error;
  if (modules->live.count >= LIVE_MAX)
    return error_format("more than %d modules at a time are beyond all bounds", LIVE_MAX);
  if ((error = clear_range(modules, frame->epoch, frame->start, frame->end)))
    return error;
  list_reserve(&modules->live, 1);
  list_reserve(&modules->owned, 1);
  mapping_create(frame, &mapping);
  list_insert(&modules->live, live_index(modules, frame->start), mapping);
  list_append(&modules->owned, mapping);
  note_epoch(modules, frame->epoch);
  return NULL;
}

struct error *module_table_name(struct module_table *modules, const struct record_code_name *frame)
{
  RETURN_IF_ERROR(check_range(frame->start, frame->end));
  if (modules->name_count >= NAMES_MAX)
    return error_format("more than %d names of code are beyond all bounds", NAMES_MAX);
  grow((void **)&modules->names, modules->name_count, &modules->name_capacity, sizeof *modules->names);
  char *name = (char *)copy_bytes(frame->name);
  char *function = symbols_demangle(name);
  modules->names[modules->name_count++] =
    (struct code_name){frame->start, frame->end, name, function ? function : name};
  return NULL;
}

const char *module_table_name_at(const struct module_table *modules, uint64_t address, const char **ret_function)
{
  for (size_t i = modules->name_count; i > 0; i--)
    if (modules->names[i - 1].start <= address && address < modules->names[i - 1].end) {
      *ret_function = modules->names[i - 1].function;
      return modules->names[i - 1].name;
    }
  return NULL;
}

/* Stacks that were taken keep their names. */
static void forget_names(struct module_table *modules, uint64_t start, uint64_t end)
{
  for (size_t i = 0; i < modules->name_count; i++)
    if (modules->names[i].start < end && modules->names[i].end > start)
      modules->names[i].end = modules->names[i].start;
}

struct error *module_table_remove(struct module_table *modules, const struct record_unmap *frame)
{
  struct error *error = check_range(frame->start, frame->end);
  if (!error)
    error = clear_range(modules, frame->epoch, frame->start, frame->end);
  if (!error)
    note_epoch(modules, frame->epoch);
  if (!error)
    forget_names(modules, frame->start, frame->end);
  return error;
}

uint64_t module_table_epoch(const struct module_table *modules)
{
  return modules->epoch;
}

static bool is_mapped_at(const struct mapping *mapping, uint64_t epoch, uint64_t address)
{
  return mapping->start <= address && address < mapping->end && mapping->epoch_start <= epoch &&
         epoch < mapping->epoch_end;
}

const struct mapping *module_table_find(const struct module_table *modules, uint64_t epoch, uint64_t address)
{
  size_t index = live_index(modules, address);
  if (index < modules->live.count && is_mapped_at(modules->live.items[index], epoch, address))
    return modules->live.items[index];
  for (size_t i = modules->gone.count; i > 0 && modules->gone.items[i - 1]->epoch_end > epoch; i--)
    if (is_mapped_at(modules->gone.items[i - 1], epoch, address))
      return modules->gone.items[i - 1];
  return NULL;
}

ORDER_POINTERS(by_id, struct mapping, UP(id) ?: UP(start))

const struct mapping **module_table_list(const struct module_table *modules, uint64_t epoch, size_t *ret_count)
{
  const struct mapping **list = memory_zeroed(modules->owned.count + 1, sizeof *list);
  size_t count = 0;
  for (size_t i = 0; i < modules->owned.count; i++)
    if (is_mapped_at(modules->owned.items[i], epoch, modules->owned.items[i]->start))
      list[count++] = modules->owned.items[i];
  if (count > 0)
    qsort(list, count, sizeof *list, by_id);
  *ret_count = count;
  return list;
}
