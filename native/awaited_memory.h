/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory that somebody fills when it is first looked at (userfaultfd), who stands still while the heap is looked at. */
#ifndef SEEP_NATIVE_AWAITED_MEMORY_H
#define SEEP_NATIVE_AWAITED_MEMORY_H

#include <stdbool.h>

/* May the program have such memory, as far as its descriptors tell? */
bool awaited_memory_is_possible(void);

#endif
