// SPDX-License-Identifier: GPL-2.0-or-later
// What is written to a file has been through memory, too.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=values
// expect: Syscall param write(buf) points to uninitialised byte(s)
// expect: The value was at offset 40 of a block allocated in main() (path_written.c:@made); it was stored there in fill() (path_written.c:@stored).
// expect: Uninitialised value was created by a heap allocation
// expect: make_origin (path_written.c:@origin)
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include "guest.h"
static NOINLINE long *make_origin(void)
{
  return malloc(1337); // @origin
}
static NOINLINE void fill(long *message, const long *origin)
{
  message[5] = *origin; // @stored
}
int main(void)
{
  const int file = open("/dev/null", O_WRONLY);
  long *origin = make_origin(), *message = calloc(77, 8); // @made
  fill(message, origin + 3);
  const int failed = write(file, message, 77) != 77;
  free(message);
  free(origin);
  return failed;
}
