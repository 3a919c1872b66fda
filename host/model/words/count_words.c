/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A place is two functions: the one that counts, and who called it for that. Of what libraries do within, only the
 * function is named that one's own code has called. */
#include "host/model/words/count_words.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/print.h"
#include "host/model/words/lost_places.h"
#include "host/model/words/numbers.h"

enum { TAKERS_TOLD = 3 };

/* --- places --- */

/* A compiler may not store the last change, and the function that makes it may jump to free(). */
static bool is_freeing(const char *function)
{
  static const char deletes[] = "operator delete";
  return function && (strcmp(function, "free") == 0 || strncmp(function, deletes, sizeof deletes - 1) == 0);
}

static void put_caller(const struct process *process, const struct stack *stack, const struct leak_place *place,
                       FILE *stream)
{
  const struct leak_place caller = leak_place_caller(process, stack, place);
  char *function = lost_function_at(process, place);
  if (caller.code && frame_is_own(&caller.code->frames[caller.frame]) && function) {
    fprintf(stream, "%s()", function);
    lost_put_place(process, " from ", &caller, stream);
  } else {
    lost_put_place(process, "", place, stream);
  }
  free(function);
}

static void put_place(const struct process *process, const struct stack *stack, FILE *stream)
{
  const struct leak_place place = leak_place_of_event(process, stack);
  char *called = lost_function_called(process, &place);
  char *jumped = leak_place_jumped_from(process, &place);
  if (!place.code)
    fputs("a function that is not known", stream);
  else if (jumped || (called && !is_freeing(called)))
    fprintf(stream, "%s()", jumped ? jumped : called);
  if (place.code && (jumped || (called && !is_freeing(called))))
    lost_put_place(process, " from ", &place, stream);
  else if (place.code)
    put_caller(process, stack, &place, stream);
  free(jumped);
  free(called);
}

char *count_place_text(const struct process *process, const struct stack *stack)
{
  char *text;
  size_t size;
  FILE *stream = print_begin(&text, &size);
  put_place(process, stack, stream);
  return print_end(stream, &text);
}

/* --- the sentence --- */

static size_t rows_left(const struct lost_count *count)
{
  size_t rows = 0;
  for (size_t i = 0; i < count->row_count; i++)
    rows += count->rows[i].left > 0;
  return rows;
}

static bool was_told(const char *const *texts, size_t count, const char *text)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(texts[i], text) == 0)
      return true;
  return false;
}

struct takers {
  char *texts[TAKERS_TOLD];
  size_t told, more;
};

static void add_takers(const struct process *process, const struct lost_count *count, bool is_own,
                       struct takers *takers)
{
  for (size_t i = 0; i < count->row_count; i++) {
    const struct lost_count_row *row = &count->rows[i];
    if (row->left == 0 || leak_place_of_event(process, row->stack).is_own != is_own)
      continue;
    char *text = count_place_text(process, row->stack);
    const bool is_known = was_told((const char *const *)takers->texts, takers->told, text);
    if (!is_known && takers->told < TAKERS_TOLD) {
      takers->texts[takers->told++] = text;
      continue;
    }
    takers->more += !is_known;
    free(text);
  }
}

/* ": taken by A() and by B(), never given back"; where only some of them are left, "by A() or by B()". One's own code
 * comes first. */
static void put_left(const struct process *process, const struct lost_count *count, FILE *stream)
{
  const char *const last = count->is_paired ? " and" : " or";
  struct takers takers = {0};
  add_takers(process, count, true, &takers);
  add_takers(process, count, false, &takers);
  for (size_t i = 0; i < takers.told; i++) {
    const bool is_last = i + 1 == takers.told && takers.more == 0;
    fprintf(stream, "%s by %s", i == 0 ? ": taken" : is_last ? last : ",", takers.texts[i]);
    free(takers.texts[i]);
  }
  if (takers.more > 0)
    fprintf(stream, "%s by %s", last, grouped_count(takers.more, "other place", "other places").digits);
  fputs(takers.told > 1 && !count->is_paired ? ", and never given back" : ", never given back", stream);
}

/* ": of 3 that were taken 2 were given back" */
static void put_sums(const struct lost_count *count, FILE *stream)
{
  if (count->taken == 0)
    return;
  fprintf(stream, ": of %s that %s taken ", grouped_number(count->taken).digits, count->taken == 1 ? "was" : "were");
  if (count->given == 0)
    fputs("none was given back", stream);
  else
    fprintf(stream, "%s %s given back, and it is not known which", grouped_number(count->given).digits,
            count->given == 1 ? "was" : "were");
}

static void put_givers(const struct process *process, const struct lost_count *count, FILE *stream)
{
  const struct lost_count_giver *most = NULL;
  for (size_t i = 0; i < count->giver_count; i++)
    if (!most || count->givers[i].blocks > most->blocks)
      most = &count->givers[i];
  if (!most)
    return;
  fputs(count->giver_count > 1 ? "; most of its siblings lose that count in " : "; its siblings lose that count in ",
        stream);
  put_place(process, most->stack, stream);
}

char *count_sentence(const struct process *process, const struct lost_count *count)
{
  char *text;
  size_t size;
  FILE *stream = print_begin(&text, &size);
  const struct grouped_number offset = grouped_number(count->offset), value = grouped_number(count->value);
  if (!count->is_understood) {
    fprintf(stream, "A word of it, at offset %s, goes up and down by one, and is still ", offset.digits);
    fprintf(stream, "%s: it may be a count of references.", value.digits);
    return print_end(stream, &text);
  }
  fprintf(stream, "Its count of references, at offset %s, is still %s", offset.digits, value.digits);
  if (rows_left(count) > 0) {
    put_left(process, count, stream);
    put_givers(process, count, stream);
  } else {
    put_sums(count, stream);
  }
  putc('.', stream);
  return print_end(stream, &text);
}

/* --- the table --- */

const char count_table_title[] = "Its count, by who has changed it:";

char *count_row_sentence(const struct process *process, const struct lost_count *count,
                         const struct lost_count_row *row)
{
  char *text;
  size_t size;
  FILE *stream = print_begin(&text, &size);
  if (row->taken > 0)
    fprintf(stream, "+%s ", grouped_number(row->taken).digits);
  if (row->given > 0)
    fprintf(stream, "-%s ", grouped_number(row->given).digits);
  fputs("by ", stream);
  put_place(process, row->stack, stream);
  if (count->is_paired && row->left > 0)
    fprintf(stream, ", %s left", grouped_number(row->left).digits);
  return print_end(stream, &text);
}

char *count_table_text(const struct process *process, const struct lost_count *count)
{
  enum { ROWS_TOLD = 12 };
  char *text;
  size_t size;
  if (count->row_count == 0)
    return NULL;
  FILE *stream = print_begin(&text, &size);
  fputs(count_table_title, stream);
  for (size_t i = 0; i < count->row_count && i < ROWS_TOLD; i++) {
    char *row = count_row_sentence(process, count, &count->rows[i]);
    fprintf(stream, "%s %s", i > 0 ? ";" : "", row);
    free(row);
  }
  if (count->row_count > ROWS_TOLD)
    fprintf(stream, "; %s", grouped_count(count->row_count - ROWS_TOLD, "more place", "more places").digits);
  putc('.', stream);
  return print_end(stream, &text);
}
