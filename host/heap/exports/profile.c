/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two hash tables while it is made: frames by instruction and depth of inlining, functions by their names. */
#include "host/heap/exports/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/base/utf8.h"
#include "host/model/frames/frame_names.h"

struct making {
  struct profile *profile;
  const struct settings *settings;
  htab_t frames, functions;
  size_t frame_capacity, function_capacity;
};

static hashval_t hash_text(hashval_t hash, const char *text)
{
  for (; *text; text++)
    hash = (hash ^ (unsigned char)*text) * 16777619u;
  return (hash ^ 0xff) * 16777619u;
}

HASHED(function, struct profile_function, hash_text(hash_text(hash_text(2166136261u, x->name), x->file), x->object),
       SAME_TEXT(name) && SAME_TEXT(file) && SAME_TEXT(object))

HASHED(frame, struct profile_frame,
       (hashval_t)((((uintptr_t)x->code ^ (uintptr_t)x->frame << 20) * 0x9e3779b97f4a7c15u) >> 32),
       SAME(code) && SAME(frame))

/* --- functions --- */

static void function_destroy(struct profile_function *function)
{
  free(function->name);
  free(function->linkage);
  free(function->file);
  free(function->object);
  free(function);
}

/* What it is called where nothing is known of it: "[libz.so.1]". */
static char *unknown_name(const struct code *code)
{
  char *name;
  if (!code)
    return memory_text("[unknown stack]");
  if (!code->mapping)
    return memory_text("[no file]");
  const char *path = code->mapping->file.path;
  const char *slash = strrchr(path, '/');
  name = print_text("[%s]", slash ? slash + 1 : path);
  return name;
}

static char *source_path(const struct frame *frame)
{
  return frame->file ? frame_names_path(frame) : memory_text("");
}

/* Takes `text` over. */
static char *clean_line(char *text)
{
  char *line = text ? utf8_line(text, 0) : NULL;
  free(text);
  return line;
}

static bool fill_function(struct profile_function *function, const struct settings *settings,
                          const struct profile_frame *key)
{
  const struct code *code = key->code;
  const struct frame *from = key->frame;
  bool is_known = from->function || from->function_linkage;
  function->name = clean_line(
    is_known ? memory_text(frame_names_qualified(settings, code, (size_t)(from - code->frames))) : unknown_name(code));
  function->linkage = clean_line(memory_text(from->function_linkage ? from->function_linkage : ""));
  function->file = clean_line(source_path(from));
  function->object = clean_line(memory_text(code && code->mapping ? code->mapping->file.path : ""));
  return function->name && function->linkage && function->file && function->object;
}

static struct profile_function *add_function(struct making *making, struct profile_function *function)
{
  struct profile *profile = making->profile;
  void **list = (void **)&profile->functions;
  grow(list, profile->function_count, &making->function_capacity, sizeof *profile->functions);
  void **slot = htab_find_slot(making->functions, function, INSERT);
  if (!*slot) {
    function->number = profile->function_count;
    profile->functions[profile->function_count++] = function;
    *slot = function;
  }
  return *slot;
}

/* NULL: no memory. */
static const struct profile_function *intern_function(struct making *making, const struct profile_frame *key)
{
  struct profile_function *function = memory_zeroed(1, sizeof *function), *found = NULL;
  if (fill_function(function, making->settings, key))
    found = add_function(making, function);
  if (found != function)
    function_destroy(function);
  return found;
}

/* --- frames --- */

static char *frame_text(const struct settings *settings, const struct profile_frame *key)
{
  const struct code *code = key->code;
  char *text;
  if (!code)
    return memory_text("0x0: ??? (unknown stack)");
  char *source = frame_names_source(settings, key->frame);
  const char *object = code->mapping && !*source ? code->mapping->file.path : "";
  text = print_text("0x%llX: %s%s%s%s%s", (unsigned long long)code->ip,
                    frame_names_function(settings, code, (size_t)(key->frame - code->frames)),
                    *source   ? " ("
                    : *object ? " (in "
                              : "",
                    source, object, *source || *object ? ")" : "");
  free(source);
  return clean_line(text);
}

static struct profile_frame *add_frame(struct making *making, struct profile_frame key)
{
  struct profile *profile = making->profile;
  void **list = (void **)&profile->frames;
  struct profile_frame *frame = memory_allocate(sizeof *frame);
  grow(list, profile->frame_count, &making->frame_capacity, sizeof *profile->frames);
  key.number = profile->frame_count;
  *frame = key;
  profile->frames[profile->frame_count++] = frame;
  frame->function = intern_function(making, &key);
  frame->text = frame_text(making->settings, &key);
  return frame->function && frame->text ? frame : NULL;
}

