/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loss records get their places and are sorted, so that those of one place are neighbours and can be added up. */
#include "report/model/leak_places.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "report/frames/frame_names.h"
#include "report/frames/place.h"

/* In `frames`, one after the other. */
static struct error *describe_frames(const struct process *process, const struct stack *stack, size_t codes,
                            struct place_frame *frames)
{
  struct place_frame *next = frames;
  struct error *error = NULL;
  for (size_t i = 0; i < codes; i++)
    for (size_t j = 0; j < stack->codes[i]->frame_count && !error; j++)
      error = place_frame_of(process->settings.place_rules, stack->codes[i], j, next++);
  return error ? error : place_mark_wrappers(process->symbols, stack, codes, frames, sizeof *frames);
}

static struct leak_place place_of_stack(const struct process *process, const struct stack *stack, bool is_allocation)
{
  struct leak_place place = {0};
  size_t codes = stack ? frame_names_shown_codes(&process->settings,
                                           stack) : 0, count = stack ? stack_count_frames(stack, codes) : 0;
  struct place_frame *frames = count > 0 ? calloc(count, sizeof *frames) : NULL;
  if (!frames)
    return place;
  struct error *error = describe_frames(process, stack, codes, frames);
  if (!error) {
    place.frame = place_find(frames, count, sizeof *frames, is_allocation, true).place;
    place.is_own = frames[place.frame].role == FRAME_TELLING && frames[place.frame].is_own;
    place.called_frame = place.frame - 1;
    place.called = place.frame > 0 ? stack_code_at(stack, &place.called_frame) : NULL;
    place.code = stack_code_at(stack, &place.frame);
  }
  error_free(error);
  free(frames);
  return place;
}

struct leak_place leak_place_of_stack(const struct process *process, const struct stack *stack)
{
  return place_of_stack(process, stack, true);
}

struct leak_place leak_place_of_event(const struct process *process, const struct stack *stack)
{
  return place_of_stack(process, stack, false);
}

/* "src/a.c" ends in "a.c", "xa.c" does not. */
static bool ends_in_path(const char *path, const char *end, size_t end_bytes)
{
  const size_t bytes = strlen(path);
  return end_bytes > 0 && end_bytes <= bytes && strncmp(path + bytes - end_bytes, end, end_bytes) == 0
         && (end_bytes == bytes || path[bytes - end_bytes - 1] == '/' || *end == '/');
}

static bool matches_file(const struct symbols_frame *frame, const char *name)
{
  char *end;
  const char *colon = strrchr(name, ':');
  const unsigned long line = colon ? strtoul(colon + 1, &end, 10) : 0;
  const bool has_line = colon && colon[1] != '\0' && *end == '\0';
  char *path;
  if (!frame->file || asprintf(&path, "%s/%s", frame->directory ? frame->directory : "", frame->file) < 0)
    return false;
  const bool is_meant = ends_in_path(path, name, has_line ? (size_t)(colon - name) : strlen(name))
                        && (!has_line || frame->line == line);
  free(path);
  return is_meant;
}

static bool matches_function(const char *function, const char *name)
{
  char *plain = strndup(function, 1 + strcspn(function + 1, "([")); /* "(anonymous namespace)::f" begins with one */
  bool is_meant = fnmatch(name, function, 0) == 0 || (plain && fnmatch(name, plain, 0) == 0);
  free(plain);
  return is_meant;
}

bool leak_place_matches(const struct leak_place *place, const struct settings *settings, const char *name)
{
  if (!place->code)
    return false;
  const struct symbols_frame *frame = &place->code->frames[place->frame];
  return matches_function(frame_names_function(settings, place->code, place->frame), name) || matches_file(frame, name);
}

/* Without memory fewer tests are known. */
static void add_tests(struct test_ids *sum, const struct test_ids *more)
{
  for (size_t i = 0; i < more->count; i++)
    error_free(test_ids_add(sum, more->items[i]));
}

