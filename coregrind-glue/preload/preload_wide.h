/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions of preload_text.h for wchar_t, which is a signed 32-bit integer on Linux. */
#ifndef SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_WIDE_H
#define SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_WIDE_H

#define CHARACTER int
#define ORDERED int
#define TEXT(name) wide_##name
#include "coregrind-glue/preload/preload_text.h"

/* wmemcmp(): unlike wcsncmp() it does not stop at the end of a string. */
INLINED int wide_compare_array(const int *a, const int *b, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i])
      return wide_order(a[i], b[i]);
  return 0;
}

#endif
