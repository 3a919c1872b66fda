/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What several formats need of a finding: where to point at, its text, its tests. */
#ifndef SEEP_HOST_REPORTS_FORMATS_FORMAT_PARTS_H
#define SEEP_HOST_REPORTS_FORMATS_FORMAT_PARTS_H

#include "host/model/findings/gaps.h"
#include "host/reports/formats/formats.h"

/* --- places --- */

/* The path of a frame's source, without "." and "..", relative to the source root when it lies below; malloc'ed, NULL
 * for a frame without source. */
void format_source(const struct format_options *options, const struct frame *frame, char **ret);

/* Any path likewise; NULL stays NULL. */
void format_path(const struct format_options *options, const char *directory, const char *path, char **ret);

/* How many stacks of a finding are shown where all would be too many. */
enum { FORMAT_VARIANTS_SHOWN = 16 };

/* Where a finding is shown in the sources: its place, else the first caller that has a source; where there is none, the
 * module or the program. */
struct format_place {
  char *path;    /* NULL: nothing at all is known */
  unsigned line, column;     /* 0: unknown */
  const struct frame *frame; /* NULL: it is the program */
};
/* Of a stack whose place (host/model/frames/place.h) is known; NULL: there is no such frame. */
const struct frame *format_frame_to_show(const struct finding_stack *stack, size_t place);
void format_place(const struct findings *findings, const struct format_options *options, const struct finding *finding,
                  struct format_place *ret);

/* The frame of a note's stack that a person would look at first. */
size_t format_note_place(const struct finding_note *note);

/* --- text --- */

/* What happened at the place of a finding: "read here", "allocated here". */
const char *format_label(const struct finding *finding);

/* "Definitely lost memory: 12 bytes ... at parse (json.c:12)" without the place if none is known; one line of UTF-8;
 * malloc'ed. */
char *format_headline(const struct finding *finding);

/* Sentence, stack and notes, line by line; UTF-8 without other control characters; malloc'ed likewise. */
char *format_plain_text(const struct finding *finding);

/* --- what was not looked at --- */

/* Called for each gap (host/model/findings/gaps.h), but once for all that the user has asked for: which program or run,
 * and what is wrong. */
typedef void format_gap_listener(void *context, const struct gap *gap, const char *who, const char *what);
void format_tell_gaps(const struct findings *findings, format_gap_listener *tell, void *context);

/* --- tests --- */

/* Names of tests in order, each once; of all processes, and of programs that ran unchecked although they are part of
 * what is tested: shells and compilers around tests are none. */
struct format_tests {
  const char **names;
  size_t count;
};
void format_tests_make(const struct findings *findings, struct format_tests *ret);
void format_tests_release(struct format_tests *tests);

/* Its index, SIZE_MAX: none. */
size_t format_test_index(const struct format_tests *tests, const char *name);

#endif
