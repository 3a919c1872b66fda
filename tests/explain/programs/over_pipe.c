// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer travels through a pipe: for a while no memory of the process has it; the kernel writes it by readv(); then it is cleared.
// Wrong if: the loss in the sender counts, after which the block was found again.
// explain: 1337 overwritten NULL in finish @lost; global g_received; stored in receive @stored
#include "explain.h"
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

char *g_sent, *g_received;

static NOIPA long give(int descriptor)
{
  g_sent = malloc(1337);
  long bytes = write(descriptor, &g_sent, sizeof g_sent);
  g_sent = NULL;
  return bytes;
}

static NOIPA long receive(int descriptor)
{
  struct iovec part = {.iov_base = &g_received, .iov_len = sizeof g_received};
  return readv(descriptor, &part, 1); // @stored
}

static NOIPA void finish(void)
{
  g_received = NULL; // @lost
}

int main(void)
{
  int ends[2];
  if (pipe(ends) != 0 || give(ends[1]) != 8 || receive(ends[0]) != 8 || g_received == NULL)
    return 1;
  finish();
}
