/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stream of frames as text for people and tests: one line per frame,
 *
 *   0x18 MODULE id=1 epoch=1 start=0x400000 end=0x401000 ... path="/bin/true" build_id="\x12\xab" ...
 *
 * with the fields in the order of frame_kinds.def. Numbers are decimal, addresses and offsets hexadecimal, lists
 * stand in brackets, and whatever is not printable ASCII is written \xHH, so that a line stays a line. */
#ifndef SEEP_HOST_RECORD_DUMP_H
#define SEEP_HOST_RECORD_DUMP_H

#include <stdio.h>

#include "host/base/error.h"
#include "host/record/frame_reader.h"

/* Print one frame and a newline. The caller checks ferror(). */
void record_dump_frame(FILE *output, const struct record_frame *frame);

/* Print all frames that the bytes fed so far complete. */
struct error *record_dump(FILE *output, struct record_reader *reader);

#endif
