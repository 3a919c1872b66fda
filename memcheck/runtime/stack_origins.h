/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The instruction that a stack allocation is named by. */
#ifndef SEEP_MEMCHECK_RUNTIME_STACK_ORIGINS_H
#define SEEP_MEMCHECK_RUNTIME_STACK_ORIGINS_H

#include "pub_tool_basics.h"

struct stack_origins_frame {
  Addr ip, sp;
  Addr end; /* where the caller's frame begins; 0: not known */
};

/* Memory that was made new by one instruction. */
struct stack_origins_place {
  Addr start, end;
  Addr ip;
};

/* Of the memory around an address in a frame. */
struct stack_origins_place stack_origins_find(const struct stack_origins_frame *frame, Addr address);

#endif
