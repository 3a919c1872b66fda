/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "support/fake_symbols.h"

#include "host/symbols/library_version.h"
#include "host/symbols/module_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ENTRIES_MAX = 256 };

static struct {
  uint64_t file_offset;
  struct frame frame;
} entries[ENTRIES_MAX];
static size_t entry_count;
static struct {
  uint64_t file_offset;
  unsigned callers;
  bool is_stored;
} calls[ENTRIES_MAX]; /* whose result is returned, or stored for the caller */
static size_t call_count;
static struct {
  uint64_t file_offset;
  struct symbols_local local;
} locals[ENTRIES_MAX];
static size_t local_count;
static struct symbols_variable variables[ENTRIES_MAX];
static size_t variable_count;
static unsigned lookups;

struct symbols {
  struct frame frames[ENTRIES_MAX]; /* the entries' frames, neighbours where the offset is the same */
};

void fake_symbols_add(uint64_t file_offset, const char *function, const char *directory, const char *file,
                      unsigned line)
{
  if (entry_count == ENTRIES_MAX)
    abort();
  entries[entry_count].file_offset = file_offset;
  entries[entry_count++].frame = (struct frame){.function_linkage = function,
                                                        .function = function,
                                                        .qualified = function,
                                                        .directory = directory,
                                                        .file = file,
                                                        .line = line};
}

void fake_symbols_wrap(uint64_t file_offset, unsigned callers)
{
  if (call_count == ENTRIES_MAX)
    abort();
  calls[call_count].file_offset = file_offset;
  calls[call_count].is_stored = false;
  calls[call_count++].callers = callers;
}

void fake_symbols_store(uint64_t file_offset, unsigned callers)
{
  fake_symbols_wrap(file_offset, callers);
  calls[call_count - 1].is_stored = true;
}

void fake_symbols_add_local(uint64_t file_offset, const char *function, const char *name, int64_t offset)
{
  if (local_count == ENTRIES_MAX)
    abort();
  locals[local_count].file_offset = file_offset;
  locals[local_count++].local = (struct symbols_local){
    .name = name, .function = function, .base = SYMBOLS_FRAME_ADDRESS, .offset = offset, .bytes = 8};
}

void fake_symbols_add_variable(uint64_t address, const char *function, const char *name)
{
  if (variable_count == ENTRIES_MAX)
    abort();
  variables[variable_count++] = (struct symbols_variable){
    .name = name, .function = function, .start = address, .bytes = 8};
}

struct frame *fake_symbols_last(void)
{
  return &entries[entry_count - 1].frame;
}

void fake_symbols_clear(void)
{
  entry_count = call_count = local_count = variable_count = 0;
  lookups = 0;
}

unsigned fake_symbols_lookups(void)
{
  return lookups;
}

void symbols_create(const struct symbols_config *config, struct symbols **ret)
{
  (void)config;
  *ret = calloc(1, sizeof **ret);
}

void symbols_destroy(struct symbols *symbols)
{
  free(symbols);
}

void symbols_set_end(struct symbols *symbols, bool (*is_over)(void *context), void *context)
{
  (void)symbols, (void)is_over, (void)context;
}

void symbols_keep_file(struct symbols *symbols, const struct symbols_module *module, int fd)
{
  (void)symbols, (void)module;
  close(fd);
}

bool symbols_must_resolve_now(struct symbols *symbols, const struct symbols_module *module)
{
  (void)symbols, (void)module;
  return false;
}

void symbols_resolve(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                     const struct frame **ret_frames, size_t *ret_count)
{
  static const struct frame unknown;
  (void)module;
  lookups++;
  *ret_frames = &unknown;
  *ret_count = 1;
  for (size_t i = 0; i < entry_count; i++) {
    symbols->frames[i] = entries[i].frame;
    if (entries[i].file_offset != file_offset)
      continue;
    if (*ret_frames == &unknown)
      *ret_frames = &symbols->frames[i];
    else
      (*ret_count)++;
  }
}

