/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The place of a stack, with names that people use and lines of its source. */
#ifndef SEEP_HOST_REPORTS_SCREEN_PLACE_SPAN_H
#define SEEP_HOST_REPORTS_SCREEN_PLACE_SPAN_H

#include "host/model/process/model.h"
#include "host/reports/screen/drawing.h"

/* What a stack tells of. */
enum span_role {
  SPAN_HAPPENED,  /* the finding itself: more lines of the source are shown */
  SPAN_LEAKED,    /* the same of a leak: wrappers of allocators are passed */
  SPAN_ALLOCATED, /* where a block came from */
  SPAN_LOST,      /* where the last pointer to a block went: like SPAN_HAPPENED */
  SPAN_BEFORE,    /* what else happened before */
};

/* `label` says what happened there; the functions that were called from there on are added to it. Of NULL, which is no
 * stack, false. Release what is returned with the drawing that it is put in. */
bool span_of_stack(const struct process *process, const struct stack *stack, enum span_role role, const char *label,
                   struct span *ret);

#endif
