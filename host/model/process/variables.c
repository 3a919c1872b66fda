/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Locals are looked for from the innermost frame outwards: a callee knows its arguments better than its caller does.
 * Within a frame, the innermost scope comes first. */
#include "host/model/process/variables.h"

#include <string.h>

#include "host/model/process/model.h"
#include "host/model/process/module_map.h"

/* --- frames --- */

struct lookup {
  struct process *process;
  const struct record_error *error;
  struct variable *found;
};

/* Does the record have the frame's registers? Its canonical frame address is the stack pointer of the next frame. */
static bool read_registers(const struct record_error *error, size_t frame, struct symbols_frame_registers *ret)
{
  if (frame + 1 >= error->frame_sps.count || frame >= error->frame_fps.count)
    return false;
  *ret = (struct symbols_frame_registers){
    .stack_pointer = error->frame_sps.items[frame],
    .frame_pointer = error->frame_fps.items[frame],
    .frame_address = error->frame_sps.items[frame + 1],
  };
  return true;
}

/* The path comes from another look-up, so it counts only when it is about the same variable. */
static void describe_local(const struct lookup *lookup, const struct code *code, size_t frame,
                           const struct symbols_local *local, size_t number, uint64_t byte)
{
  struct symbols_path path;
  symbols_local_path(lookup->process->symbols, &code->mapping->file, code_offset(code), number, byte, &path);
  bool has_path = path.name && strcmp(path.name, local->name) == 0;
  *lookup->found = (struct variable){
    .kind = VARIABLE_LOCAL,
    .name = local->name,
    .path = has_path ? path.path : "",
    .offset = has_path ? path.rest : byte,
    .function = local->function,
    .file = local->line ? local->file : NULL,
    .line = local->line,
    .frame = lookup->error->frames_first + frame,
    .tid = lookup->error->place_tid,
  };
}

/* Memcheck knows no variables of inlined functions. */
static bool is_told(const struct process *process, const struct code *code, const struct symbols_local *local)
{
  const char *outer = code->frames[code->frame_count - 1].function;
  return !process->settings.is_memcheck || code->frame_count < 2 || !local->function || !outer ||
         strcmp(local->function, outer) == 0;
}

static void find_in_frame(const struct lookup *lookup, const struct code *code, size_t frame)
{
  struct symbols_frame_registers registers;
  const struct symbols_local *locals;
  size_t count;
  uint64_t start, address = lookup->error->address;
  if (!code->mapping || !read_registers(lookup->error, frame, &registers))
    return;
  symbols_locals(lookup->process->symbols, &code->mapping->file, code_offset(code), &locals, &count);
  for (size_t i = 0; i < count; i++)
    if (is_told(lookup->process, code, &locals[i]) && symbols_local_start(&locals[i], &registers, &start) &&
        address - start < locals[i].bytes) {
      describe_local(lookup, code, frame, &locals[i], i, address - start);
      return;
    }
}

static struct error *find_local(const struct lookup *lookup)
{
  struct stack *stack;
  struct error *error = process_stack(lookup->process, lookup->error->frames_stack_id, &stack);
  for (size_t i = 0; !error && stack && i < stack->count && lookup->found->kind == VARIABLE_NONE; i++)
    find_in_frame(lookup, stack->codes[i], i);
  return error;
}

/* --- modules --- */

/* The variable at a place in a module's data or thread-local storage. */
static void find_in_module(const struct lookup *lookup, const struct named_module *module, enum symbols_area area,
                           uint64_t place)
{
  struct symbols *symbols = lookup->process->symbols;
  const struct symbols_module *file = &module->mapping->file;
  struct symbols_variable variable;
  struct symbols_path path;
  symbols_variable(symbols, file, area, place, &variable);
  symbols_variable_path(symbols, file, area, place, &path);
  /* Memcheck knows variables of functions only in frames. */
  if (!variable.name || !path.name || (variable.function && lookup->process->settings.is_memcheck))
    return;
  *lookup->found = (struct variable){
    .kind = area == SYMBOLS_TLS ? VARIABLE_THREAD
            : variable.function ? VARIABLE_STATIC
                                : VARIABLE_GLOBAL,
    .name = path.name,
    .path = path.path,
    .offset = path.rest,
    .function = variable.function,
    .file = variable.line ? variable.file : NULL,
    .line = variable.line,
    .tid = lookup->error->tls_tid,
  };
}

static void find_global(const struct lookup *lookup, const struct module_map *map)
{
  struct symbols_segment segment;
  const struct named_module *module = module_map_find(map, lookup->error->address, &segment);
  if (module)
    find_in_module(lookup, module, SYMBOLS_DATA, lookup->error->address - module->bias);
}

static void find_thread_local(const struct lookup *lookup, const struct module_map *map)
{
  const struct record_error *error = lookup->error;
  const struct named_module *module = error->tls_module ? module_map_tls(map, error->tls_module) : NULL;
  if (!module || error->tls_offset >= module->layout.tls_bytes)
    return;
  find_in_module(lookup, module, SYMBOLS_TLS, error->tls_offset);
}

static void find_in_modules(const struct lookup *lookup)
{
  struct process *process = lookup->process;
  const struct module_map *map;
  process_module_map(process, &map);
  if (lookup->error->place != RECORD_PLACE_STACK)
    find_global(lookup, map);
  if (lookup->found->kind == VARIABLE_NONE)
    find_thread_local(lookup, map);
}

struct error *variables_find(struct process *process, const struct record_error *frame, struct variable *ret)
{
  const struct lookup lookup = {process, frame, ret};
  struct error *error;
  *ret = (struct variable){.kind = VARIABLE_NONE};
  switch (frame->place) {
  case RECORD_PLACE_STACK:
    error = find_local(&lookup);
    if (error || ret->kind != VARIABLE_NONE || !frame->tls_module)
      return error;
    find_in_modules(&lookup);
    return NULL;
  case RECORD_PLACE_DATA_SYMBOL:
  case RECORD_PLACE_SECTION:
  case RECORD_PLACE_SEGMENT:
    find_in_modules(&lookup);
    return NULL;
  default:
    return NULL;
  }
}
