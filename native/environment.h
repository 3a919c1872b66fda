/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The program's environment, without functions of the C library: a program may have its own (as bash has). */
#ifndef SEEP_NATIVE_ENVIRONMENT_H
#define SEEP_NATIVE_ENVIRONMENT_H

/* The value of a variable; NULL: there is none. */
char *environment_find(const char *name);

/* All its definitions, in place; nothing is freed. */
void environment_remove(const char *name);

#endif
