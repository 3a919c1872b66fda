/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One function per cause, in a table. Each says what is known and leaves out the rest: "Its last pointer was
 * overwritten." */
#include "host/model/words/lost_words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/frames/frame_names.h"
#include "host/model/process/error_trails.h"
#include "host/model/words/count_words.h"
#include "host/model/words/lost_places.h"
#include "host/model/words/numbers.h"

/* A sentence that is being written. */
struct telling {
  const struct process *process;
  const struct lost_case *lost;
  const struct lost_event *event; /* NULL: none is known */
  const char *whose;              /* "Its last pointer" */
  FILE *stream;
};

/* "pop() (list.c:88)"; what that has called may have jumped elsewhere: "node_free(), called by pop() (list.c:88)". */
static void put_event_place(const struct telling *telling, const char *before, const struct stack *stack)
{
  const struct leak_place place = leak_place_of_event(telling->process, stack);
  char *jumped = leak_place_jumped_from(telling->process, &place);
  if (jumped)
    fprintf(telling->stream, "%s%s()", before, jumped);
  lost_put_place(telling->process, jumped ? ", called by " : before, &place, telling->stream);
  free(jumped);
}

static void put_allocation_place(const struct telling *telling, const char *before, const struct stack *stack)
{
  const struct leak_place place = leak_place_of_stack(telling->process, stack);
  lost_put_place(telling->process, before, &place, telling->stream);
}

/* --- where the pointer was --- */

static void put_variable(const struct telling *telling, const struct lost_place *place)
{
  static const char *const kinds[LOST_PLACES] = {
    [LOST_IN_GLOBAL] = "global", [LOST_IN_STATIC] = "static", [LOST_IN_THREAD] = "thread-local",
    [LOST_IN_LOCAL] = "local",
  };
  fprintf(telling->stream, "the %s variable \"%s\"", kinds[place->kind], place->variable ? place->variable : "?");
  if (place->function)
    fprintf(telling->stream, " of %s()", place->function);
}

static void put_in_block(const struct telling *telling, const struct lost_place *place)
{
  fprintf(telling->stream, "at offset %s of a block", grouped_number(place->offset).digits);
  put_allocation_place(telling, " allocated in ", place->allocated);
}

/* `of_variable` stands before a variable. */
static void put_holder(const struct telling *telling, const char *of_variable)
{
  const struct lost_place *place = &telling->event->place;
  if (place->kind == LOST_IN_MEMORY) {
    fputs("in memory of which nothing is known", telling->stream);
  } else if (place->kind == LOST_IN_BLOCK) {
    put_in_block(telling, place);
  } else if (place->kind == LOST_ON_STACK) {
    fprintf(telling->stream, "on the stack%s%s%s", place->function ? " of " : "",
            place->function ? place->function : "", place->function ? "()" : "");
  } else {
    fputs(of_variable, telling->stream);
    put_variable(telling, place);
  }
}

/* "Its last pointer, the global variable "head"," */
static void put_pointer(const struct telling *telling)
{
  const bool is_placed = telling->event && telling->event->place.kind != LOST_IN_MEMORY;
  fputs(telling->whose, telling->stream);
  if (!is_placed)
    return;
  fputs(", ", telling->stream);
  put_holder(telling, "");
  putc(',', telling->stream);
}

/* "xasprintf() returned to main() (x.c:12)" */
static void put_result(const struct telling *telling, const struct leak_place *place)
{
  char *called = lost_function_called(telling->process, place);
  fprintf(telling->stream, "%s%s returned", called ? called : "its allocation", called ? "()" : "");
  lost_put_place(telling->process, " to ", place, telling->stream);
  free(called);
}

/* --- causes --- */

static void put_where_stored(const struct telling *telling)
{
  if (telling->event && telling->event->stored)
    put_event_place(telling, "; it was stored there in ", telling->event->stored);
}

static void tell_unknown(const struct telling *telling)
{
  fputs("It is not known how its last pointer was lost", telling->stream);
}

static void tell_never_stored(const struct telling *telling)
{
  const struct leak_place place = leak_place_of_stack(telling->process, telling->lost->allocated);
  fputs("It was never stored in memory: what ", telling->stream);
  put_result(telling, &place);
  fputs(" was dropped", telling->stream);
}

/* ", called by main() (x.c:20)": where a function writes through a parameter, its caller has passed the address. That
 * is certain of a variable of another function, and likely of a block. */
