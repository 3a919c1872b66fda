/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside the writer for people: its state and its parts. Findings are drawn as they come, each place once; the verdict
 * is the last line. All else is left to the text writer, without its prefixes. */
#ifndef SEEP_HOST_REPORTS_SCREEN_SCREEN_H
#define SEEP_HOST_REPORTS_SCREEN_SCREEN_H

#include "host/model/process/suppression_match.h"
#include "host/model/process/writer.h"
#include "host/reports/screen/screen_error.h"
#include "host/reports/screen/verdict.h"
#include "host/model/words/error_titles.h"

/* A place that an error of a kind was drawn at. */
struct screen_place {
  enum error_name kind;
  char *where;
};

struct screen {
  struct text_config config;
  struct drawing_style style;
  struct writer text;    /* for what is no finding, and for answers to monitor commands */
  bool is_redirected;    /* such an answer is being written: all is the text writer's */
  bool leaves_out;       /* messages about the signal that ends the process, which is drawn */
  struct screen_place *places;
  size_t place_count, place_capacity;
  struct verdict_counts found; /* at the end; of leaks those of the last check */
  char *first; /* "use after free at t.c:8 in user": the first error, else the largest leak; NULL: none was drawn */
  bool first_is_error;
  uint64_t signal;       /* that has ended the process; 0: none */
};

/* Draw a finding, and release it; before the first one of another process than the last line's say whose it is. */
void screen_draw(struct screen *screen, const struct process *process, struct drawing *drawing);

/* Print a suppression, if wanted: --gen-suppressions. The match is released. */
bool screen_wants_suppression(struct screen *screen, const struct process *process);
void screen_put_suppression(struct screen *screen, struct suppression_match *match);

/* A line of its own: "seep: " and what follows. */
void screen_line(struct screen *screen, enum drawing_colour colour, const char *format, ...)
  __attribute__((format(printf, 3, 4)));

/* An error, or a leak that was lost for certain, is about to be drawn; `words` is what it is called. */
void screen_note_first(struct screen *screen, bool is_error, const char *words, const struct drawing *drawing);

/* Draw the leaks of a check, and the places that grow. */
void screen_leaks(struct screen *screen, const struct process *process, const struct leak_check *check);
void screen_growth(struct screen *screen, const struct process *process);

/* What the program cost (`seep cost`), in place of the summary. */
void screen_cost(struct screen *screen, const struct process *process, const char *cut_reason);

/* A suite follows what its programs execute, whatever their records say. */
bool screen_follows_suite(const struct process *process);

/* Say that programs were not checked, if there are any. */
void screen_unchecked(struct screen *screen, const struct process *process, const struct unchecked_programs *programs);

/* Hints, and the verdict after them. A quiet report has what keeps it from being trusted alone. */
void screen_summary(struct screen *screen, const struct process *process, const char *cut_reason);

/* The verdict; of a process that runs still its errors so far. Malloc'ed. */
char *screen_verdict(struct screen *screen, const struct process *process);

#endif
