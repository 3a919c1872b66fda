// SPDX-License-Identifier: GPL-2.0-or-later
// Followed, the lost block and its siblings are told to part in the last function in which both were: these passed
// through a call of it, and this one left it by a return.
// needs: seep
// run: --explain=all
// expect: The 41 others passed through the call at parting_return.c:@passed; this one left serve() by the return at parting_return.c:@end.
// expect: Its last pointer, the local variable "conn" of serve(), was lost when serve() returned (parting_return.c:@end).
// run: --explain=all --style=people
// expect: = note: The 41 others passed through the call at
// expect: = note: Its last pointer, the local variable "conn" of serve(), was lost when serve() returned
#include "guest.h"
#include <stdlib.h>
static NOINLINE void conn_close(void *conn)
{
  free(conn);
}
static NOINLINE int serve(int request)
{
  void *conn = malloc(1337);
  if (request == 17)
    return -1;
  conn_close(conn); // @passed
  return 0;
} // @end
int main(void)
{
  int failed = 0;
  for (int request = 0; request < 42; request++)
    failed += serve(request);
  scrub();
  return failed + 1;
}
