/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory of the program's that may not be there. */
#ifndef SEEP_NATIVE_KERNEL_COPY_H
#define SEEP_NATIVE_KERNEL_COPY_H

#include <stddef.h>
#include <stdint.h>

/* Copy bytes of the program's; returns how many of the first could be read. */
size_t kernel_copy(void *to, uint64_t from, size_t bytes);

#endif
