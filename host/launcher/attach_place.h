/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a stopped thread is: whether functions of the C library and of the loader can be called on top of that, and
 * what becomes of the call of the kernel in which it was. */
#ifndef SEEP_HOST_LAUNCHER_ATTACH_PLACE_H
#define SEEP_HOST_LAUNCHER_ATTACH_PLACE_H

#include <stdbool.h>
#include <sys/types.h>
#include <sys/user.h>

#include "host/launcher/attach_target.h"

/* A thread that is stopped by ptrace, and its registers. */
bool attach_place_is_usable(const struct attach_target *target, pid_t thread, const struct user_regs_struct *registers);

/* The call says that a signal has come, but that was our stop: have it made again, so that it waits from the beginning.
 * Other calls the kernel continues by itself. */
void attach_place_repeat_call(pid_t thread, struct user_regs_struct *registers);

#endif
