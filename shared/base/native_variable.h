/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a program that runs natively gets the library that watches its heap: by LD_PRELOAD, and by a variable with the
 * number of a descriptor, of a memory file with the library's options, each with its NUL. The library takes both out of
 * the environment when it begins. */
#ifndef SEEP_SHARED_BASE_NATIVE_VARIABLE_H
#define SEEP_SHARED_BASE_NATIVE_VARIABLE_H

#define NATIVE_VARIABLE "SEEP_NATIVE"
#define NATIVE_LIBRARY "native-amd64-linux.so"

#endif