static void put_passer(const struct telling *telling)
{
  const struct lost_place *to = &telling->event->place;
  const struct leak_place writer = leak_place_of_event(telling->process, telling->event->stack);
  if (to->kind != LOST_IN_BLOCK && to->kind != LOST_IN_LOCAL)
    return;
  const bool is_passed = to->kind == LOST_IN_LOCAL ? !lost_is_in_function(telling->process, &writer, to->function)
                                                   : leak_place_takes_pointer(telling->process, &writer);
  const struct leak_place caller = is_passed && writer.is_own
                                     ? leak_place_caller(telling->process, telling->event->stack, &writer)
                                     : (struct leak_place){0};
  if (caller.code && frame_is_own(&caller.code->frames[caller.frame]))
    lost_put_place(telling->process, ", called by ", &caller, telling->stream);
}

static void tell_overwritten(const struct telling *telling)
{
  static const char *const words[] = {"", " with NULL", " with a pointer to another block", " with another value"};
  const struct lost_event *event = telling->event;
  put_pointer(telling);
  fprintf(telling->stream, " was overwritten%s",
          words[!event ? 0 : event->value == 0 ? 1 : event->value_stack ? 2 : 3]);
  if (!event)
    return;
  put_event_place(telling, " in ", event->stack);
  put_passer(telling);
}

/* A word of the stack that is no variable may be what the caller has passed, and needs no more itself. */
static void put_caller_without(const struct telling *telling)
{
  const struct lost_drop *drop = &telling->lost->lost->drop;
  const bool is_last = telling->event == telling->lost->lost->events && drop->left && !drop->got;
  const struct leak_place caller = leak_place_behind(is_last ? drop->left : NULL, NULL);
  if (!caller.code)
    return;
  lost_put_place(telling->process, "; ", &caller, telling->stream);
  fputs(", which had called it, has kept none", telling->stream);
}

/* The place is named once: "was lost when parse() returned (parse.c:120)", "... when parse() was left, in main()": by a
 * jump. */
static void tell_frame_left(const struct telling *telling)
{
  const struct lost_event *event = telling->event;
  const char *function = event ? event->place.function : NULL;
  put_pointer(telling);
  const char *left = function ? function : "the function it was in", *brackets = function ? "()" : "";
  if (!event) {
    fprintf(telling->stream, " was lost when %s%s returned", left, brackets);
    return;
  }
  const struct leak_place place = leak_place_of_event(telling->process, event->stack);
  const bool returns = !function || lost_is_in_function(telling->process, &place, function);
  fprintf(telling->stream, " was lost when %s%s %s", left, brackets, returns ? "returned" : "was left");
  if (function && returns)
    lost_put_source(telling->process, &place, telling->stream);
  else
    lost_put_place(telling->process, ", in ", &place, telling->stream);
  if (returns && event->place.kind == LOST_ON_STACK)
    put_caller_without(telling);
}

static void tell_holder_freed(const struct telling *telling)
{
  const struct lost_event *event = telling->event;
  const bool is_named = event && event->place.kind == LOST_IN_BLOCK;
  put_pointer(telling);
  fprintf(telling->stream, " was lost when %s was %s", is_named ? "that block" : "the block it was in",
          event && lost_is_resized(event->stack) ? "resized" : "freed");
  if (event)
    put_event_place(telling, " in ", event->stack);
  put_where_stored(telling);
}

static void tell_unmapped(const struct telling *telling)
{
  put_pointer(telling);
  fputs(" was lost when the memory it was in was unmapped", telling->stream);
  if (telling->event)
    put_event_place(telling, " in ", telling->event->stack);
}

static void tell_by_holder(const struct telling *telling)
{
  struct telling last = *telling;
  last.whose = "The last pointer to it";
  put_pointer(&last);
  fputs(" is in a block that is lost itself", telling->stream);
  put_where_stored(telling);
}

static void put_stored(const struct telling *telling)
{
  put_holder(telling, "in ");
  put_where_stored(telling);
}

/* `whose`: "A pointer". */
static void put_held(const struct telling *telling, const char *whose)
{
  const uint64_t into = telling->event->into;
  fprintf(telling->stream, "%s %s it", whose, into > 0 ? "into" : "to");
  if (into > 0)
    fprintf(telling->stream, ", %s past its start,", grouped_bytes(into).digits);
  fputs(" is ", telling->stream);
  put_stored(telling);
}

