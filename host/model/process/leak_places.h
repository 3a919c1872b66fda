/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Places in the program (host/model/frames/place.h), as people name them. */
#ifndef SEEP_HOST_MODEL_PROCESS_LEAK_PLACES_H
#define SEEP_HOST_MODEL_PROCESS_LEAK_PLACES_H

#include "host/model/process/model.h"

struct leak_place {
  const struct code *code;  /* NULL: no stack is known */
  size_t frame;             /* of the code */
  bool is_own;              /* as --own says */
  const struct code *called; /* the function that was called there; NULL: none */
  size_t called_frame;       /* of that code */
};

/* The place of a resolved stack at which something was allocated. */
struct leak_place leak_place_of_stack(const struct process *process, const struct stack *stack);

/* The same where something else happened: there are no wrappers, but what calls free() is one's own place. */
struct leak_place leak_place_of_event(const struct process *process, const struct stack *stack);

/* The own frame that the innermost function of a stack returned to; code NULL: there is none. That function may have
 * been jumped to by the one that was called: of the call through which a block was allocated, `allocated` tells which
 * one that was; NULL: that is not known. */
struct leak_place leak_place_behind(const struct stack *stack, const struct stack *allocated);

/* The function that was called at a place and has jumped to another one, so that it is in no stack; malloc'ed, NULL:
 * none is known. */
char *leak_place_jumped_from(const struct process *process, const struct leak_place *place);

/* Has the function of a place a parameter that may lead to memory? */
bool leak_place_takes_pointer(const struct process *process, const struct leak_place *place);

/* The frame that follows a place in its stack; code NULL: there is none. Of it only the code and the frame are told. */
struct leak_place leak_place_caller(const struct process *process, const struct stack *stack,
                                    const struct leak_place *place);

/* Does a user mean this place by "FUNCTION", "FILE" or "FILE:LINE"? FUNCTION is a shell pattern for a name as it is
 * shown or without parameters and tags ("[abi:cxx11]"); of a file's path the last parts are enough. */
bool leak_place_matches(const struct leak_place *place, const struct settings *settings, const char *name);

/* "function (file.c:12)"; malloc'ed. */
char *leak_place_text(const struct leak_place *place, const struct settings *settings);

#endif