void symbols_layout(struct symbols *symbols, const struct symbols_module *module, uint64_t code_file_offset,
                    struct symbols_layout *ret)
{
  static const struct symbols_segment data = {0, 1 << 20, true};
  (void)symbols, (void)module;
  *ret = (struct symbols_layout){0};
  if (variable_count > 0)
    *ret = (struct symbols_layout){.address = code_file_offset, .segments = &data, .segment_count = 1};
}

void symbols_variable(struct symbols *symbols, const struct symbols_module *module, enum symbols_area area,
                      uint64_t address, struct symbols_variable *ret)
{
  (void)symbols, (void)module, (void)area;
  *ret = (struct symbols_variable){.start = address, .bytes = 1};
  for (size_t i = 0; i < variable_count; i++)
    if (address - variables[i].start < variables[i].bytes)
      *ret = variables[i];
}

void symbols_locals(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                    const struct symbols_local **ret, size_t *ret_count)
{
  (void)symbols, (void)module;
  *ret = NULL;
  *ret_count = 0;
  for (size_t i = 0; i < local_count; i++)
    if (locals[i].file_offset == file_offset) {
      *ret = &locals[i].local;
      *ret_count = 1;
    }
}

void symbols_variable_path(struct symbols *symbols, const struct symbols_module *module, enum symbols_area area,
                           uint64_t address, struct symbols_path *ret)
{
  struct symbols_variable variable;
  symbols_variable(symbols, module, area, address, &variable);
  *ret = (struct symbols_path){.name = variable.name, .path = "", .rest = address - variable.start};
}

void symbols_variable_types(struct symbols *symbols, const struct symbols_module *module, enum symbols_area area,
                            uint64_t address, const struct symbols_type **ret, size_t *ret_count, uint64_t *ret_start)
{
  (void)symbols, (void)module, (void)area;
  *ret = NULL;
  *ret_count = 0;
  *ret_start = address;
}

void symbols_local_types(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                         size_t number, const struct symbols_type **ret, size_t *ret_count)
{
  (void)symbols, (void)module, (void)file_offset, (void)number;
  *ret = NULL;
  *ret_count = 0;
}

void symbols_local_path(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                        size_t number, uint64_t byte, struct symbols_path *ret)
{
  (void)symbols, (void)module, (void)file_offset, (void)number, (void)byte;
  *ret = (struct symbols_path){0};
}

bool symbols_local_start(const struct symbols_local *local, const struct symbols_frame_registers *registers,
                         uint64_t *ret)
{
  *ret = registers->frame_address + (uint64_t)local->offset;
  return true;
}

void symbols_targets(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                     const struct symbols_target **ret, size_t *ret_count)
{
  (void)symbols, (void)module, (void)file_offset;
  *ret = NULL;
  *ret_count = 0;
}

void symbols_call(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset, size_t depth,
                  struct symbols_call *ret)
{
  (void)symbols, (void)module, (void)depth;
  *ret = (struct symbols_call){0};
  for (size_t i = 0; i < call_count; i++) {
    unsigned way = calls[i].is_stored ? SYMBOLS_WAY_ARGUMENT : SYMBOLS_WAY_RESULT;
    if (calls[i].file_offset == file_offset)
      *ret = (struct symbols_call){.is_known = true, .is_returned = !calls[i].is_stored, .callers = calls[i].callers,
                                   .ways = {[SYMBOLS_WAY_RESULT] = (uint16_t)(1U << way)}};
  }
}

char *library_version(const struct symbols_module *module, const char *prefix)
{
  (void)module;
  (void)prefix;
  return NULL;
}

char *symbols_demangle(const char *linkage_name)
{
  (void)linkage_name;
  return NULL;
}

struct error *module_file_is_unchanged(const struct symbols_module *module, bool *ret)
{
  (void)module;
  *ret = true;
  return NULL;
}