static void tell_held(const struct telling *telling)
{
  if (telling->event)
    put_held(telling, "A pointer");
  else
    fputs("A pointer to it is still there", telling->stream);
}

/* --- what was in registers only --- */

/* " was dropped before main() returned (x.c:20)" */
static void put_dropped(const struct telling *telling)
{
  const struct lost_drop *drop = &telling->lost->lost->drop;
  const struct code *code = drop->got->codes[1];
  const struct leak_place holder = {.code = code, .frame = code->frame_count - 1};
  char *function = drop->has_returned ? lost_function_at(telling->process, &holder) : NULL;
  fputs(" was dropped", telling->stream);
  if (function)
    fprintf(telling->stream, " before %s() returned", function);
  if (function && drop->left)
    lost_put_return(telling->process, drop->left, telling->stream);
  free(function);
}

/* Functions that are inlined have the registers of the one that returns: any that is between may have dropped it. */
static void put_between(const struct telling *telling, const struct leak_place *place)
{
  const size_t outermost = place->code ? place->code->frame_count - 1 : 0;
  for (size_t i = place->frame + 1; i < outermost; i++)
    lost_put_place(telling->process, ", called by ", &(struct leak_place){.code = place->code, .frame = i},
                   telling->stream);
  if (place->frame + 1 < outermost)
    putc(',', telling->stream);
}

static void tell_result_dropped(const struct telling *telling, const char *before)
{
  const struct leak_place place = leak_place_behind(telling->lost->lost->drop.got, telling->lost->allocated);
  fputs(before, telling->stream);
  put_result(telling, &place);
  put_between(telling, &place);
  put_dropped(telling);
}

static void tell_register_dropped(const struct telling *telling)
{
  const struct leak_place place = leak_place_behind(telling->lost->lost->drop.got, NULL);
  char *function = lost_function_at(telling->process, &place);
  fprintf(telling->stream, "Its last pointer, in a register%s%s%s,", function ? " of " : "", function ? function : "",
          function ? "()" : "");
  put_dropped(telling);
  free(function);
}

static void (*const tellers[])(const struct telling *) = {
  [RECORD_LOST_UNKNOWN] = tell_unknown,           [RECORD_LOST_NEVER_STORED] = tell_never_stored,
  [RECORD_LOST_OVERWRITTEN] = tell_overwritten,   [RECORD_LOST_FRAME_LEFT] = tell_frame_left,
  [RECORD_LOST_HOLDER_FREED] = tell_holder_freed, [RECORD_LOST_UNMAPPED] = tell_unmapped,
  [RECORD_LOST_BY_HOLDER] = tell_by_holder,       [RECORD_LOST_HELD] = tell_held,
};

/* --- sentences --- */

/* By what is left of it after the last pointer in memory went. */
static void put_registers(FILE *stream, const struct lost_blocks *lost)
{
  const char *names[LOST_REGISTERS];
  size_t count = 0;
  for (unsigned i = 0; i < LOST_REGISTERS; i++)
    if ((lost->drop.registers >> i & 1) && lost_register_name(i))
      names[count++] = lost_register_name(i);
  const bool went = lost->cause >= RECORD_LOST_OVERWRITTEN && lost->cause <= RECORD_LOST_UNMAPPED;
  if (count == 0 || !went)
    return;
  fprintf(stream, "; after that, only %s held it (", count == 1 ? "a register" : "registers");
  for (size_t i = 0; i < count; i++)
    fprintf(stream, "%s%s", i > 0 ? ", " : "", names[i]);
  putc(')', stream);
}

/* An owner that is known: the last pointer was of a kind that blocks outlive. */
static void tell_owner(struct telling *telling)
{
  const struct lost_blocks *lost = telling->lost->lost;
  telling->whose = "Its owner";
  tellers[lost->cause](telling);
  if (lost->event_count < 2)
    return;
  telling->event = &lost->events[1];
  telling->whose = "; its last pointer";
  tellers[telling->event->cause](telling);
  fputs(", which others have outlived", telling->stream);
}

/* One that may have been: it was stored later than the last one. */
static void tell_newer(struct telling *telling)
{
  telling->event = telling->lost->lost->newer;
  telling->whose = "; before that, a pointer that was stored later";
  tellers[telling->event->cause](telling);
}

