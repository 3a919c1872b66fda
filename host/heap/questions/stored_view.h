/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where pointers to blocks were stored, as a run with --explain knows it of what is left at its end. */
#ifndef SEEP_HOST_HEAP_QUESTIONS_STORED_VIEW_H
#define SEEP_HOST_HEAP_QUESTIONS_STORED_VIEW_H

#include "host/heap/questions/ask.h"
#include "host/heap/questions/selection.h"

/* Show that of the selected sites; in JSON as list "stored". If the run has not followed their blocks, and its program
 * can be run again, a line names the command that tells. */
void stored_view_put(const struct question *question, const struct selection *selection);

#endif