/* `code` NULL: there is no stack. */
static const struct profile_frame *intern_frame(struct making *making, const struct code *code, size_t depth)
{
  static const struct frame nameless;
  struct profile_frame key = {.code = code, .frame = code ? &code->frames[depth] : &nameless};
  void **slot = htab_find_slot(making->frames, &key, INSERT);
  if (slot && !*slot)
    *slot = add_frame(making, key);
  return slot ? *slot : NULL;
}

/* --- sites --- */

/* Of the first `codes` of a stack: the first that is outside allocators; all of them when none is. */
static void skip_allocators(const struct stack *stack, size_t codes, size_t *ret_code, size_t *ret_depth)
{
  for (size_t i = 0; i < codes; i++)
    for (size_t j = 0; j < stack->codes[i]->frame_count; j++)
      if (stack->codes[i]->frames[j].role != FRAME_ALLOCATOR) {
        *ret_code = i;
        *ret_depth = j;
        return;
      }
}

/* From an inlined call of the first one on. */
static void take_codes(struct making *making, struct profile_site *site, size_t code, size_t end, size_t depth)
{
  const size_t room = site->stack ? stack_count_frames(site->stack, end) : 0;
  site->frames = memory_allocate((room + 1) * sizeof *site->frames);
  for (; code < end; code++, depth = 0)
    for (; depth < site->stack->codes[code]->frame_count; depth++)
      site->frames[site->frame_count++] = intern_frame(making, site->stack->codes[code], depth);
  if (site->frame_count == 0)
    site->frames[site->frame_count++] = intern_frame(making, NULL, 0);
}

static void take_frames(struct making *making, struct profile_site *site)
{
  size_t codes = site->stack ? frame_names_shown_codes(making->settings, site->stack) : 0, code = 0, depth = 0;
  skip_allocators(site->stack, codes, &code, &depth);
  take_codes(making, site, code, codes, depth);
}

static void take_growth(struct profile_site *site, const struct growth_site *growth, bool counts_live)
{
  const struct growth_value *last = growth->value_count > 0 ? &growth->values[growth->value_count - 1] : NULL;
  bool has_totals = growth->totals.total_blocks > 0;
  site->growth = growth;
  if (counts_live) {
    site->live_bytes = has_totals ? growth->totals.live_bytes : last ? last->bytes : 0;
    site->live_blocks = has_totals ? growth->totals.live_blocks : last ? last->blocks : 0;
  }
  site->total_bytes = has_totals ? growth->totals.total_bytes : site->live_bytes;
  site->total_blocks = has_totals ? growth->totals.total_blocks : site->live_blocks;
}

static void add_growth_site(struct making *making, const struct growth_site *growth)
{
  const struct heap *heap = making->profile->heap;
  struct profile_site *site = &making->profile->sites[making->profile->site_count++];
  *site = (struct profile_site){.stack_id = growth->stack_id, .stack = growth->stack};
  if (growth->stack)
    stack_table_resolve(heap->process->stacks, growth->stack);
  take_growth(site, growth, !heap->snapshot);
  take_frames(making, site);
}

static void add_heap_site(struct making *making, const struct heap_site *from)
{
  struct profile_site *site = &making->profile->sites[making->profile->site_count++];
  *site = (struct profile_site){.stack_id = from->stack_id, .stack = from->stack,
                                .live_bytes = from->live_bytes, .live_blocks = from->live_blocks,
                                .total_bytes = from->live_bytes, .total_blocks = from->live_blocks};
  if (from->growth)
    take_growth(site, from->growth, false);
  take_frames(making, site);
}

/* Those of the snapshot, then those that have nothing in it. */
static void add_sites(struct making *making)
{
  const struct heap *heap = making->profile->heap;
  const struct growth *growth = heap->growth;
  bool *is_taken = memory_zeroed(growth->site_count + 1, sizeof *is_taken);
  making->profile->sites = memory_zeroed(heap->site_count + growth->site_count + 1, sizeof *making->profile->sites);
  for (uint32_t i = 0; heap->snapshot && i < heap->site_count; i++) {
    if (heap->sites[i].growth)
      is_taken[heap->sites[i].growth - growth->sites] = true;
    add_heap_site(making, &heap->sites[i]);
  }
  for (size_t i = 0; i < growth->site_count; i++) {
    making->profile->has_totals |= growth->sites[i].totals.total_blocks > 0;
    if (!is_taken[i])
      add_growth_site(making, &growth->sites[i]);
  }
  free(is_taken);
}

