// SPDX-License-Identifier: GPL-2.0-or-later
// The caller drops what a function returns.
// explain: 1337 never stored; allocated in make_cache @new
#include "explain.h"
#include <stdlib.h>

static NOIPA void *make_cache(void)
{
  return malloc(1337); // @new
}

int main(void)
{
  make_cache();
}
