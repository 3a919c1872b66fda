/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls become ways: those in one place of the program are one, whoever has called it. The largest calls come first, so
 * if there are very many ways, what is left out of the list, and counted as elsewhere, is small. */
#include "host/model/words/sibling_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/model/process/leak_places.h"
#include "host/model/words/lost_places.h"
#include "host/model/words/numbers.h"

enum { WAYS_MAX = 64, WAYS_TOLD = 3 };

/* --- ways --- */

ORDER_POINTERS(most_blocks_first, struct sibling_call, DOWN(blocks) ?: UP(stack->id))

static const struct sibling_call **gather_calls(const struct siblings *const *siblings, size_t count, size_t *ret_count)
{
  size_t calls = 0, next = 0;
  for (size_t i = 0; i < count; i++)
    calls += siblings[i]->call_count;
  const struct sibling_call **gathered = memory_zeroed(calls + 1, sizeof *gathered);
  for (size_t i = 0; i < count; i++)
    for (size_t call = 0; call < siblings[i]->call_count; call++)
      gathered[next++] = &siblings[i]->calls[call];
  qsort(gathered, calls, sizeof *gathered, most_blocks_first);
  *ret_count = calls;
  return gathered;
}

static char *place_text(const struct process *process, const struct leak_place *place)
{
  char *text;
  size_t size;
  FILE *stream = print_begin(&text, &size);
  lost_put_place(process, "", place, stream);
  return print_end(stream, &text);
}

/* Of what is not own, such as what begins threads, one learns nothing. NULL: not known. */
static char *caller_text(const struct process *process, const struct stack *stack, const struct leak_place *place)
{
  const struct leak_place caller = leak_place_caller(process, stack, place);
  const bool is_own = caller.code && frame_is_own(&caller.code->frames[caller.frame]);
  char *function = is_own ? lost_function_at(process, &caller) : NULL;
  char *text = function ? print_text("%s()", function) : NULL;
  free(function);
  return text;
}

static struct sibling_way *find_way(const struct sibling_ways *ways, const char *place, bool is_resized)
{
  for (size_t i = 0; i < ways->count; i++)
    if (ways->items[i].is_resized == is_resized && strcmp(ways->items[i].place, place) == 0)
      return &ways->items[i];
  return NULL;
}

static void add_way(const struct sibling_call *call, char *place, char *caller, struct sibling_ways *ways)
{
  ways->items[ways->count++] = (struct sibling_way){place, caller, call->stack, call->is_resized, call->blocks};
}

/* What no name is known of is elsewhere. */
static void add_call(const struct process *process, const struct sibling_call *call, struct sibling_ways *ways)
{
  const struct leak_place place = leak_place_of_event(process, call->stack);
  char *text = place_text(process, &place), *caller = caller_text(process, call->stack, &place);
  struct sibling_way *way = find_way(ways, text, call->is_resized);
  if (!way && *text && ways->count < WAYS_MAX) {
    add_way(call, text, caller, ways);
    return;
  }
  if (way) {
    add_saturated(&way->blocks, call->blocks);
    if (way->caller && (!caller || strcmp(way->caller, caller) != 0)) {
      free((char *)way->caller);
      way->caller = NULL;
    }
  }
  free(text);
  free(caller);
}

ORDER(largest_way_first, struct sibling_way, DOWN(blocks) ?: UP_TEXT(place))

void sibling_ways_find(const struct process *process, const struct loss_record *const *records, size_t count,
                       struct sibling_ways *ret)
{
  const struct siblings **siblings;
  size_t found, calls;
  *ret = (struct sibling_ways){0};
  siblings_of_records(&process->check, records, count, &siblings, &found);
  const struct sibling_call **gathered = gather_calls(siblings, found, &calls);
  ret->items = memory_zeroed(WAYS_MAX, sizeof *ret->items);
  for (size_t i = 0; i < found; i++)
    add_saturated(&ret->ended, siblings[i]->other_blocks);
  for (size_t i = 0; i < calls; i++) {
    add_saturated(&ret->ended, gathered[i]->blocks);
    add_call(process, gathered[i], ret);
  }
  ret->blocks = ret->ended;
  for (size_t i = 0; i < found; i++)
    add_saturated(&ret->blocks, siblings[i]->live_blocks);
  qsort(ret->items, ret->count, sizeof *ret->items, largest_way_first);
  free(gathered);
  free(siblings);
}

void sibling_ways_release(struct sibling_ways *ways)
{
  for (size_t i = 0; i < ways->count; i++) {
    free((char *)ways->items[i].place);
    free((char *)ways->items[i].caller);
  }
  free(ways->items);
}

/* --- the sentence --- */

static const char *verb_of(const struct sibling_ways *ways)
{
  bool is_freed = false, is_resized = false;
  for (size_t i = 0; i < ways->count; i++) {
    is_freed |= !ways->items[i].is_resized;
    is_resized |= ways->items[i].is_resized;
  }
  return !is_resized ? "freed" : is_freed ? "freed or resized" : "resized";
}

static void put_way(const struct sibling_way *way, FILE *stream)
{
  fprintf(stream, " by %s", way->place);
  if (way->caller)
    fprintf(stream, ", called by %s", way->caller);
}

/* ": 30 by A() (a.c:1), called by B(); 8 by C() (c.c:2); 3 elsewhere" */
static void put_ways(const struct sibling_ways *ways, FILE *stream)
{
  const bool are_mixed = strcmp(verb_of(ways), "freed or resized") == 0;
  uint64_t rest = ways->ended;
  for (size_t i = 0; i < ways->count && i < WAYS_TOLD; i++) {
    const struct sibling_way *way = &ways->items[i];
    rest -= way->blocks < rest ? way->blocks : rest;
    fprintf(stream, "%s %s", i == 0 ? ":" : ";", grouped_number(way->blocks).digits);
    if (are_mixed)
      fputs(way->is_resized ? " resized" : " freed", stream);
    put_way(way, stream);
  }
  if (rest > 0)
    fprintf(stream, "; %s elsewhere", grouped_number(rest).digits);
}

static void put_lost(bool is_list, uint64_t lost_blocks, FILE *stream)
{
  fputs(is_list ? ". " : "; ", stream);
  if (lost_blocks == 1)
    fprintf(stream, "%s one was not.", is_list ? "This" : "this");
  else
    fprintf(stream, "%s %s were not.", is_list ? "These" : "these", grouped_number(lost_blocks).digits);
}

char *sibling_sentence(const struct sibling_ways *ways, uint64_t lost_blocks)
{
  char *text;
  size_t size;
  if (ways->ended == 0 || lost_blocks == 0)
    return NULL;
  FILE *stream = print_begin(&text, &size);
  fprintf(stream, "%s of %s blocks allocated here %s %s", grouped_number(ways->ended).digits,
          grouped_number(ways->blocks).digits, ways->ended == 1 ? "was" : "were", verb_of(ways));
  const bool is_list = ways->count > 0 && ways->items->blocks != ways->ended;
  if (is_list)
    put_ways(ways, stream);
  else if (ways->count > 0)
    put_way(ways->items, stream);
  put_lost(is_list, lost_blocks, stream);
  return print_end(stream, &text);
}
