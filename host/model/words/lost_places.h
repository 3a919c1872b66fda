/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside the words: places of the program in what is said of lost blocks. Where nothing is known, nothing is
 * written. */
#ifndef SEEP_HOST_MODEL_WORDS_LOST_PLACES_H
#define SEEP_HOST_MODEL_WORDS_LOST_PLACES_H

#include <stdio.h>

#include "host/model/process/leak_places.h"

/* `before` and "pop() (list.c:88)". */
void lost_put_place(const struct process *process, const char *before, const struct leak_place *place, FILE *stream);

/* " (list.c:88)" */
void lost_put_source(const struct process *process, const struct leak_place *place, FILE *stream);
/* The same of the return of a stack's innermost function. */
void lost_put_return(const struct process *process, const struct stack *stack, FILE *stream);

/* The short name of the function of a place, and of the one that was called there; malloc'ed, NULL: not known. */
char *lost_function_at(const struct process *process, const struct leak_place *place);
char *lost_function_called(const struct process *process, const struct leak_place *place);

/* Is the place in the function of this short name? NULL is none. */
bool lost_is_in_function(const struct process *process, const struct leak_place *place, const char *function);

/* Was a block resized there, rather than freed? What was cut off lay in a block that lives on. */
bool lost_is_resized(const struct stack *stack);

#endif
