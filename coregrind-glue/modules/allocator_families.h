/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions that only some allocators have, under names that anybody may use: they are replaced where the module has
 * others of the same family. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_ALLOCATOR_FAMILIES_H
#define SEEP_COREGRIND_GLUE_MODULES_ALLOCATOR_FAMILIES_H

#include "pub_tool_basics.h"

/* The symbols of a module are gone through: a global function of it has that name. */
void allocator_families_begin(void);
void allocator_families_note(const HChar *name);

/* May a function of that name be replaced in the module that was gone through last? */
Bool allocator_families_may_replace(const HChar *name);

#endif
