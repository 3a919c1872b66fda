/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames of test frameworks: they are folded where people read stacks, and are nobody's own code there, though they may
 * have been compiled into the program. Neither places nor identities go by them. */
#ifndef SEEP_HOST_MODEL_FRAMES_TEST_FRAMES_H
#define SEEP_HOST_MODEL_FRAMES_TEST_FRAMES_H

#include "host/frame/frame.h"

/* By the frame's names, its module, and the path of its source; each of the latter may be NULL: not known. */
enum frame_test test_frames_find(const struct frame *frame, const char *object, const char *source);

#endif
