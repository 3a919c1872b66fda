// SPDX-License-Identifier: GPL-2.0-or-later
// A packed struct has its pointer at an odd address, where no leak check looks.
// explain -O0: 1337 left in pack @lost; local data of pack; stored in pack @new
// explain -O2: 1337 never stored; allocated in pack @new
#include "explain.h"
#include <stdlib.h>

struct __attribute__((packed, aligned(8))) record {
  char kind;
  char *data;
};
struct record g_record;

static NOIPA void pack(void)
{
  char *data = malloc(1337); // @new
  g_record.data = data; // @lost
} // @lost

int main(void)
{
  pack();
  return g_record.data == NULL;
}
