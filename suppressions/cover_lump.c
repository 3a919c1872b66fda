/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A library that forgets one block often forgets many, all from functions below one of its own: that one is what a
 * person would name. So where three drafts or more of one library meet in a function near their telling ones, one
 * entry for that function is tried. Near, because farther out lies what everything comes through; and never in own
 * code, where each place is somebody's bug. All such entries are tried at once; of those that hide nothing visible the
 * one where most drafts meet comes first. Without the drafts that others have taken an entry is no wider. */
#include "suppressions/cover_work.h"

#include <stdlib.h>
#include <string.h>

enum { COMMON_DRAFTS_MIN = 3, COMMON_FRAMES_MAX = 3 };

/* A function through which the findings of several drafts come. */
struct meeting {
  const char *object, *line;
  const char *kind, *extra; /* of the findings, as an entry has them; extra: "" for none */
  size_t draft;    /* index */
  size_t distance; /* frames between it and the telling one, the most of all members */
  size_t members;  /* of the draft that come through it */
};

static int compare_places(const struct meeting *a, const struct meeting *b)
{
  int order = strcmp(a->object, b->object);
  if (order == 0)
    order = strcmp(a->line, b->line);
  if (order == 0)
    order = strcmp(a->kind, b->kind);
  return order ? order : strcmp(a->extra, b->extra);
}

static int compare_meetings(const void *item_a, const void *item_b)
{
  const struct meeting *a = item_a, *b = item_b;
  int order = compare_places(a, b);
  return order ? order : (a->draft > b->draft) - (a->draft < b->draft);
}

static bool is_shared_library(const char *object)
{
  return object && strstr(object, ".so");
}

/* Drafts of own code, of programs and of functions without a name stay as they are. */
static bool may_meet(const struct draft_stacks *stacks, const struct draft *draft)
{
  if (!draft || draft->form == DRAFT_COMMON)
    return false;
  for (size_t i = 0; i < draft->member_count; i++) {
    const struct cover_finding *finding = &stacks->findings[draft->members[i]];
    const struct draft_stack *stack = &stacks->stacks[draft->members[i]];
    if (finding->is_own || !is_shared_library(finding->finding.frames[stack->telling].object))
      return false;
  }
  return true;
}

struct meetings {
  struct meeting *items;
  size_t count, capacity;
};

static struct error *add_meeting(struct meetings *meetings, struct meeting meeting)
{
  for (size_t i = meetings->count; i-- > 0 && meetings->items[i].draft == meeting.draft;)
    if (compare_meetings(&meetings->items[i], &meeting) == 0) {
      meetings->items[i].members++;
      if (meeting.distance > meetings->items[i].distance)
        meetings->items[i].distance = meeting.distance;
      return NULL;
    }
  if (meetings->count == meetings->capacity) {
    size_t capacity = meetings->capacity * 2 + 64;
    struct meeting *grown = realloc(meetings->items, capacity * sizeof *grown);
    if (!grown)
      return error_no_memory();
    meetings->items = grown;
    meetings->capacity = capacity;
  }
  meetings->items[meetings->count++] = meeting;
  return NULL;
}

/* The functions of the same library that a stack comes through near its telling one. */
static struct error *add_meetings(struct meetings *meetings, const struct draft_stacks *stacks, size_t finding,
                                  size_t draft)
{
  const struct draft_stack *stack = &stacks->stacks[finding];
  const struct suppressions_finding *plain = &stacks->findings[finding].finding;
  const struct suppressions_frame *frames = plain->frames;
  const char *object = frames[stack->telling].object, *previous = NULL;
  struct error *error = NULL;
  for (size_t i = stack->telling; !error && i < stack->count && i - stack->telling <= COMMON_FRAMES_MAX; i++) {
    if (!frames[i].object || strcmp(frames[i].object, object) != 0)
      break;
    bool is_new = stack->lines[i]->is_function && stack->lines[i]->text != previous;
    previous = stack->lines[i]->text;
    if (is_new && i > stack->telling)
      error = add_meeting(meetings, (struct meeting){object, previous, kind_find(plain->kind)->canonical,
                                                     plain->extra ? plain->extra : "", draft, i - stack->telling, 1});
  }
  return error;
}

static struct error *find_meetings(const struct cover_work *work, struct meetings *meetings)
{
  struct error *error = NULL;
  for (size_t i = 0; !error && i < work->drafts.count; i++) {
    const struct draft *draft = work->drafts.items[i];
    for (size_t j = 0; !error && may_meet(&work->stacks, draft) && j < draft->member_count; j++)
      error = add_meetings(meetings, &work->stacks, draft->members[j], i);
  }
  if (!error && meetings->count > 0)
    qsort(meetings->items, meetings->count, sizeof *meetings->items, compare_meetings);
  return error;
}

/* The end of those that meet in one place with the first. */
static size_t place_end(const struct meetings *meetings, size_t start)
{
  size_t end = start + 1;
  while (end < meetings->count && compare_places(&meetings->items[start], &meetings->items[end]) == 0)
    end++;
  return end;
}

