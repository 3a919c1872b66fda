/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How frames are named and how much of a stack is shown, as the settings want it; the same for every writer. */
#ifndef SEEP_HOST_MODEL_FRAMES_FRAME_NAMES_H
#define SEEP_HOST_MODEL_FRAMES_FRAME_NAMES_H

#include "host/model/frames/settings.h"
#include "host/model/frames/stack_table.h"

/* How many codes of a stack to show: --num-callers of them at most, and none below main unless they are asked for. */
size_t frame_names_shown_codes(const struct settings *settings, const struct stack *stack);

/* Is the outermost frame of a code shown as "(below main)"? */
bool frame_names_is_below_main(const struct settings *settings, const struct frame *outermost);

/* The function of a frame of a code; "???" when it is not known. */
const char *frame_names_function(const struct settings *settings, const struct code *code, size_t frame);

/* The same as people are shown it: of an inlined function with what it is declared in. */
const char *frame_names_qualified(const struct settings *settings, const struct code *code, size_t frame);

/* The function as it stands in Memcheck's stacks, with --sym-offsets=yes "function+12"; malloc'ed. */
char *frame_names_shown_function(const struct settings *settings, const struct code *code, size_t frame);

/* The function as identities have it (host/model/frames/identity.h); malloc'ed. */
char *frame_names_normalised(const struct settings *settings, const struct code *code, size_t frame);

/* The qualified name as people say it (host/model/frames/short_name.h), without parameters; malloc'ed likewise. */
char *frame_names_short(const struct settings *settings, const struct code *code, size_t frame);

/* As identities have it, with its parameters. */
char *frame_names_signature(const struct settings *settings, const struct code *code, size_t frame);

/* The path of the source, absolute if its directory is known, "/src/leak.c"; malloc'ed. NULL when unknown. */
char *frame_names_path(const struct frame *frame);

/* "leak.c:12" with the directory as --fullpath-after wants it; malloc'ed. Empty when unknown. */
char *frame_names_source(const struct settings *settings, const struct frame *frame);

#endif
