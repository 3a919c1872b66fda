/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Roots are sorted by class and address, so the words of a variable are neighbours: each usually has the same name as
 * the one before, so a table of a million pointers is looked up once. Groups are told apart by class, thread, start and
 * name, and numbered as they come. */
#include "host/heap/names/root_names.h"

#include <libiberty/hashtab.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static hashval_t hash_group(const void *item)
{
  const struct root_group *group = &((const struct known_group *)item)->group;
  hashval_t hash = htab_hash_string(group->name) + group->class;
  hash = iterative_hash(&group->start, sizeof group->start, hash);
  return iterative_hash(&group->tid, sizeof group->tid, hash);
}

static int equal_groups(const void *left_item, const void *right_item)
{
  const struct root_group *left = &((const struct known_group *)left_item)->group;
  const struct root_group *right = &((const struct known_group *)right_item)->group;
  return left->class == right->class && left->tid == right->tid && left->start == right->start &&
         strcmp(left->name, right->name) == 0;
}

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

static struct error *copy_text(const char *text, char **ret)
{
  *ret = text ? strdup(text) : NULL;
  return text && !*ret ? error_no_memory() : NULL;
}

struct error *root_place_take_variable(struct root_place *place, const struct named_module *module,
                                 const struct symbols_variable *variable)
{
  struct root_group *group = &place->group;
  group->line = variable->line;
  group->start = place->start;
  group->bytes = place->end - place->start;
  group->is_variable = true;
  struct error *error = copy_text(module ? module->mapping->file.path : NULL, &group->object);
  return error ? error : copy_text(variable->file, &group->file);
}

static struct error *describe_root(const struct build *build, const struct heap_root *root, struct root_place *place)
{
  place->group = (struct root_group){.class = root->class, .tid = root->tid};
  switch (root->class) {
  case RECORD_ROOT_TLS:
    return name_tls_root(&build->sources, root, place);
  case RECORD_ROOT_STACK:
    return name_stack_root(&build->sources, root, place);
  case RECORD_ROOT_REGISTER:
    return name_register_root(&build->sources, root, place);
  default:
    return name_global_root(&build->sources, root, place);
  }
}

/* Give the place's group a number, if it has none yet; its strings are taken over. */
static struct error *find_or_add_group(struct build *build, struct root_group group)
{
  struct known_group *known = malloc(sizeof *known);
  if (!known) {
    root_group_deinit(&group);
    return error_no_memory();
  }
  *known = (struct known_group){group, (uint32_t)htab_elements(build->known)};
  void **slot = htab_find_slot(build->known, known, INSERT);
  if (!slot || *slot)
    known_group_destroy(known);
  if (!slot)
    return error_no_memory();
  if (!*slot)
    *slot = known;
  build->last = *slot;
  return NULL;
}

static bool is_like_last(const struct build *build, const struct heap_root *root)
{
  return build->last && build->last->group.class == root->class && build->last->group.tid == root->tid &&
         root->address >= build->start && root->address < build->end;
}

static struct error *name_root(struct build *build, const struct heap_root *root)
{
  struct root_place place = {0};
  if (is_like_last(build, root))
    return NULL;
  struct error *error = describe_root(build, root, &place);
  if (error) {
    root_group_deinit(&place.group);
    return error;
  }
  build->start = place.start;
  build->end = place.end;
  return find_or_add_group(build, place.group);
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

static struct error *name_roots(struct build *build, struct root_names *names)
{
  const struct snapshot *snapshot = build->sources.snapshot;
  struct error *error = NULL;
  names->group_of = calloc((size_t)snapshot->root_count + 1, sizeof *names->group_of);
  if (!names->group_of)
    return error_no_memory();
  for (uint32_t i = 0; i < snapshot->root_count && !error; i++) {
    error = name_root(build, &snapshot->roots[i]);
    if (!error)
      names->group_of[i] = build->last->number;
  }
  if (error)
    return error;
  names->groups = calloc(htab_elements(build->known) + 1, sizeof *names->groups);
  if (!names->groups)
    return error_no_memory();
  names->group_count = (uint32_t)htab_elements(build->known);
  htab_traverse(build->known, place_group, names);
  return NULL;
}

static struct error *name_all(const struct snapshot *snapshot, struct process *process, struct root_names *names)
{
  struct module_map *modules;
  struct error *error = module_map_create(process, process_snapshot_epoch(process, snapshot->head.id), &modules);
  if (error)
    return error;
  names->symbols = process->symbols;
  struct build build = {.sources = {snapshot, process, modules}};
  build.known = htab_create_alloc(64, hash_group, equal_groups, known_group_destroy, calloc, free);
  error = build.known ? name_roots(&build, names) : error_no_memory();
  if (build.known)
    htab_delete(build.known);
  module_map_destroy(modules);
  return error;
}

struct error *root_names_create(const struct snapshot *snapshot, struct process *process, struct root_names **ret)
{
  struct root_names *names = calloc(1, sizeof *names);
  if (!names)
    return error_no_memory();
  struct error *error = name_all(snapshot, process, names);
  if (error)
    root_names_destroy(names);
  else
    *ret = names;
  return error;
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

struct error *root_group_types(const struct root_names *names, const struct root_group *group,
                               const struct symbols_type **ret, size_t *ret_count)
{
  const struct root_types *types = &group->types;
  const bool is_tls = types->kind == ROOT_TYPES_TLS;
  uint64_t start;
  *ret_count = 0;
  if (types->kind == ROOT_TYPES_NONE || !names->symbols)
    return NULL;
  if (types->kind == ROOT_TYPES_LOCAL)
    return symbols_local_types(names->symbols, types->file, types->place, types->number, ret, ret_count);
  struct error *error = symbols_variable_types(names->symbols, types->file, is_tls ? SYMBOLS_TLS : SYMBOLS_DATA,
                                               types->place, ret, ret_count, &start);
  if (!error && start != types->place) /* the symbol is another variable's */
    *ret_count = 0;
  return error;
}

char *root_group_title(const struct root_group *group)
{
  return root_group_title_of(group, "");
}

char *root_group_title_of(const struct root_group *group, const char *member)
{
  char *title;
  if (group->class == RECORD_ROOT_GLOBAL && !group->is_variable && !group->object && group->start)
    return asprintf(&title, "%s, at 0x%llx", group->name, (unsigned long long)group->start) < 0 ? NULL : title;
  const char *what = group->class == RECORD_ROOT_GLOBAL && group->is_variable ? "global " : "";
  const int before = (int)(group->member_at > 0 ? group->member_at : strlen(group->name));
  return asprintf(&title, "%s%.*s%s%s", what, before, group->name, member, group->name + before) < 0 ? NULL : title;
}
