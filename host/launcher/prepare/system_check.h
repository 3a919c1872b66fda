/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Does the system allow what Seep needs? What it forbids is found out by trying, since there are many ways to forbid
 * (seccomp, SELinux, systemd's sandboxes), and each is told here, before the core fails in a way that says less. */
#ifndef SEEP_HOST_LAUNCHER_PREPARE_SYSTEM_CHECK_H
#define SEEP_HOST_LAUNCHER_PREPARE_SYSTEM_CHECK_H

#include "host/base/error.h"
#include "host/base/options.h"

/* For all commands, before anything else: is the stack large enough? */
struct error *system_check_stack(void);

/* For all that runs programs: /proc. */
struct error *system_check_proc(void);

/* For the tool: system calls, writable and executable memory, the limit of files' sizes. */
struct error *system_check_tool(void);

/* For vgdb: files in its folder. If they cannot be made, the core would give up. NULL: they can, or vgdb is off. */
struct error *system_check_vgdb(const struct options *options);

#endif
