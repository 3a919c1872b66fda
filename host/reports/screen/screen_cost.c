/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the program cost: the functions and lines that took most of its instructions. */
#include <stdlib.h>
#include <string.h>

#include "host/base/last_component.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/frames/frame_names.h"
#include "host/model/frames/module_table.h"
#include "host/model/frames/short_name.h"
#include "host/model/process/costs.h"
#include "host/model/words/numbers.h"
#include "host/reports/screen/excerpt.h"
#include "host/reports/screen/screen.h"

enum { FUNCTIONS_SHOWN = 12, LINES_SHOWN = 8, COLUMNS_USUAL = 100, NUMBER_COLUMNS = 16 };

static double share_of(uint64_t part, uint64_t whole)
{
  return whole ? 100 * (double)part / (double)whole : 0;
}

/* What takes a tenth and more is hot. */
static enum drawing_colour heat_of(double share)
{
  return share >= 10 ? DRAWING_RED : share >= 3 ? DRAWING_YELLOW : DRAWING_PLAIN;
}

static void put_row(struct screen *screen, uint64_t part, uint64_t whole, const char *text)
{
  const double share = share_of(part, whole);
  const unsigned columns = screen->config.columns ? screen->config.columns : COLUMNS_USUAL;
  char *number = print_text("%*s %5.1f%%  ", NUMBER_COLUMNS, grouped_number(part).digits, share);
  char *cut = memory_text(text);
  const size_t room = columns > strlen(number) ? columns - strlen(number) : 0;
  if (strlen(cut) > room)
    cut[room] = '\0';
  drawing_put_text(&screen->style, heat_of(share), number, screen->config.output);
  drawing_put_text(&screen->style, DRAWING_PLAIN, cut, screen->config.output);
  putc('\n', screen->config.output);
  free(cut);
  free(number);
}

static char *function_name(const struct cost_place *place)
{
  const struct frame *function = place->function;
  const char *name = function->function ? function->function : function->function_linkage;
  return name ? short_function_name(name) : memory_text("???");
}

static const char *module_name(const struct cost_place *place)
{
  return place->mapping->file.path ? last_component(place->mapping->file.path) : "code of no module";
}

static void put_function(struct screen *screen, const struct cost_place *place, uint64_t whole)
{
  char *name = function_name(place);
  const char *file = place->function->file;
  char *text = file ? print_text("%s (%s) in %s", name, file, module_name(place))
                    : print_text("%s in %s", name, module_name(place));
  put_row(screen, place->instructions, whole, text);
  free(text);
  free(name);
}

/* The line's text, if its source is here; else whose it is. */
static char *source_of(const struct frame *frame)
{
  struct excerpt excerpt = {0};
  char *path = frame_names_path(frame);
  excerpt_of_file(path, &(struct excerpt_wanted){.line = frame->line}, &excerpt);
  char *text = NULL;
  if (excerpt.count > 0)
    text = memory_text(excerpt.lines[0] + strspn(excerpt.lines[0], " "));
  excerpt_release(&excerpt);
  free(path);
  return text;
}

static void put_cost_line(struct screen *screen, const struct cost_place *place, uint64_t whole)
{
  char *source = source_of(place->frame), *name = function_name(place);
  char *text = source ? print_text("%s:%u  %s", place->frame->file, place->frame->line, source)
                      : print_text("%s:%u in %s", place->frame->file, place->frame->line, name);
  put_row(screen, place->instructions, whole, text);
  free(text);
  free(name);
  free(source);
}

static void put_title(struct screen *screen, const char *title)
{
  fprintf(screen->config.output, "\n%*s %6s  %s\n", NUMBER_COLUMNS, "instructions", "", title);
}

static void put_lines(struct screen *screen, const struct cost_places *places)
{
  size_t shown = 0;
  for (size_t i = 0; i < places->line_count && shown < LINES_SHOWN; i++) {
    if (!places->lines[i].frame->file || places->lines[i].frame->line == 0)
      continue;
    if (shown++ == 0)
      put_title(screen, "line");
    put_cost_line(screen, &places->lines[i], places->instructions);
  }
}

void screen_cost(struct screen *screen, const struct process *process, const char *cut_reason)
{
  struct cost_places places;
  if (cut_reason)
    screen_line(screen, DRAWING_RED, "the run did not finish: %s", cut_reason);
  if (process->settings.verbosity == 0)
    return;
  cost_places_find(process, &places);
  if (places.function_count > 0)
    put_title(screen, "function");
  for (size_t i = 0; i < places.function_count && i < FUNCTIONS_SHOWN; i++)
    put_function(screen, &places.functions[i], places.instructions);
  put_lines(screen, &places);
  putc('\n', screen->config.output);
  screen_line(screen, DRAWING_BOLD, "%s",
              grouped_count(places.instructions, "instruction", "instructions").digits);
  cost_places_release(&places);
}
