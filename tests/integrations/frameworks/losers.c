/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions of losers.h for a program that loads them. */
#include "losers.h"

#define EXPORT(name)      \
  void call_##name(void); \
  void call_##name(void)  \
  {                       \
    name();               \
    kept = NULL;          \
  }

EXPORT(by_one)
EXPORT(by_two)
EXPORT(by_row)
EXPORT(by_another)
EXPORT(by_fixture)
EXPORT(by_fixture_end)
EXPORT(by_main)
EXPORT(use_freed)
EXPORT(start_thread_that_loses)
