/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a leak check has found, as frames of the record: its cycles, each loss record together with what the check
 * before had found of it, and doubts. They stand between LEAK_BEGIN and LEAK_END, which are the caller's. */
#ifndef SEEP_MEMCHECK_PURE_LEAK_LEAK_FRAMES_H
#define SEEP_MEMCHECK_PURE_LEAK_LEAK_FRAMES_H

#include "memcheck/pure/leak/leak_delta.h"
#include "memcheck/pure/leak/leak_doubts.h"
#include "memcheck/pure/leak/leak_scan.h"

/* Where they go. What frames name by number comes before them; 0 is no number. */
struct leak_frames_output {
  void (*send)(enum record_kind kind, const void *frame);
  void (*send_stack)(uint32_t stack_id);
  void (*send_test)(uint32_t test); /* NULL: there are no tests */
};

/* `changes` and `doubts` are those of one check, whose sets of cycles these are. */
void leak_frames_send(const struct leak_frames_output *output, uint64_t check_id, const struct leak_cycles *cycles,
                      const struct leak_changes *changes, const struct leak_doubts *doubts);

#endif
