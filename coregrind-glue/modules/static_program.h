/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs without a dynamic loader. Where such a program has symbols, the tool puts the preload libraries into it,
 * and its functions are replaced as those of the C library in other programs are. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_STATIC_PROGRAM_H
#define SEEP_COREGRIND_GLUE_MODULES_STATIC_PROGRAM_H

#include "pub_tool_basics.h"

/* Once the guest is mapped, before the core looks at what there is. */
void static_program_prepare(void);

/* Does such a program run? */
Bool static_program_runs(void);

/* Its file, when one runs. */
const HChar *static_program_path(void);

/* Have its functions names, so that they can be replaced, its heap among them? And is that its file? */
Bool static_program_has_names(void);
Bool static_program_is_replaced(const HChar *path);

/* Has the core replaced its malloc()? It does so only when it has read the program's file, which it does not always. */
Bool static_program_has_heap_replaced(void);

/* May its function of that name be replaced? A program may have functions of its own that are called like those of its
 * C library. */
Bool static_program_may_replace(const HChar *name, Bool is_ifunc, Bool is_global);

#endif
