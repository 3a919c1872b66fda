/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Descriptors that calls have made for the program, whose own limit the kernel does not know. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_NEW_DESCRIPTORS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_NEW_DESCRIPTORS_H

#include "coregrind-glue/syscalls/syscall_wraps.h"

/* If it lies above what the program may have, it is closed, and its call has failed. */
Bool new_descriptors_refuse(Int descriptor, struct syscall_status *status);

/* Before the kernel makes a call: if the program has no descriptor left, calls that would do more than make one fail as
 * the kernel has them fail: no connection is taken, no file is made or emptied. */
void new_descriptors_before(const struct syscall_arguments *arguments, struct syscall_status *status);

#endif
