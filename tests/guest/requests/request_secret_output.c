// SPDX-License-Identifier: GPL-2.0-or-later
// A secret that leaves the program without being declassified.
// run: --track-origins=yes
// expect: Syscall param write(buf) points to uninitialised byte(s)
// expect: Uninitialised value was created by a client request
// next: main (request_secret_output.c:@SECRET)
#include <fcntl.h>
#include <unistd.h>
#include <valgrind/memcheck.h>
int main(void)
{
  static unsigned char key[32];
  VALGRIND_MAKE_MEM_UNDEFINED(key, sizeof key); // @SECRET
  unsigned char cipher[32];
  for (unsigned i = 0; i < sizeof key; i++)
    cipher[i] = key[i] ^ 0x5c;
  write(open("/dev/null", O_WRONLY), cipher, sizeof cipher);
}
