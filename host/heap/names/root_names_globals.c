/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Global and thread-local variables. A library's variables are told with its name, the program's without. */
#include "host/heap/names/root_names_private.h"

#include <stdio.h>

#include "host/base/print.h"

enum { PAGE_BYTES = 4096, NEAR_BYTES = 1 << 20 };

/* A variable's own name, with the function it is local to. */
static void variable_name(const struct named_module *module, const struct symbols_variable *variable,
                          const char *before, const char *after, struct root_group *ret_group)
{
  const char *object = module->is_program ? "" : module->name, *colon = module->is_program ? "" : ": ";
  char **const ret = &ret_group->name;
  ret_group->member_at = strlen(object) + strlen(colon) + strlen(before) + strlen(variable->name);
  if (!variable->function) {
    print_new(ret, "%s%s%s%s%s", object, colon, before, variable->name, after);
    return;
  }
  print_new(ret, "%s%s%s%s in %s%s%s", object, colon, before, variable->name, variable->function,
            parentheses(variable->function), after);
}

/* All of a segment where nothing has a name is one root. */
static void name_segment(const struct named_module *module, struct symbols_segment segment, struct root_place *ret)
{
  print_new(&ret->group.name, "%s (data)", module->name);
  ret->group.start = segment.start;
  ret->group.bytes = segment.end - segment.start;
  print_new(&ret->group.object, "%s", module->mapping->file.path);
}

/* Memory that is mapped without a file, or from one that is no program: words near each other are one root. */
static void name_mapped(const struct name_sources *sources, const struct heap_root *root, struct root_place *ret)
{
  const struct heap_root *last = root, *end = sources->snapshot->roots + sources->snapshot->root_count;
  struct symbols_segment segment;
  while (last + 1 < end && last[1].class == root->class && last[1].address - last->address <= NEAR_BYTES &&
         !module_map_find(sources->modules, last[1].address, &segment))
    last++;
  ret->start = root->address;
  ret->end = last->address + 1;
  ret->group.start = root->address & ~(uint64_t)(PAGE_BYTES - 1);
  ret->group.bytes = ret->end - ret->group.start;
  print_new(&ret->group.name, "memory that is mapped from no program file");
}

void name_global_root(const struct name_sources *sources, const struct heap_root *root, struct root_place *ret)
{
  struct symbols_segment segment;
  struct symbols_variable variable;
  const struct named_module *module = module_map_find(sources->modules, root->address, &segment);
  if (!module) {
    name_mapped(sources, root, ret);
    return;
  }
  module_map_variable(sources->modules, module, root->address, &variable);
  ret->start = variable.start;
  ret->end = variable.start + variable.bytes;
  if (!variable.name) {
    name_segment(module, segment, ret);
    return;
  }
  variable_name(module, &variable, "", "", &ret->group);
  ret->group.types = (struct root_types){ROOT_TYPES_DATA, &module->mapping->file, variable.start - module->bias, 0};
  root_place_take_variable(ret, module, &variable);
}

/* --- thread-local storage --- */

enum { CONTROL_BLOCK_BYTES = 2304 }; /* struct pthread of glibc */

/* The thread and module whose storage holds an address; *ret_block is where it begins. */
static const struct named_module *find_tls(const struct name_sources *sources, uint64_t address,
                                           const struct heap_thread **ret_thread, uint64_t *ret_block)
{
  const struct snapshot *snapshot = sources->snapshot;
  for (size_t i = 0; i < snapshot->thread_count; i++) {
    const struct heap_thread *thread = &snapshot->threads[i];
    for (size_t j = 0; j < thread->tls_count; j++) {
      uint64_t block = thread->tls_blocks[j];
      if (block == 0 || address < block)
        continue;
      const struct named_module *module = module_map_tls(sources->modules, j + 1);
      if (!module || address - block >= module->layout.tls_bytes)
        continue;
      *ret_thread = thread;
      *ret_block = block;
      return module;
    }
  }
  return NULL;
}

/* What lies in no module's storage: the thread's control block, or the C library's tables. */
static void name_unnamed_tls(const struct name_sources *sources, const struct heap_root *root, struct root_place *ret)
{
  const struct snapshot *snapshot = sources->snapshot;
  for (size_t i = 0; i < snapshot->thread_count; i++) {
    const struct heap_thread *thread = &snapshot->threads[i];
    if (thread->thread_pointer == 0 || root->address < thread->thread_pointer ||
        root->address - thread->thread_pointer >= CONTROL_BLOCK_BYTES)
      continue;
    ret->group.tid = (uint32_t)thread->tid;
    ret->group.start = thread->thread_pointer;
    print_new(&ret->group.name, "control block of thread %llu", (unsigned long long)thread->tid);
    return;
  }
  if (root->tid == 0) {
    print_new(&ret->group.name, "thread-local storage");
    return;
  }
  print_new(&ret->group.name, "thread-local storage of thread %u", root->tid);
}

void name_tls_root(const struct name_sources *sources, const struct heap_root *root, struct root_place *ret)
{
  struct symbols_variable variable;
  const struct heap_thread *thread = NULL;
  uint64_t block = 0;
  const struct named_module *module = find_tls(sources, root->address, &thread, &block);
  if (!module) {
    name_unnamed_tls(sources, root, ret);
    return;
  }
  module_map_tls_variable(sources->modules, module, root->address - block, &variable);
  char of_thread[40];
  snprintf(of_thread, sizeof of_thread, " of thread %llu", (unsigned long long)thread->tid);
  ret->group.tid = (uint32_t)thread->tid;
  ret->start = block + variable.start;
  ret->end = ret->start + variable.bytes;
  if (variable.name) {
    variable_name(module, &variable, "thread-local ", of_thread, &ret->group);
    ret->group.types = (struct root_types){ROOT_TYPES_TLS, &module->mapping->file, variable.start, 0};
    root_place_take_variable(ret, module, &variable);
    return;
  }
  ret->group.start = block;
  ret->group.bytes = module->layout.tls_bytes;
  print_new(&ret->group.name, "%s (thread-local data)%s", module->name, of_thread);
  print_new(&ret->group.object, "%s", module->mapping->file.path);
}
