// SPDX-License-Identifier: GPL-2.0-or-later
// A handle is a pointer at first and a number later; who makes it a number does not free what it was.
// explain: 1337 overwritten other in close_handle @lost; global g_handle; stored in open_handle @stored
#include "explain.h"
#include <stdint.h>
#include <stdlib.h>

uintptr_t g_handle;

static NOIPA void open_handle(void)
{
  g_handle = (uintptr_t)malloc(1337); // @stored
}

static NOIPA void close_handle(int status)
{
  g_handle = (uintptr_t)status; // @lost
}

int main(void)
{
  open_handle();
  close_handle(42);
  return g_handle != 42;
}