static bool is_whole(const struct cover_work *work, const struct meeting *meeting)
{
  const struct draft *draft = work->drafts.items[meeting->draft];
  return draft && draft->member_count == meeting->members;
}

/* Drafts that are still there and come wholly through the place, and how far off it is at most. */
static size_t count_drafts(const struct cover_work *work, const struct meeting *meetings, size_t count,
                           size_t *ret_distance)
{
  size_t drafts = 0;
  *ret_distance = 0;
  for (size_t i = 0; i < count; i++) {
    if (!is_whole(work, &meetings[i]))
      continue;
    drafts++;
    if (meetings[i].distance > *ret_distance)
      *ret_distance = meetings[i].distance;
  }
  return drafts;
}

/* The range of meetings at the place where most drafts meet, the nearest one of several; false: nowhere enough. */
static bool best_place(const struct cover_work *work, const struct meetings *meetings, size_t *ret_start,
                       size_t *ret_end)
{
  size_t most = COMMON_DRAFTS_MIN - 1, nearest = SIZE_MAX;
  for (size_t start = 0, end; start < meetings->count; start = end) {
    end = place_end(meetings, start);
    size_t distance, drafts = count_drafts(work, meetings->items + start, end - start, &distance);
    if (drafts > most || (drafts == most && most >= COMMON_DRAFTS_MIN && distance < nearest)) {
      most = drafts;
      nearest = distance;
      *ret_start = start;
      *ret_end = end;
    }
  }
  return most >= COMMON_DRAFTS_MIN;
}

/* One draft for all that meet in a place. */
static struct error *make_common(const struct cover_work *work, const struct meeting *meetings, size_t count,
                                 struct draft **ret)
{
  size_t member_count = 0, room = 1;
  for (size_t i = 0; i < count; i++)
    room += meetings[i].members;
  size_t *members = malloc(room * sizeof *members);
  if (!members)
    return error_no_memory();
  for (size_t i = 0; i < count; i++) {
    const struct draft *draft = work->drafts.items[meetings[i].draft];
    if (!is_whole(work, &meetings[i]))
      continue;
    memcpy(members + member_count, draft->members, draft->member_count * sizeof *members);
    member_count += draft->member_count;
  }
  qsort(members, member_count, sizeof *members, cover_compare_sizes);
  struct error *error = draft_create(DRAFT_COMMON, 0, members, member_count, ret);
  free(members);
  if (!error)
    (*ret)->common = meetings[0].line;
  return error;
}

/* Drafts for all places, by the meeting where each begins; NULL: too few meet there. */
static struct error *make_all(const struct cover_work *work, const struct meetings *meetings, struct draft **ret)
{
  struct error *error = NULL;
  for (size_t start = 0, end; !error && start < meetings->count; start = end) {
    size_t distance;
    end = place_end(meetings, start);
    if (count_drafts(work, meetings->items + start, end - start, &distance) >= COMMON_DRAFTS_MIN)
      error = make_common(work, meetings->items + start, end - start, &ret[start]);
  }
  return error;
}

/* Forget the places whose entries would hide something visible. */
static struct error *rule_out(const struct cover_work *work, struct meetings *meetings)
{
  struct draft **drafts = calloc(meetings->count + 1, sizeof *drafts);
  struct error *error = drafts ? make_all(work, meetings, drafts) : error_no_memory();
  if (!error)
    error = cover_try(work, drafts, meetings->count);
  for (size_t start = 0; drafts && start < meetings->count; start++) {
    if (drafts[start] && drafts[start]->offended != SIZE_MAX)
      for (size_t i = start, end = place_end(meetings, start); i < end; i++)
        meetings->items[i].members = 0;
    draft_destroy(drafts[start]);
  }
  free(drafts);
  return error;
}

/* Put one draft in the place of those that meet in [start, end). */
static struct error *replace(struct cover_work *work, const struct meetings *meetings, size_t start, size_t end)
{
  struct draft *common;
  struct error *error = make_common(work, meetings->items + start, end - start, &common);
  if (error)
    return error;
  if ((error = pointer_list_add(&work->drafts, common))) {
    draft_destroy(common);
    return error;
  }
  for (size_t i = start; i < end; i++)
    if (is_whole(work, &meetings->items[i])) {
      draft_destroy(work->drafts.items[meetings->items[i].draft]);
      work->drafts.items[meetings->items[i].draft] = NULL;
    }
  return NULL;
}

struct error *cover_lump(struct cover_work *work)
{
  struct meetings meetings = {NULL, 0, 0};
  size_t start = 0, end = 0;
  struct error *error = find_meetings(work, &meetings);
  if (!error)
    error = rule_out(work, &meetings);
  while (!error && best_place(work, &meetings, &start, &end))
    error = replace(work, &meetings, start, end);
  free(meetings.items);
  return error;
}
