/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside the text writer: its state and its parts. Lines begin as Valgrind's do, ==PID==, so that tools which read them
 * find what they know. */
#ifndef SEEP_HOST_REPORTS_TEXT_TEXT_H
#define SEEP_HOST_REPORTS_TEXT_TEXT_H

#include "host/model/frames/identity.h"
#include "host/model/process/suppression_match.h"
#include "host/model/process/writer.h"
#include "host/reports/text/suppression_prompt.h"
#include "host/model/words/error_notes.h"
#include "host/model/words/numbers.h"

enum text_untold { TEXT_UNTOLD_NONE, TEXT_UNTOLD_GUEST, TEXT_UNTOLD_SIGNAL };

struct text {
  struct text_config config;
  const struct process *process; /* the one being written about */
  bool in_line;                  /* a message has not ended its line */
  bool goes_on;                  /* and its stack follows in that line */
  bool after_blank;              /* the last line was empty */
  enum text_untold untold;       /* in a log: what is being left out, up to the end of its stack */
  uint64_t last_tid;             /* the thread named last */
};

enum text_style { TEXT_PLAIN, TEXT_HEADING, TEXT_FINDING };

/* --- lines (host/reports/text/text_lines.c) --- */

/* One line, or several when the text contains newlines; text from outside loses its control characters. */
void text_line(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_styled_line(struct text *text, enum text_style style, const char *format, ...)
  __attribute__((format(printf, 3, 4)));
/* A --PID-- line. */
void text_debug_line(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_blank(struct text *text);
/* End what text_piece() has begun. */
void text_end_line(struct text *text);

/* Part of a line in whatever pieces it comes; `mark` is '=', '-', '*' or none. */
enum { TEXT_NO_PREFIX = '\0' };
void text_piece(struct text *text, char mark, const char *data, size_t size);

/* --- stacks (host/reports/text/text_stack.c) --- */

/* "at" and "by" lines, one for each frame. */
void text_stack(struct text *text, const struct stack *stack);

/* --- errors (host/reports/text/text_error.c) --- */

/* The error with its stacks, and what else is said of it. */
void text_error(struct text *text, const struct error_context *error);
/* Sentences, each with its stack below it. */
void text_notes(struct text *text, const struct error_note *notes, size_t count);

/* What stands before and after every finding: markers, the thread, a blank line, a suppression. */
void text_finding_begin(struct text *text, uint64_t tid);
void text_finding_end(struct text *text);
/* The name under which the finding goes in all formats; Memcheck has none. */
void text_identity(struct text *text, const struct identity *identity);
void text_suppression(struct text *text, const struct suppression_match *match);
/* Is it to be printed? --gen-suppressions=yes asks. */
bool text_wants_suppression(struct text *text);

/* What is said of a snapshot when it is begun, and when it is there or was not taken. */
void text_snapshot_begun(struct text *text, const struct record_snapshot_begun *snapshot);
void text_snapshot(struct text *text, const struct record_snapshot *snapshot); /* host/reports/text/text_snapshot.c */

/* Errors and used suppressions, for -s. */
void text_error_list(struct text *text);

/* The last line: "ERROR SUMMARY". */
void text_error_summary(struct text *text);
void text_storms(struct text *text); /* errors that were folded into others */

/* --- leaks --- */

void text_leak_check(struct text *text, const struct leak_check *check); /* host/reports/text/text_leak.c */
void text_leak_xtree(struct text *text, const struct leak_check *check); /* where its records are, if in a file */
/* The warning that it was not. */
void text_heap_unseen(struct text *text);
void text_loss_record(struct text *text, const struct leak_check *check, const struct loss_record *record);
void text_block(struct text *text, const struct leak_check *check, const struct record_block *block);
void text_growth(struct text *text);        /* host/reports/text/text_growth.c */
void text_growth_digest(struct text *text);
/* How much of what is still reachable is growing, a cache, and so on. */
void text_reachable_classes(struct text *text, const struct leak_check *check);
void text_digest(struct text *text, const struct leak_check *check);     /* host/reports/text/text_digest.c */

#endif
