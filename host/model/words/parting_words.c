/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the outermost frame inwards, the stack by which a block was freed and that on which the lost ones lost their
 * last pointer are the same up to some frame. If the next one is of one function on both, it went on from another line
 * of it: there they part. Of others that went in several ways, most have to part there. */
#include "host/model/words/parting_words.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/frames/frame_names.h"
#include "host/model/process/siblings.h"
#include "host/model/words/lost_notes.h"
#include "host/model/words/lost_places.h"
#include "host/model/words/numbers.h"

/* Frames of one function, of two codes. */
struct parting {
  const struct code *freed, *lost; /* NULL: there is none */
  size_t freed_frame, lost_frame;
  bool is_innermost; /* the lost ones went in the function itself, else in a call that it made */
};

static bool is_same_text(const char *a, const char *b)
{
  return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_same_function(const struct frame *a, const struct frame *b)
{
  return (a->function || a->function_linkage) && is_same_text(a->function, b->function) &&
         is_same_text(a->function_linkage, b->function_linkage) && is_same_text(a->file, b->file);
}

/* Functions that are inlined are frames of their own; in one line of one that both are in, they may part farther in. */
static struct parting part_in(const struct code *freed, const struct code *lost)
{
  size_t f = freed->frame_count, l = lost->frame_count;
  while (f > 0 && l > 0 && is_same_function(&freed->frames[f - 1], &lost->frames[l - 1])) {
    f--;
    l--;
    if (freed->frames[f].line != lost->frames[l].line && freed->frames[f].line > 0 && lost->frames[l].line > 0)
      return (struct parting){.freed = freed, .lost = lost, .freed_frame = f, .lost_frame = l};
  }
  return (struct parting){0};
}

static struct parting part(const struct stack *freed, const struct stack *lost)
{
  size_t f = freed->count, l = lost->count;
  while (f > 0 && l > 0 && freed->codes[f - 1] == lost->codes[l - 1]) {
    f--;
    l--;
  }
  if (f == 0 || l == 0)
    return (struct parting){0};
  struct parting parting = part_in(freed->codes[f - 1], lost->codes[l - 1]);
  parting.is_innermost = l == 1 && parting.lost_frame == 0;
  if (parting.freed && !frame_is_own(&parting.freed->frames[parting.freed_frame]))
    return (struct parting){0};
  return parting;
}

/* --- the others --- */

struct others {
  struct parting parting; /* of those that most calls have freed */
  uint64_t blocks;        /* of these: freed by way of that line */
  uint64_t ended;         /* of all */
};

static bool is_same_line(const struct parting *a, const struct parting *b)
{
  const struct frame *x = &a->freed->frames[a->freed_frame], *y = &b->freed->frames[b->freed_frame];
  return a->lost == b->lost && a->lost_frame == b->lost_frame && x->line == y->line && is_same_text(x->file, y->file);
}

static uint64_t blocks_so(const struct siblings *const *siblings, size_t count, const struct stack *lost,
                          const struct parting *parting)
{
  uint64_t blocks = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t call = 0; call < siblings[i]->call_count; call++) {
      const struct parting other = part(siblings[i]->calls[call].stack, lost);
      if (other.freed && is_same_line(&other, parting))
        add_saturated(&blocks, siblings[i]->calls[call].blocks);
    }
  return blocks;
}

static struct others find_others(const struct siblings *const *siblings, size_t count, const struct stack *lost)
{
  struct others others = {0};
  uint64_t most = 0;
  for (size_t i = 0; i < count; i++) {
    add_saturated(&others.ended, siblings[i]->other_blocks);
    for (size_t call = 0; call < siblings[i]->call_count; call++) {
      const struct sibling_call *of = &siblings[i]->calls[call];
      add_saturated(&others.ended, of->blocks);
      const struct parting parting = of->blocks > most ? part(of->stack, lost) : (struct parting){0};
      if (parting.freed) {
        others.parting = parting;
        most = of->blocks;
      }
    }
  }
  if (others.parting.freed)
    others.blocks = blocks_so(siblings, count, lost, &others.parting);
  return others;
}

/* --- the sentence --- */

static void put_line(const struct lost_case *lost, const struct code *code, size_t frame, FILE *stream)
{
  char *source = frame_names_source(&lost->process->settings, &code->frames[frame]);
  fputs(source, stream);
  free(source);
}

static void put_others(const struct lost_case *lost, const struct others *others, FILE *stream)
{
  if (others->blocks < others->ended)
    fprintf(stream, "%s of the %s others", grouped_number(others->blocks).digits, grouped_number(others->ended).digits);
  else if (others->ended == 1)
    fputs("The other one", stream);
  else
    fprintf(stream, "The %s others", grouped_number(others->ended).digits);
  fputs(" passed through the call at ", stream);
  put_line(lost, others->parting.freed, others->parting.freed_frame, stream);
}

/* Where the last pointer went in the function itself, that was as it returned, or as it did something else. */
static void put_lost(const struct lost_case *lost, const struct parting *parting, bool returned, FILE *stream)
{
  const bool is_one = lost->lost->blocks == 1;
  char *these = is_one ? memory_text("this one") : print_text("these %s", grouped_number(lost->lost->blocks).digits);
  const struct leak_place place = {.code = parting->lost, .frame = parting->lost_frame};
  char *function = lost_function_at(lost->process, &place);
  if (parting->is_innermost && returned)
    fprintf(stream, "; %s left %s() by the return at ", these, function ? function : "it");
  else if (parting->is_innermost)
    fprintf(stream, "; the last pointer to %s went at ", these);
  else
    fprintf(stream, "; %s passed through the call at ", these);
  put_line(lost, parting->lost, parting->lost_frame, stream);
  putc('.', stream);
  free(function);
  free(these);
}

/* Where the last pointer went; `ret_returned`: by a return from the innermost function. */
static const struct stack *last_stack(const struct lost_blocks *lost, bool *ret_returned)
{
  const struct stack *dropped = lost_where_dropped(lost);
  *ret_returned = dropped || lost->cause == RECORD_LOST_FRAME_LEFT;
  if (dropped)
    return dropped;
  return lost->event_count > 0 && lost_scene_of(lost->cause) == LOST_SCENE_LOST ? lost->events->stack : NULL;
}

char *parting_sentence(const struct lost_case *lost, const struct loss_record *const *records, size_t count)
{
  const struct siblings **siblings;
  size_t found, size;
  bool returned;
  char *text = NULL;
  const struct stack *last = last_stack(lost->lost, &returned);
  if (!last)
    return NULL;
  siblings_of_records(&lost->process->check, records, count, &siblings, &found);
  const struct others others = find_others(siblings, found, last);
  free(siblings);
  if (!others.parting.freed || others.blocks <= others.ended / 2)
    return NULL;
  FILE *stream = print_begin(&text, &size);
  put_others(lost, &others, stream);
  put_lost(lost, &others.parting, returned, stream);
  return print_end(stream, &text);
}
