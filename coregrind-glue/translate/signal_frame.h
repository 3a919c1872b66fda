/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The floating-point state of a thread, as others see it. */
#ifndef SEEP_COREGRIND_GLUE_TRANSLATE_SIGNAL_FRAME_H
#define SEEP_COREGRIND_GLUE_TRANSLATE_SIGNAL_FRAME_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

enum { SIGNAL_FRAME_IMAGE_BYTES = 512 };

/* Has the thread's instruction faulted? */
Bool signal_frame_is_fault(const vki_siginfo_t *info);

/* As fxsave has it. */
void signal_frame_image(ThreadId tid, UChar *ret_image);

#endif
