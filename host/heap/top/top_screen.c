/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A head of six lines, the places or the stack of one of them, and a line with the keys. All text of others leaves as
 * host/base/plain_text.h says. */
#include "host/heap/top/top_screen.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/last_component.h"
#include "host/base/memory.h"
#include "host/base/plain_stream.h"
#include "host/base/print.h"
#include "host/heap/questions/view.h"
#include "host/model/words/numbers.h"
#include "host/reports/screen/place_span.h"

enum { HEAD_LINES = 6, TITLE_LINES = 1, FOOT_LINES = 2, PLACES_WITHOUT_END = 20 };

struct list {
  const struct live_place **items;
  size_t count, chosen;
};

static void list_make(const struct top_screen *screen, const struct live_record *record, struct list *ret)
{
  ret->items = live_places_sorted(live_record_places(record), screen->order, &ret->count);
  ret->chosen = 0;
  for (size_t i = 0; screen->chosen && i < ret->count; i++)
    if (strcmp(ret->items[i]->name, screen->chosen) == 0)
      ret->chosen = i;
}

static size_t room(const struct top_screen *screen)
{
  const unsigned taken = HEAD_LINES + FOOT_LINES;
  if (screen->rows == 0)
    return PLACES_WITHOUT_END;
  return screen->rows > taken ? screen->rows - taken : 1;
}

long top_screen_page(const struct top_screen *screen)
{
  return (long)room(screen) - (screen->part == TOP_PLACES ? TITLE_LINES : 0);
}

/* --- the head --- */

static char *clock_words(uint64_t elapsed_ns)
{
  const uint64_t seconds = elapsed_ns / 1000000000;
  return seconds < 3600 ? print_text("%" PRIu64 ":%02u", seconds / 60, (unsigned)(seconds % 60))
                        : print_text("%" PRIu64 ":%02u:%02u", seconds / 3600, (unsigned)(seconds / 60 % 60),
                                     (unsigned)(seconds % 60));
}

static void put_program(struct view *view, const struct process *process, const struct live_heap *heap)
{
  char *const time = clock_words(heap->elapsed_ns);
  view_line(view, VIEW_STRONG, 2, "%s, pid %" PRIu64 ", after %s", process->exe ? last_component(process->exe) : "?",
            process->pid, time);
  free(time);
}

static char *signed_bytes(double bytes)
{
  const char *const sign = bytes > 0 ? "+" : bytes < 0 ? "-" : "";
  return print_text("%s%s", sign, view_bytes((uint64_t)fabs(bytes)).text);
}

static void put_heap(struct view *view, const struct live_places *places, const struct live_heap *heap)
{
  char *const grown = signed_bytes(live_places_grown(places)), *const time =
                                                                 clock_words(live_places_watched_ns(places));
  const double rate = live_places_allocation_rate(places, false);
  view_line(view, VIEW_PLAIN, 2, "%s in %s; %s in the %s that it was watched", view_bytes_exact(heap->bytes).text,
            grouped_count(heap->blocks, "block", "blocks").digits, grown, time);
  if (isnan(rate))
    view_line(view, VIEW_PLAIN, 2, "%s so far", grouped_count(heap->allocations, "allocation", "allocations").digits);
  else
    view_line(view, VIEW_PLAIN, 2, "%s so far, %s a second, %s",
              grouped_count(heap->allocations, "allocation", "allocations").digits,
              grouped_number((uint64_t)(rate + 0.5)).digits, view_rate(live_places_allocation_rate(places, true)).text);
  free(grown);
  free(time);
}

static void put_head(const struct top_screen *screen, struct view *view, const struct live_record *record)
{
  const struct live_places *const places = live_record_places(record);
  const struct process *const process = live_record_process(record);
  char *const verdict = live_record_verdict(record);
  put_program(view, process, live_places_heap(places));
  put_heap(view, places, live_places_heap(places));
  view_line(view, VIEW_PLAIN, 2, "%s", verdict);
  free(verdict);
  if (screen->state || screen->is_paused)
    view_line(view, screen->state ? VIEW_WARNING : VIEW_STRONG, 2, "%s",
              screen->state ? screen->state : "paused: p goes on");
  else
    view_gap(view);
  view_gap(view);
}

/* --- places --- */

