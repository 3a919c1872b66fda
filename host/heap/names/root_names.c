/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Roots are sorted by class and address, so the words of a variable are neighbours: each usually has the same name as
 * the one before, so a table of a million pointers is looked up once. Groups are told apart by class, thread, start and
 * name, and numbered as they come. */
#include "host/heap/names/root_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/heap/names/root_names_private.h"

/* A group with its number, while they are being made. */
struct known_group {
  struct root_group group;
  uint32_t number;
};

struct build {
  struct name_sources sources;
  htab_t known;             /* of struct known_group */
  struct known_group *last; /* of the root before */
  uint64_t start, end;      /* of words that are called as that one */
};

HASHED(group, struct known_group, HASH(group.tid, HASH(group.start, HASH_TEXT(group.name) + x->group.class)),
       SAME(group.class) && SAME(group.tid) && SAME(group.start) && SAME_TEXT(group.name))

static void root_group_deinit(struct root_group *group)
{
  free(group->name);
  free(group->object);
  free(group->file);
}

static void known_group_destroy(void *item)
{
  struct known_group *known = item;
  root_group_deinit(&known->group);
  free(known);
}

static void copy_text(const char *text, char **ret)
{
  *ret = text ? memory_text(text) : NULL;
}

void root_place_take_variable(struct root_place *place, const struct named_module *module,
                              const struct symbols_variable *variable)
{
  struct root_group *group = &place->group;
  group->line = variable->line;
  group->start = place->start;
  group->bytes = place->end - place->start;
  group->is_variable = true;
  copy_text(module ? module->mapping->file.path : NULL, &group->object);
  copy_text(variable->file, &group->file);
}

static void describe_root(const struct build *build, const struct heap_root *root, struct root_place *place)
{
  place->group = (struct root_group){.class = root->class, .tid = root->tid};
  switch (root->class) {
  case RECORD_ROOT_TLS:
    name_tls_root(&build->sources, root, place);
    break;
  case RECORD_ROOT_STACK:
    name_stack_root(&build->sources, root, place);
    break;
  case RECORD_ROOT_REGISTER:
    name_register_root(&build->sources, root, place);
    break;
  default:
    name_global_root(&build->sources, root, place);
  }
}

/* Give the place's group a number, if it has none yet; its strings are taken over. */
static void find_or_add_group(struct build *build, struct root_group group)
{
  struct known_group *known = memory_allocate(sizeof *known);
  *known = (struct known_group){group, (uint32_t)htab_elements(build->known)};
  void **slot = htab_find_slot(build->known, known, INSERT);
  if (*slot)
    known_group_destroy(known);
  if (!*slot)
    *slot = known;
  build->last = *slot;
}

static bool is_like_last(const struct build *build, const struct heap_root *root)
{
  return build->last && build->last->group.class == root->class && build->last->group.tid == root->tid &&
         root->address >= build->start && root->address < build->end;
}

static void name_root(struct build *build, const struct heap_root *root)
{
  struct root_place place = {0};
  if (is_like_last(build, root))
    return;
  describe_root(build, root, &place);
  build->start = place.start;
  build->end = place.end;
  find_or_add_group(build, place.group);
}

/* Move a group to its place in the array. */
static int place_group(void **slot, void *context)
{
  struct known_group *known = *slot;
  struct root_names *names = context;
  names->groups[known->number] = known->group;
  known->group = (struct root_group){0};
  return 1;
}

static void name_roots(struct build *build, struct root_names *names)
{
  const struct snapshot *snapshot = build->sources.snapshot;
  names->group_of = memory_zeroed((size_t)snapshot->root_count + 1, sizeof *names->group_of);
  for (uint32_t i = 0; i < snapshot->root_count; i++) {
    name_root(build, &snapshot->roots[i]);
    names->group_of[i] = build->last->number;
  }
  names->groups = memory_zeroed(htab_elements(build->known) + 1, sizeof *names->groups);
  names->group_count = (uint32_t)htab_elements(build->known);
  htab_traverse(build->known, place_group, names);
}

static void name_all(const struct snapshot *snapshot, struct process *process, struct root_names *names)
{
  struct module_map *modules;
  module_map_create(process, process_snapshot_epoch(process, snapshot->head.id), &modules);
  names->symbols = process->symbols;
  struct build build = {.sources = {snapshot, process, modules}};
  build.known = HASH_TABLE(group, 64, known_group_destroy);
  name_roots(&build, names);
  htab_delete(build.known);
  module_map_destroy(modules);
}

struct root_names *root_names_create(const struct snapshot *snapshot, struct process *process)
{
  struct root_names *names = memory_zeroed(1, sizeof *names);
  name_all(snapshot, process, names);
  return names;
}

void root_names_destroy(struct root_names *names)
{
  if (!names)
    return;
  for (uint32_t i = 0; i < names->group_count; i++)
    root_group_deinit(&names->groups[i]);
  free(names->groups);
  free(names->group_of);
  free(names);
}

uint64_t root_names_offset(const struct root_names *names, const struct snapshot *snapshot, uint32_t root)
{
  const uint64_t start = names->groups[names->group_of[root]].start, address = snapshot->roots[root].address;
  return start == 0 || address < start ? UINT64_MAX : address - start;
}

void root_group_types(const struct root_names *names, const struct root_group *group, const struct symbols_type **ret,
                      size_t *ret_count)
{
  const struct root_types *types = &group->types;
  const bool is_tls = types->kind == ROOT_TYPES_TLS;
  uint64_t start;
  *ret_count = 0;
  if (types->kind == ROOT_TYPES_NONE || !names->symbols)
    return;
  if (types->kind == ROOT_TYPES_LOCAL) {
    symbols_local_types(names->symbols, types->file, types->place, types->number, ret, ret_count);
    return;
  }
  symbols_variable_types(names->symbols, types->file, is_tls ? SYMBOLS_TLS : SYMBOLS_DATA, types->place, ret, ret_count,
                         &start);
  if (start != types->place) /* the symbol is another variable's */
    *ret_count = 0;
}

char *root_group_title(const struct root_group *group)
{
  return root_group_title_of(group, "");
}

char *root_group_title_of(const struct root_group *group, const char *member)
{
  char *title;
  if (group->class == RECORD_ROOT_GLOBAL && !group->is_variable && !group->object && group->start) {
    title = print_text("%s, at 0x%llx", group->name, (unsigned long long)group->start);
    return title;
  }
  const char *what = group->class == RECORD_ROOT_GLOBAL && group->is_variable ? "global " : "";
  const int before = (int)(group->member_at > 0 ? group->member_at : strlen(group->name));
  title = print_text("%s%.*s%s%s", what, before, group->name, member, group->name + before);
  return title;
}
