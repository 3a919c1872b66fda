/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of names. */
#include "host/model/words/lost_words.h"

const char *lost_cause_name(enum record_lost_cause cause)
{
  static const char *const names[] = {
    [RECORD_LOST_UNKNOWN] = "unknown",          [RECORD_LOST_NEVER_STORED] = "never-stored",
    [RECORD_LOST_OVERWRITTEN] = "overwritten",  [RECORD_LOST_FRAME_LEFT] = "frame-left",
    [RECORD_LOST_HOLDER_FREED] = "holder-freed", [RECORD_LOST_UNMAPPED] = "unmapped",
    [RECORD_LOST_BY_HOLDER] = "by-holder",      [RECORD_LOST_HELD] = "held",
  };
  return names[cause];
}

const char *lost_place_name(enum lost_place_kind kind)
{
  static const char *const names[LOST_PLACES] = {
    [LOST_IN_MEMORY] = "memory", [LOST_IN_GLOBAL] = "global", [LOST_IN_STATIC] = "static",
    [LOST_IN_THREAD] = "thread", [LOST_IN_LOCAL] = "local",   [LOST_ON_STACK] = "stack",
    [LOST_IN_BLOCK] = "block",
  };
  return names[kind];
}

const char *lost_value_name(const struct lost_event *event)
{
  return event->value == 0 ? "null" : event->value_stack ? "block" : "other";
}

const char *lost_register_name(unsigned number)
{
  static const char *const names[] = {
    "rax",  "rdx",  "rcx",  "rbx",  "rsi",  "rdi",  "rbp",   "rsp",   "r8",    "r9",    "r10",
    "r11",  "r12",  "r13",  "r14",  "r15",  NULL,   "xmm0",  "xmm1",  "xmm2",  "xmm3",  "xmm4",
    "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15",
  };
  return number < sizeof names / sizeof *names ? names[number] : NULL;
}
