// SPDX-License-Identifier: GPL-2.0-or-later
// A reference keeps a pointer in 48 bits and a count in the 16 above. With the first count that is not zero, the word is no pointer.
// Wrong if: a store of two bytes into the word is not seen, as it lies beside the address's own bits.
// explain: 1337 overwritten other in take @lost; global g_reference; stored in make_reference @stored
#include "explain.h"
#include <stdint.h>
#include <stdlib.h>

struct reference {
  uint64_t address : 48, count : 16;
};
struct reference g_reference;

static NOIPA void make_reference(void)
{
  struct reference fresh = {.address = (uintptr_t)malloc(1337)};
  g_reference = fresh; // @stored
}

static NOIPA void take(struct reference *reference)
{
  reference->count++; // @lost
}

int main(void)
{
  make_reference();
  take(&g_reference);
  return g_reference.count != 1;
}
