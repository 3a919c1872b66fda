/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What happened at a place, and in which function that was called there. */
#ifndef SEEP_HOST_REPORTS_SCREEN_SPAN_LABEL_H
#define SEEP_HOST_REPORTS_SCREEN_SPAN_LABEL_H

/* "allocated here by make (malloc)": `label`, before its first comma; `word`; the function that was called at the
 * place; and the innermost one, if that is another. What stands in the line of the source need not be said. Any of the
 * last three may be NULL: not known. Malloc'ed. */
char *span_label(const char *label, const char *word, const char *called, const char *innermost, const char *line);

#endif
