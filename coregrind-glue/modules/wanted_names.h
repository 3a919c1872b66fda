/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of symbols that somebody needs: those of functions that may be redirected, and those that files of this folder
 * look for. All other symbols of a module can be left out until an address is to be named. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_WANTED_NAMES_H
#define SEEP_COREGRIND_GLUE_MODULES_WANTED_NAMES_H

#include "pub_tool_basics.h"

/* Before any module is read. */
void wanted_names_init(void);

/* One name more; nothing is borrowed. */
void wanted_names_add(const HChar *name);

/* Is a symbol of that name wanted? True also of a name that makes the core redirect something, and of the names of its
 * load notifiers. */
Bool wanted_names_include(const HChar *name);

/* How many names and patterns are known; it only grows. */
UWord wanted_names_count(void);

/* Are all symbols of a module needed from the start? */
Bool wanted_names_are_all(void);

#endif
