/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What people are shown of a stack: runs of functions in which nobody looks for a mistake are one line, and what starts
 * programs, threads and test cases is left out. */
#ifndef SEEP_HOST_MODEL_FRAMES_SHOWN_FRAMES_H
#define SEEP_HOST_MODEL_FRAMES_SHOWN_FRAMES_H

#include <stddef.h>

#include "host/frame/frame.h"

/* The frames of a stack, innermost first, that are shown: up to there. Frame `place` always is. */
size_t shown_frames_end(const struct frame *frames, size_t count, size_t place);

/* How many frames from this one on, which are fewer than `end`, are one line: 0, it is shown by itself. */
size_t shown_frames_fold(const struct frame *frames, size_t end, size_t from);

/* "... 3 library functions"; malloc'ed. */
char *shown_frames_folded(size_t count);

#endif
