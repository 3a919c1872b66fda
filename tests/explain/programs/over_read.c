// SPDX-License-Identifier: GPL-2.0-or-later
// The kernel overwrites a pointer: read() fills a struct whose pointer still had its block.
// Wrong if: what system calls write is not looked at.
// explain: 1337 overwritten other in receive @lost; global g_packet; stored in prepare @stored
#include "explain.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct packet {
  long kind;
  char *payload;
};
struct packet g_packet;

static NOIPA void prepare(void)
{
  g_packet.payload = malloc(1337); // @stored
}

static NOIPA long receive(int descriptor)
{
  return read(descriptor, &g_packet, sizeof g_packet); // @lost
}

int main(void)
{
  int ends[2];
  long sent[2] = {1, 99};
  prepare();
  return pipe(ends) != 0 || write(ends[1], sent, sizeof sent) != 16 || receive(ends[0]) != 16;
}