/* What became of the last pointer of all. Where a function gave it on, a word of that function's says little. */
static void tell_last(struct telling *telling, enum record_lost_cause cause)
{
  const struct lost_blocks *lost = telling->lost->lost;
  if (lost->drop.kind == LOST_DROP_REGISTER) {
    tell_register_dropped(telling);
  } else if (lost->drop.kind == LOST_DROP_NONE) {
    tellers[cause](telling);
    put_registers(telling->stream, lost);
  } else if (cause == RECORD_LOST_NEVER_STORED) {
    tell_result_dropped(telling, "It was never stored in memory: what ");
  } else if (cause == RECORD_LOST_FRAME_LEFT) {
    tell_result_dropped(telling, "What ");
  } else {
    telling->whose = "Its last pointer in memory";
    tellers[cause](telling);
    tell_result_dropped(telling, "; what ");
  }
}

/* `whose` is NULL: the last pointer of all. */
static char *tell(const struct lost_case *lost, enum record_lost_cause cause, const struct lost_event *event,
                  const char *whose)
{
  char *text;
  size_t size;
  struct telling telling = {lost->process, lost, event, whose ? whose : "Its last pointer", print_begin(&text, &size)};
  if (!telling.stream)
    return NULL;
  if (whose)
    tellers[cause](&telling);
  else if (lost->lost->is_owner_first)
    tell_owner(&telling);
  else
    tell_last(&telling, cause);
  if (!whose && lost->lost->newer)
    tell_newer(&telling);
  putc('.', telling.stream);
  return print_end(telling.stream, &text);
}

char *lost_sentence(const struct lost_case *lost)
{
  char *sentence = tell(lost, lost->lost->cause, lost->lost->event_count > 0 ? lost->lost->events : NULL, NULL);
  if (!lost->lost->count || !sentence)
    return sentence;
  char *count = count_sentence(lost->process, lost->lost->count), *both = print_text("%s %s", count, sentence);
  free(count);
  free(sentence);
  return both;
}

char *lost_earlier_sentence(const struct lost_case *lost, size_t event)
{
  const struct lost_event *earlier = &lost->lost->events[event];
  const bool is_later = lost->lost->is_owner_first && event == 1;
  return tell(lost, earlier->cause, earlier, is_later ? "Its last pointer" : "Before that, another pointer");
}

/* "4 places before that, it was ": `left_out` is how many of them are not told. Where it was is not known if it was
 * stored at one of several addresses. */
static void put_passed_on(const struct telling *telling, bool is_last, size_t left_out)
{
  if (left_out > 0)
    fputs(grouped_count(left_out + 1, "place", "places").digits, telling->stream);
  fputs(is_last ? "The value was " : left_out > 0 ? " before that, it was " : "Before that, it was ", telling->stream);
  if (telling->event->place.kind == LOST_IN_MEMORY && telling->event->stored)
    put_event_place(telling, "stored in ", telling->event->stored);
  else
    put_stored(telling);
}

char *trail_sentence(const struct process *process, const struct trail *trail, size_t event, size_t left_out)
{
  char *text;
  size_t size;
  const struct telling telling = {
    .process = process, .event = &trail->events[event], .stream = print_begin(&text, &size)};
  if (!telling.stream)
    return NULL;
  if (telling.event->cause == RECORD_LOST_HELD)
    put_held(&telling, event == 0 ? "A pointer" : "Another pointer");
  else
    put_passed_on(&telling, event == 0, left_out);
  putc('.', telling.stream);
  return print_end(telling.stream, &text);
}

char *lost_sentence_of(const char *sentence, uint64_t blocks, uint64_t all_blocks)
{
  const char begin = (char)tolower((unsigned char)*sentence);
  const char *rest = *sentence ? sentence + 1 : "";
  if (blocks >= all_blocks && blocks <= 1)
    return memory_text(sentence);
  if (blocks >= all_blocks)
    return print_text("For each of %s blocks: %c%s", grouped_number(blocks).digits, begin, rest);
  return print_text("For %s of %s: %c%s", grouped_number(blocks).digits,
                    grouped_count(all_blocks, "block", "blocks").digits, begin, rest);
}

char *lost_stored_caller(const struct lost_case *lost)
{
  const struct stack *stored = lost->lost->event_count > 0 ? lost->lost->events->stored : NULL;
  const struct leak_place place = leak_place_of_event(lost->process, stored);
  if (!place.code)
    return NULL;
  const struct leak_place caller = leak_place_caller(lost->process, stored, &place);
  return caller.code ? leak_place_text(&caller, &lost->process->settings) : NULL;
}