static const struct {
  const char *title, *sorted_title;
  enum cell_kind kind;
} order_columns[LIVE_ORDERS] = {
  [LIVE_BY_BYTES] = {"live", "live*", CELL_BYTES},          [LIVE_BY_BLOCKS] = {"blocks", "blocks*", CELL_COUNT},
  [LIVE_BY_GROWTH] = {"grown", "grown*", CELL_CHANGE},      [LIVE_BY_RATE] = {"per second", "per second*", CELL_RATE},
  [LIVE_BY_ALLOCATIONS] = {"made/s", "made/s*", CELL_REAL},
};

static int64_t whole(double number)
{
  return number >= 9e18 ? INT64_MAX : number <= -9e18 ? INT64_MIN : (int64_t)number;
}

static void put_place(struct table *table, const struct live_place *place)
{
  table_number(table, place->now.bytes);
  table_number(table, place->now.blocks);
  table_change(table, whole(place->grown));
  table_real(table, place->bytes_per_second);
  table_real(table, place->blocks_per_second);
  table_text(table, place->name);
}

static void put_places(struct top_screen *screen, struct view *view, const struct list *list)
{
  struct table_column columns[LIVE_ORDERS + 1];
  const size_t lines = (size_t)top_screen_page(screen);
  if (list->chosen < screen->first)
    screen->first = list->chosen;
  if (list->chosen >= screen->first + lines)
    screen->first = list->chosen - lines + 1;
  for (enum live_order order = 0; order < LIVE_ORDERS; order++)
    columns[order] = (struct table_column){
      NULL, screen->order == order && screen->has_keys ? order_columns[order].sorted_title : order_columns[order].title,
      order_columns[order].kind};
  columns[LIVE_ORDERS] = (struct table_column){NULL, "place", CELL_TEXT};
  struct table *table = table_open(view, "places", columns, LIVE_ORDERS + 1);
  for (size_t i = screen->first; i < list->count && i < screen->first + lines; i++)
    put_place(table, list->items[i]);
  table_close(table, NULL, screen->has_keys ? 0 : list->count);
}

/* With a mark that is seen without colours, too. */
static char *with_chosen(const struct top_screen *screen, char *text, size_t line)
{
  char *at = text;
  for (; line > 0 && *at; line--)
    at += strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n');
  if (*at != ' ')
    return text;
  *at = '>';
  if (!screen->has_colour)
    return text;
  char *const marked = print_text("%.*s\033[7m%s", (int)(at - text), text, at);
  free(text);
  return marked;
}

/* --- the stack of one --- */

static const struct live_place *chosen_place(const struct list *list)
{
  return list->count > 0 ? list->items[list->chosen] : NULL;
}

static char *draw_stack(const struct top_screen *screen, const struct live_record *record,
                        const struct live_place *place)
{
  struct process *const process = live_record_process(record);
  const struct drawing_style style = {.colour = screen->has_colour, .columns = screen->columns};
  struct stack *stack = NULL;
  char *text;
  size_t bytes;
  error_free(process_stack(process, place->stack_id, &stack));
  struct drawing drawing = {.colour = DRAWING_BLUE, .level = "live"};
  drawing.title = print_text("%s in %s", grouped_bytes(place->now.bytes).digits,
                             grouped_count(place->now.blocks, "block", "blocks").digits);
  if (span_of_stack(process, stack, SPAN_LEAKED, "allocated here", &drawing.spans[0]))
    drawing.span_count = 1;
  if (place->stacks > 1)
    drawing_add_note(&drawing,
                     print_text("of %zu stacks that lead to this place, the one with most bytes", place->stacks));
  FILE *const stream = print_begin(&text, &bytes);
  drawing_put(&drawing, &style, stream);
  drawing_release(&drawing);
  return print_end(stream, &text);
}

/* --- all of it --- */

static const char help_text[] = "  b n g s a   sort by live bytes, their number, growth since it was watched,\n"
                                "              growth per second, blocks made per second\n"
                                "  left right  sort by the column before, or the next one\n"
                                "  up down     choose a place; page up, page down, home and end as well\n"
                                "  enter       show its stack and lines of its source; enter or escape goes back\n"
                                "  p           pause: nothing is asked, and what is shown stays\n"
                                "  q           quit; the program goes on\n"
                                "\n"
                                "  live        bytes that were allocated at a place, and are not freed\n"
                                "  grown       how much more that is than when it was looked at first\n"
                                "  per second  how much more or less than at the last look\n"
                                "  made/s      blocks made at the place; known if the program has --growth=yes,\n"
                                "              the default but of --checks=leaks\n"
                                "\n"
                                "  A report is the same whether a program was watched or not.\n";