static struct leak_place place_of_record(const struct process *process, const struct loss_record *record)
{
  struct leak_place place = leak_place_of_stack(process, record->stack);
  place.kind = record->kind;
  place.bytes = record->bytes;
  place.indirect_bytes = record->indirect_bytes;
  place.blocks = record->blocks;
  add_tests(&place.tests, &record->tests);
  return place;
}

static int compare_text(const char *a, const char *b)
{
  return strcmp(a ? a : "", b ? b : "");
}

/* Two instructions of one source line are one place. */
static int compare_places(const struct leak_place *a, const struct leak_place *b)
{
  if (a->code == b->code && a->frame == b->frame)
    return 0;
  if (!a->code || !b->code)
    return a->code ? 1 : -1;
  const struct symbols_frame *x = &a->code->frames[a->frame], *y = &b->code->frames[b->frame];
  int order = compare_text(x->function_linkage, y->function_linkage);
  if (order == 0)
    order = compare_text(x->file, y->file);
  if (order == 0)
    order = (x->line > y->line) - (x->line < y->line);
  if (order == 0 && (!x->file || x->line == 0))
    order = (a->code->ip > b->code->ip) - (a->code->ip < b->code->ip);
  return order;
}

static int by_place(const void *a, const void *b)
{
  const struct leak_place *x = a, *y = b;
  return x->kind != y->kind ? (x->kind < y->kind ? -1 : 1) : compare_places(x, y);
}

static int by_bytes(const void *a, const void *b)
{
  const struct leak_place *x = a, *y = b;
  uint64_t x_bytes = x->bytes + x->indirect_bytes, y_bytes = y->bytes + y->indirect_bytes;
  if (x_bytes != y_bytes)
    return x_bytes < y_bytes ? 1 : -1;
  return by_place(a, b);
}

/* Put equal neighbours together. Sums cannot overflow: they are parts of totals that did not. */
static size_t merge_places(struct leak_place *places, size_t found)
{
  size_t count = 0;
  for (size_t i = 0; i < found; i++)
    if (count > 0 && by_place(&places[count - 1], &places[i]) == 0) {
      places[count - 1].bytes += places[i].bytes;
      places[count - 1].indirect_bytes += places[i].indirect_bytes;
      places[count - 1].blocks += places[i].blocks;
      add_tests(&places[count - 1].tests, &places[i].tests);
      test_ids_release(&places[i].tests);
    } else {
      places[count++] = places[i];
    }
  return count;
}

struct error *leak_places_find(const struct process *process, const struct leak_check *check, unsigned kinds,
                         struct leak_place **ret, size_t *ret_count)
{
  struct leak_place *places = calloc(check->record_count + 1, sizeof *places);
  size_t found = 0;
  if (!places)
    return error_no_memory();
  for (size_t i = 0; i < check->record_count; i++) {
    const struct loss_record *record = &check->records[i];
    if ((kinds >> record->kind & 1) && !record->suppression && record->blocks > 0)
      places[found++] = place_of_record(process, record);
  }
  qsort(places, found, sizeof *places, by_place);
  *ret_count = merge_places(places, found);
  qsort(places, *ret_count, sizeof *places, by_bytes);
  *ret = places;
  return NULL;
}

void leak_places_release(struct leak_place *places, size_t count)
{
  for (size_t i = 0; i < count; i++)
    test_ids_release(&places[i].tests);
  free(places);
}

char *leak_place_text(const struct leak_place *place, const struct settings *settings)
{
  char *source, *text = NULL;
  if (!place->code)
    return strdup("???");
  source = frame_names_source(settings, &place->code->frames[place->frame]);
  if (!source)
    return NULL;
  const char *file = place->code->mapping ? place->code->mapping->file.path : "???";
  if (asprintf(&text, "%s (%s%s)", frame_names_function(settings, place->code, place->frame), *source ? "" : "in ",
               *source ? source : file) < 0)
    text = NULL;
  free(source);
  return text;
}
