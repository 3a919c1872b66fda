/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep top [PID|NAME]`: a running program's heap by place, refreshed, with keys. program_watch.h has the news,
 * host/heap/top what is shown of them. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/error.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/base/terminal.h"
#include "host/base/text_after.h"
#include "host/base/utf8.h"
#include "host/heap/top/full_screen.h"
#include "host/heap/top/live_record.h"
#include "host/heap/top/top_screen.h"
#include "host/launcher/asked_program.h"
#include "host/launcher/program_watch.h"
#include "host/launcher/watched_programs.h"
#include "host/runs/command.h"
#include "shared/record/record_watch.h"

enum { EVERY_MS = 1000, SECONDS_MOST = RECORD_WATCH_MS_MOST / 1000 };

struct top {
  struct program_watch watch;
  struct top_screen screen;
  bool wants_help, is_done;
};

static void print_usage(FILE *output)
{
  fputs("usage: seep top [PID|NAME] [--every=SECONDS]\n"
        "Show the heap of a program that is running under Seep by place: what is live,\n"
        "how it grows, how fast it is made, and the errors so far. Keys sort, pause and\n"
        "show the stack of a place; h lists them, q quits. The program goes on; it takes\n"
        "less than 1 % of its time, and nothing in it is woken.\n"
        "Without a terminal, one screen is printed.\n"
        "The program is named by its process id (the number between == in its report) or\n"
        "its name; without that, it is the one that runs under Seep. One that was started\n"
        "without Seep is watched after: seep attach PID\n"
        "  --every=SECONDS  look no more often than that [1]\n",
        output);
}

/* --- arguments --- */

static struct error *take_every(struct top *top, const char *text)
{
  char *end;
  const double seconds = strtod(text, &end);
  if (*end || end == text || !(seconds >= 0.1 && seconds <= SECONDS_MOST))
    return error_format("--every=%s: expected seconds, from 0.1 to %d", text, SECONDS_MOST);
  top->watch.every_ms = (long)(seconds * 1000);
  return NULL;
}

static struct error *parse_arguments(int argc, char **argv, struct top *top)
{
  struct error *error = NULL;
  for (int i = 1; i < argc && !error; i++) {
    const char *const every = text_after(argv[i], "--every=");
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
      top->wants_help = true;
    else if (every)
      error = take_every(top, every);
    else if (argv[i][0] == '-')
      error = error_format("unknown option %s; see seep top --help", argv[i]);
    else if (top->watch.program.pid != 0)
      error = error_format("%s: one program at a time; see seep top --help", argv[i]);
    else
      error = asked_program_named(argv[i], &top->watch.program.pid);
  }
  return error;
}

/* The only program there is. */
static struct error *choose_program(struct top *top)
{
  struct watched_programs programs;
  struct error *error = NULL;
  char *text;
  size_t bytes;
  watched_programs_find(&programs);
  if (programs.count == 0)
    error = error_format("no program runs under Seep; start one by seep PROGRAM, or see seep attach --help");
  else if (programs.count == 1)
    top->watch.program.pid = programs.items[0].pid;
  if (programs.count > 1) {
    FILE *const list = print_begin(&text, &bytes);
    watched_programs_print(&programs, NULL, list);
    text = print_end(list, &text);
    error = error_format("which one? Name it by its number:\n%.*s", (int)(strlen(text) - 1), text);
    free(text);
  }
  watched_programs_release(&programs);
  return error;
}

/* --- the screen --- */

static void show(struct top *top)
{
  full_screen_size(&top->screen.rows, &top->screen.columns);
  top->screen.state = top->watch.state;
  char *const text = top_screen_draw(&top->screen, top->watch.record);
  full_screen_show(text);
  free(text);
}

static void turn_to(struct top *top, enum top_part part)
{
  top->screen.part = top->screen.part == part ? TOP_PLACES : part;
  top->screen.first = 0;
}

static void sort_by(struct top *top, unsigned order)
{
  top->screen.order = (enum live_order)(order % LIVE_ORDERS);
  top->screen.first = 0;
}

static void move(struct top *top, long lines)
{
  top_screen_move(&top->screen, top->watch.record, lines);
}

static void take_order(struct top *top, int key)
{
  static const char orders[] = "bngsa";
  const char *const order = key > 0 && key < KEY_ENTER ? strchr(orders, key) : NULL;
  if (key == KEY_LEFT)
    sort_by(top, top->screen.order + LIVE_ORDERS - 1);
  else if (key == KEY_RIGHT)
    sort_by(top, top->screen.order + 1);
  else if (order)
    sort_by(top, (unsigned)(order - orders));
}

static void take_key(struct top *top, int key)
{
  const long page = top_screen_page(&top->screen), all = 1L << 30;
  switch (key) {
  case 'q':
  case KEY_QUIT:
    top->is_done = true;
    return;
  case 'h':
  case '?':
    turn_to(top, TOP_HELP);
    return;
  case 'p':
  case ' ':
    top->screen.is_paused = top->watch.is_paused = !top->screen.is_paused;
    return;
  case KEY_ENTER:
    move(top, 0);
    turn_to(top, top->screen.part == TOP_HELP ? TOP_HELP : TOP_STACK);
    return;
  case KEY_BACK:
    turn_to(top, top->screen.part);
    return;
  case KEY_UP:
  case 'k':
    move(top, -1);
    return;
  case KEY_DOWN:
  case 'j':
    move(top, 1);
    return;
  case KEY_PAGE_UP:
    move(top, -page);
    return;
  case KEY_PAGE_DOWN:
    move(top, page);
    return;
  case KEY_HOME:
    move(top, -all);
    return;
  case KEY_END:
    move(top, all);
    return;
  default:
    take_order(top, key);
  }
}

/* --- all of it --- */

static void watch(struct top *top)
{
  full_screen_begin();
  show(top);
  while (!top->is_done) {
    const bool has_news = program_watch_wait(&top->watch, STDIN_FILENO);
    for (int key; !top->is_done && (key = full_screen_key()) != KEY_NONE;)
      take_key(top, key);
    if (has_news)
      show(top);
  }
  full_screen_end();
}

/* Two looks, as speed needs that. */
static void print_once(struct top *top)
{
  const uint64_t first_ns = live_places_heap(live_record_places(top->watch.record))->elapsed_ns;
  top->watch.woken_at_ms = top->watch.next_ms; /* who looks once may wake it */
  for (long waits = 0; waits < top->watch.every_ms / 10 + 100 && !top->watch.is_over; waits++) {
    (void)program_watch_wait(&top->watch, -1);
    if (live_places_heap(live_record_places(top->watch.record))->elapsed_ns > first_ns || top->watch.state)
      break;
  }
  top->screen.state = top->watch.state;
  top->screen.columns = terminal_columns(STDOUT_FILENO);
  char *const text = top_screen_draw(&top->screen, top->watch.record);
  fputs(text, stdout);
  free(text);
}

static struct error *run(struct top *top)
{
  if (top->watch.program.pid == 0)
    RETURN_IF_ERROR(choose_program(top));
  RETURN_IF_ERROR(program_watch_begin(&top->watch));
  top->screen.has_keys = full_screen_is_possible();
  top->screen.has_colour = terminal_has_colour(STDOUT_FILENO);
  top->screen.is_utf8 = utf8_is_wanted();
  if (top->screen.has_keys)
    watch(top);
  else
    print_once(top);
  return NULL;
}

int command_top(int argc, char **argv)
{
  static const char *const good[] = {"census", NULL};
  struct top top = {
    .watch = {.program = {.command = "top", .wanted = "view of the heap", .good = good, .in_debugger = ""},
              .every_ms = EVERY_MS,
              .process = -1,
              .answer = -1}};
  struct error *error = parse_arguments(argc, argv, &top);
  if (!error && top.wants_help)
    print_usage(stdout);
  else if (!error)
    error = run(&top);
  program_watch_end(&top.watch);
  free(top.screen.chosen);
  return error ? command_failed("top", error) : command_flush("top");
}