static size_t count_lines(const char *text)
{
  size_t lines = 0;
  for (; *text; text++)
    lines += *text == '\n';
  return lines;
}

/* So many lines of a text, from one of them on. */
static void put_lines(const char *text, size_t first, size_t lines, FILE *output)
{
  for (; *text && first > 0; first--)
    text += strcspn(text, "\n") + 1;
  for (; *text && lines > 0; lines--) {
    const size_t bytes = strcspn(text, "\n") + 1;
    fwrite(text, 1, bytes, output);
    text += bytes;
  }
}

static void put_text_part(struct top_screen *screen, const char *text, FILE *output)
{
  const size_t lines = count_lines(text), page = room(screen);
  const size_t most = lines > page ? lines - page : 0;
  screen->first = screen->first < most ? screen->first : most;
  put_lines(text, screen->first, page, output);
}

/* Returns in which of its lines the chosen place stands; SIZE_MAX: in none. */
static size_t put_part(struct top_screen *screen, struct view *view, const struct live_record *record, FILE *output)
{
  struct list list;
  list_make(screen, record, &list);
  const struct live_place *const place = chosen_place(&list);
  size_t line = SIZE_MAX;
  if (screen->part == TOP_HELP) {
    put_text_part(screen, help_text, output);
  } else if (screen->part == TOP_STACK && place) {
    char *const text = draw_stack(screen, record, place);
    put_text_part(screen, text, output);
    free(text);
  } else {
    put_places(screen, view, &list);
    line = place ? TITLE_LINES + list.chosen - screen->first : SIZE_MAX;
  }
  free(list.items);
  return line;
}

static const char *foot_of(const struct top_screen *screen)
{
  switch (screen->part) {
  case TOP_STACK:
    return "q quit  h help  up/down scroll  enter back";
  case TOP_HELP:
    return "q quit  enter back";
  default:
    return "q quit  h help  p pause  enter stack  b n g s a sort";
  }
}

/* Down to the last row but one. */
static void put_foot(const struct top_screen *screen, struct view *view, const char *text, FILE *output)
{
  for (size_t lines = count_lines(text); screen->rows > 0 && lines + 1 < screen->rows; lines++)
    fputc('\n', output);
  view_line(view, VIEW_FAINT, 2, "%s", foot_of(screen));
}

static char *plain(char *text)
{
  struct plain_filter filter = {0};
  size_t size;
  char *const filtered = plain_filter_take(&filter, text, strlen(text), &size);
  char *const ended = memory_text_begin(filtered, size);
  free(filtered);
  free(text);
  return ended;
}

char *top_screen_draw(struct top_screen *screen, const struct live_record *record)
{
  char *text;
  size_t bytes;
  FILE *const stream = print_begin(&text, &bytes);
  struct view_config config = {.output = stream, .colour = screen->has_colour, .is_utf8 = screen->is_utf8};
  struct view *lines, *table;
  view_create(&config, &lines); /* whose lines are not wrapped */
  config.columns = screen->columns;
  view_create(&config, &table);
  put_head(screen, lines, record);
  const size_t chosen = put_part(screen, table, record, stream);
  fflush(stream);
  if (screen->has_keys)
    put_foot(screen, lines, text, stream);
  error_free(view_finish(table, NULL));
  error_free(view_finish(lines, NULL));
  text = plain(print_end(stream, &text));
  return screen->has_keys && chosen != SIZE_MAX ? with_chosen(screen, text, HEAD_LINES + chosen) : text;
}

void top_screen_move(struct top_screen *screen, const struct live_record *record, long lines)
{
  struct list list;
  if (screen->part != TOP_PLACES) {
    const long first = (long)screen->first + lines;
    screen->first = first > 0 ? (size_t)first : 0;
    return;
  }
  list_make(screen, record, &list);
  const long wanted = (long)list.chosen + lines, last = (long)list.count - 1;
  const long chosen = wanted > last ? last : wanted;
  free(screen->chosen);
  screen->chosen = list.count > 0 ? memory_text(list.items[chosen > 0 ? chosen : 0]->name) : NULL;
  free(list.items);
}
