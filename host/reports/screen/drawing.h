/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One finding as it is drawn on the screen, in the manner of compilers. Text only: what it says was decided before.
 *
 *   error: use after free: read of 8 bytes, 16 bytes into a freed block of 24 bytes
 *     --> session.c:41 in session_name
 *      |
 *   40 | {
 *   41 |   return session->name;
 *      |   ^^^^^^^^^^^^^^^^^^^^^ read here
 *      = called by main (session.c:52)
 *     ::: session.c:33 in session_close
 *      |
 *   33 |   free(session);
 *      |   ------------- freed here
 *      = called by main (session.c:51)
 */
#ifndef SEEP_HOST_REPORTS_SCREEN_DRAWING_H
#define SEEP_HOST_REPORTS_SCREEN_DRAWING_H

#include <stdbool.h>
#include <stdio.h>

#include "host/reports/screen/excerpt.h"

enum drawing_colour { DRAWING_PLAIN, DRAWING_BOLD, DRAWING_RED, DRAWING_YELLOW, DRAWING_GREEN, DRAWING_BLUE };

struct drawing_style {
  bool colour;
  unsigned columns; /* of the terminal: longer lines of sources are cut; 0: they are not */
};

/* A place in the program, and what happened there. */
struct span {
  char *where;            /* "session.c:41 in session_name" */
  char *label;            /* "freed here" */
  struct excerpt excerpt; /* with line `line` in it, unless it is empty */
  unsigned line;
  bool has_stack;         /* callers are all frames of the stack */
  char **callers;         /* "main (session.c:51)"; what begins with a full stop is no caller: "... 3 more" */
  size_t caller_count, caller_capacity;
  char *help, *tried; /* what could be done there, and what came of that; NULL: nothing is known */
};

enum { DRAWING_SPANS = 8, DRAWING_NOTES = 16 };

struct drawing {
  enum drawing_colour colour;
  const char *level; /* "error"; borrowed */
  char *title;
  struct span spans[DRAWING_SPANS]; /* the first is where it happened */
  size_t span_count;
  char *notes[DRAWING_NOTES];
  size_t note_count;
  char *help; /* what could be done about it all; NULL: nothing is known */
};

/* The texts are taken over; NULL, and what there is no room for, is left out. */
void drawing_add_note(struct drawing *drawing, char *note);
void span_add_caller(struct span *span, char *caller);

void span_release(struct span *span);

/* Take the last span out again. */
void drawing_drop_span(struct drawing *drawing);

/* Write it to a stream, with the colours and in the width of the style. */
void drawing_put(const struct drawing *drawing, const struct drawing_style *style, FILE *output);
void drawing_release(struct drawing *drawing);

/* Words that begin in a column, counted from 0: where the terminal ends they go on in the next line, below the first
 * one. Ends its last line. */
void drawing_put_wrapped(const struct drawing_style *style, enum drawing_colour colour, const char *text,
                         unsigned column, FILE *output);

/* A piece of a line; control characters become question marks. */
void drawing_put_text(const struct drawing_style *style, enum drawing_colour colour, const char *text, FILE *output);

#endif