static void add_items(struct making *making, const struct xtree *xtree)
{
  making->profile->sites = memory_zeroed(xtree->count + 1, sizeof *making->profile->sites);
  for (size_t i = 0; i < xtree->count; i++) {
    const struct xtree_item *item = &xtree->items[i];
    struct profile_site *site = &making->profile->sites[making->profile->site_count++];
    *site = (struct profile_site){.stack = item->stack, .item = item};
    take_codes(making, site, item->first, item->end, 0);
  }
}

int profile_compare_frames(const struct profile_site *a, const struct profile_site *b)
{
  for (size_t i = 0; i < a->frame_count && i < b->frame_count; i++)
    if (a->frames[i] != b->frames[i])
      return a->frames[i]->number < b->frames[i]->number ? -1 : 1;
  return (a->frame_count > b->frame_count) - (a->frame_count < b->frame_count);
}

ORDER(by_frames, struct profile_site, profile_compare_frames(x, y) ?: UP(stack_id))

static int by_addresses(const void *a, const void *b)
{
  const struct xtree_item *x = ((const struct profile_site *)a)->item, *y = ((const struct profile_site *)b)->item;
  const size_t x_length = x->end - x->first, y_length = y->end - y->first;
  for (size_t i = 0; i < x_length && i < y_length; i++) {
    const uint64_t x_ip = x->stack->codes[x->first + i]->ip, y_ip = y->stack->codes[y->first + i]->ip;
    if (x_ip != y_ip)
      return x_ip < y_ip ? -1 : 1;
  }
  return (x_length > y_length) - (x_length < y_length);
}

/* Of a heap, or of an execution tree. */
static void create(const struct settings *settings, const struct heap *heap, const struct xtree *xtree,
                   struct profile **ret)
{
  struct making making = {
    .profile = memory_zeroed(1, sizeof *making.profile),
    .settings = settings,
    .frames = HASH_TABLE(frame, 256, NULL),
    .functions = HASH_TABLE(function, 256, NULL),
  };
  if (making.profile)
    making.profile->heap = heap;
  if (heap) {
    add_sites(&making);
  } else {
    add_items(&making, xtree);
  }
  qsort(making.profile->sites, making.profile->site_count, sizeof *making.profile->sites,
        heap ? by_frames : by_addresses);
  hash_table_delete(making.frames);
  hash_table_delete(making.functions);
  *ret = making.profile;
}

void profile_create(const struct heap *heap, struct profile **ret)
{
  create(&heap->process->settings, heap, NULL, ret);
}

void profile_of_xtree(const struct settings *settings, const struct xtree *xtree, struct profile **ret)
{
  create(settings, NULL, xtree, ret);
}

void profile_destroy(struct profile *profile)
{
  if (!profile)
    return;
  for (uint32_t i = 0; i < profile->frame_count; i++) {
    free(profile->frames[i]->text);
    free(profile->frames[i]);
  }
  for (uint32_t i = 0; i < profile->function_count; i++)
    function_destroy(profile->functions[i]);
  for (size_t i = 0; i < profile->site_count; i++)
    free(profile->sites[i].frames);
  free(profile->frames);
  free(profile->functions);
  free(profile->sites);
  free(profile);
}

/* --- what is asked of the whole --- */

size_t profile_peak(const struct growth *growth)
{
  size_t peak = SIZE_MAX;
  for (size_t i = 0; i < growth->point_count; i++) {
    const struct growth_point *point = &growth->points[i], *best = &growth->points[peak == SIZE_MAX ? i : peak];
    bool is_better = point->live_bytes > best->live_bytes ||
                     (point->live_bytes == best->live_bytes && point->is_peak && !best->is_peak);
    if (peak == SIZE_MAX || is_better)
      peak = i;
  }
  return peak;
}

char *profile_command(const struct heap *heap)
{
  char *text;
  size_t size;
  FILE *stream = print_begin(&text, &size);
  for (char **argument = heap->process->argv; argument && *argument; argument++)
    fprintf(stream, "%s%s", argument == heap->process->argv ? "" : " ", *argument);
  if (fclose(stream) != 0) {
    free(text);
    return NULL;
  }
  return clean_line(text);
}
