/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs without a dynamic loader. Where such a program has symbols, the tool puts the preload libraries into it,
 * and its functions are replaced as those of the C library in other programs are. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_STATIC_PROGRAM_H
#define SEEP_COREGRIND_GLUE_MODULES_STATIC_PROGRAM_H

#include "pub_tool_basics.h"

/* Once the guest is mapped, before the core reads its modules. */
void static_program_prepare(void);

/* Does such a program run? */
Bool static_program_runs(void);

/* Its file, when one runs. */
const HChar *static_program_path(void);

/* Has it symbols, so that its functions can be replaced, the heap included? And is `path` its file? */
Bool static_program_has_names(void);
Bool static_program_is_replaced(const HChar *path);

/* Has the core replaced its malloc()? Not if it could not read the program's file. */
Bool static_program_has_heap_replaced(void);

/* May its function of that name be replaced, or might it be one of the program's own? */
Bool static_program_may_replace(const HChar *name, Bool is_ifunc, Bool is_global);

#endif
