// SPDX-License-Identifier: GPL-2.0-or-later
// Below a leak stands what became of other blocks of its stack, if stacks of frees are kept; each run tells it.
// needs: seep
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 41 of 42 blocks allocated here were freed by conn_close() (siblings_freed.c:@closed), called by serve(); this one was not.
// run: --style=people
// expect: leak: 1,337 bytes in 1 block lost
// expect: = note: 41 of 42 blocks allocated here were freed by conn_close() (
// run: --keep-stacktraces=alloc-then-free
// expect: 41 of 42 blocks allocated here were freed by conn_close() (siblings_freed.c:@closed), called by serve(); this one was not.
// run: --keep-stacktraces=alloc
// expect: 1,337 bytes in 1 blocks are definitely lost
// reject: allocated here
// run: --personality=memcheck --leak-check=full
// expect: 1,337 bytes in 1 blocks are definitely lost
// reject: allocated here
#include "guest.h"
#include <stdlib.h>
static NOINLINE void *conn_open(void)
{
  return malloc(1337);
}
static NOINLINE void conn_close(void *conn)
{
  free(conn); // @closed
}
static NOINLINE void serve(int request)
{
  void *volatile conn = conn_open();
  if (request != 17)
    conn_close(conn);
  conn = NULL;
}
int main(void)
{
  for (int request = 0; request < 42; request++)
    serve(request);
  scrub();
}
