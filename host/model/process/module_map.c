/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Segments of all modules stand sorted by address. Those of well-formed modules do not overlap; of others, whichever
 * begins last below an address is taken. */
#include "host/model/process/module_map.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/last_component.h"
#include "host/base/memory.h"
#include "host/base/order.h"

enum { PAGE_BYTES = 4096 }; /* what is left of a segment's last page is the loader's to use */

struct placed_segment {
  struct symbols_segment segment; /* in addresses of the process */
  size_t module;
};

struct module_map {
  struct process *process;
  struct named_module *modules; /* in the order of loading */
  size_t module_count;
  struct placed_segment *segments;
  size_t segment_count, segment_capacity;
};

/* A module of several executable mappings is there once. */
static bool is_known(const struct module_map *map, const struct mapping *mapping, uint64_t bias)
{
  for (size_t i = 0; i < map->module_count; i++)
    if (map->modules[i].bias == bias && strcmp(map->modules[i].mapping->file.path, mapping->file.path) == 0)
      return true;
  return false;
}

/* The program is known by its name; START has that as it was started, which need not be a whole path. */
static bool is_program(const struct module_map *map, const struct mapping *mapping)
{
  const char *exe = map->process->exe;
  return exe && strcmp(last_component(exe), last_component(mapping->file.path)) == 0;
}

static void add_segments(struct module_map *map, size_t number)
{
  const struct named_module *module = &map->modules[number];
  for (size_t i = 0; i < module->layout.segment_count; i++) {
    struct symbols_segment segment = module->layout.segments[i];
    grow((void **)&map->segments, map->segment_count, &map->segment_capacity, sizeof *map->segments);
    segment.start += module->bias;
    segment.end = (segment.end + module->bias + PAGE_BYTES - 1) & -(uint64_t)PAGE_BYTES;
    if (segment.start < segment.end)
      map->segments[map->segment_count++] = (struct placed_segment){segment, number};
  }
}

/* The core and its tool, "seep-amd64-linux", are not the program's, and nothing in them is a root. */
static bool is_core(const struct mapping *mapping)
{
  static const char platform[] = "-amd64-linux";
  const char *name = last_component(mapping->file.path);
  size_t length = strlen(name);
  return length >= sizeof platform && strcmp(name + length - (sizeof platform - 1), platform) == 0;
}

static void add_module(struct module_map *map, const struct mapping *mapping)
{
  struct symbols_layout layout;
  if (is_core(mapping))
    return;
  symbols_layout(map->process->symbols, &mapping->file, mapping->file_offset, &layout);
  if (layout.segment_count == 0)
    return; /* a module that cannot be read has no names */
  uint64_t bias = mapping->start - layout.address;
  if (is_known(map, mapping, bias))
    return;
  map->modules[map->module_count] = (struct named_module){
    .mapping = mapping,
    .name = last_component(mapping->file.path),
    .is_program = is_program(map, mapping),
    .bias = bias,
    .layout = layout,
  };
  add_segments(map, map->module_count++);
}

ORDER(by_start, struct placed_segment, UP(segment.start) ?: UP(module))

static void add_modules(struct module_map *map, const struct mapping *const *mappings, size_t count)
{
  map->modules = memory_zeroed(count + 1, sizeof *map->modules);
  for (size_t i = 0; i < count; i++)
    add_module(map, mappings[i]);
  if (map->segment_count > 0)
    qsort(map->segments, map->segment_count, sizeof *map->segments, by_start);
}

void module_map_create(struct process *process, uint64_t epoch, struct module_map **ret)
{
  size_t count = 0;
  struct module_map *map = memory_zeroed(1, sizeof *map);
  const struct mapping **mappings = module_table_list(process->modules, epoch, &count);
  map->process = process;
  add_modules(map, mappings, count);
  free(mappings);
  *ret = map;
}

void module_map_destroy(struct module_map *map)
{
  if (!map)
    return;
  free(map->modules);
  free(map->segments);
  free(map);
}

void process_module_map(struct process *process, const struct module_map **ret)
{
  const uint64_t epoch = module_table_epoch(process->modules);
  if (!process->module_map)
    module_map_create(process, epoch, &process->module_map);
  *ret = process->module_map;
}

const struct named_module *module_map_find(const struct module_map *map, uint64_t address,
                                           struct symbols_segment *ret)
{
  size_t before = FIRST_NOT(i, map->segment_count, map->segments[i].segment.start <= address);
  const struct placed_segment *found = before > 0 ? &map->segments[before - 1] : NULL;
  if (!found || address >= found->segment.end)
    return NULL;
  *ret = found->segment;
  return &map->modules[found->module];
}

void module_map_variable(const struct module_map *map, const struct named_module *module, uint64_t address,
                         struct symbols_variable *ret)
{
  symbols_variable(map->process->symbols, &module->mapping->file, SYMBOLS_DATA, address - module->bias, ret);
  ret->start += module->bias;
}

const struct named_module *module_map_tls(const struct module_map *map, size_t number)
{
  size_t counted = 0;
  const struct named_module *first = NULL;
  for (size_t i = 0; i < map->module_count && !first; i++)
    if (map->modules[i].is_program && map->modules[i].layout.tls_bytes > 0)
      first = &map->modules[i];
  if (first && ++counted == number)
    return first;
  for (size_t i = 0; i < map->module_count; i++)
    if (&map->modules[i] != first && map->modules[i].layout.tls_bytes > 0 && ++counted == number)
      return &map->modules[i];
  return NULL;
}

void module_map_tls_variable(const struct module_map *map, const struct named_module *module, uint64_t offset,
                             struct symbols_variable *ret)
{
  symbols_variable(map->process->symbols, &module->mapping->file, SYMBOLS_TLS, offset, ret);
}
