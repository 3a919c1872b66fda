/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A door is a function in front of one of the C library's. Code in assembly may have aligned the stack to 8 bytes only;
 * the library's own code needs 16. */
#ifndef SEEP_NATIVE_DOOR_H
#define SEEP_NATIVE_DOOR_H

#define DOOR __attribute__((visibility("default"), noinline, force_align_arg_pointer))

#endif
