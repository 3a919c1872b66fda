/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An error as people name it: "use after free" rather than "Invalid read". */
#ifndef SEEP_REPORT_SCREEN_SCREEN_ERROR_H
#define SEEP_REPORT_SCREEN_SCREEN_ERROR_H

#include "report/model/model.h"
#include "report/screen/drawing.h"

enum screen_kind {
#define SCREEN_KIND(id, one, several) SCREEN_##id,
#include "report/screen/screen_kinds.def"
  SCREEN_KINDS,
};

enum screen_kind screen_kind_of(const struct error_context *error);

/* "use after free", "uses after free" */
const char *screen_kind_words(enum screen_kind kind, size_t count);

/* Release with drawing_release(). */
void screen_error_draw(const struct process *process, const struct error_context *error, struct drawing *ret);

/* "1 byte", "1,337 bytes"; malloc'ed, NULL without memory. */
char *screen_count(uint64_t count, const char *one, const char *several);

#endif
