/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's data segment, whose end it sets by brk(). */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_DATA_SEGMENT_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_DATA_SEGMENT_H

#include "coregrind-glue/syscalls/syscall_wraps.h"

/* What is done for brk(). */
const struct syscall_handlers *data_segment_handlers(void);

/* Has it reached beyond an address behind its end? *ret_end is where it ends now. */
Bool data_segment_had(Addr address, Addr *ret_end);

#endif
