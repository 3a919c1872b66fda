// SPDX-License-Identifier: GPL-2.0-or-later
// A freed struct is written to a file.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=all
// expect: Syscall param write(buf) points to unaddressable byte(s)
// expect: inside a block of size 1,337 free'd
// expect: A pointer to it is in the global variable "message"; it was stored there in main() (freed_written.c:@stored).
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include "guest.h"
struct message {
  char text[1337];
};
static struct message *volatile message;
int main(void)
{
  const int file = open("/dev/null", O_WRONLY);
  message = calloc(1, sizeof *message); // @stored
  scrub();
  free(message);
  return write(file, message, sizeof *message) < 0;
}
