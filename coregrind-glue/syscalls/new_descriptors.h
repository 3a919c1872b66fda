/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Descriptors that calls have made for the program, whose own limit the kernel does not know. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_NEW_DESCRIPTORS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_NEW_DESCRIPTORS_H

#include "coregrind-glue/syscalls/syscall_wraps.h"

/* If it lies above what the program may have, it is closed, and its call has failed. */
Bool new_descriptors_refuse(Int descriptor, struct syscall_status *status);

#endif
