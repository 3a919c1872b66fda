/* SPDX-License-Identifier: GPL-2.0-or-later */
/* errno in the guest, if its C library is there. */
#ifndef SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_ERRNO_H
#define SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_ERRNO_H

/* The C library's; NULL: there is none. */
extern int *__errno_location(void) __attribute__((weak));

static inline __attribute__((always_inline)) void set_errno(int value)
{
  if (__errno_location)
    *__errno_location() = value;
}

#endif
