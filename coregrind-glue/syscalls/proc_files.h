/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files in memory that stand for files of /proc, as the guest is told of them: the C library allocates its buffer by
 * what stat() says. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_PROC_FILES_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_PROC_FILES_H

#include "coregrind-glue/syscalls/syscall_wraps.h"

/* An empty one, to be filled, which stands for the file of the process with this name, such as "maps": its descriptor,
 * out of the guest's reach; -1: there can be none. */
Int proc_files_make(const HChar *name);

/* What such a file that this process has made stands for; NULL: it is none. */
const HChar *proc_files_name(Int fd);

/* The call has succeeded. If it has described such a file by its descriptor, it describes that of /proc instead. */
void proc_files_describe(const struct syscall_arguments *arguments);

/* Are there such calls by this number? */
Bool proc_files_has_call(UInt number);

#endif
