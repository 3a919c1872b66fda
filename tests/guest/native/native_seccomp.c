// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: what a program forbids itself would kill it if the checker did it, at the end of main(), too. So
// nothing is checked from then on, which is said; the program ends as it would. (The reporter says when it likes that
// the run did not finish.)
// compare: no, it is Seep's own
// run: --checks=leaks
// exit: 3
// stdout: restricted
// expect: the program restricts its system calls (seccomp), so it is not watched any more: leaks are unknown
// reject: no leaks
#include "seccomp.h"
#include "lose.h"

int main(void)
{
  lose(1337);
  if (set_filter(SYS_openat, SECCOMP_RET_KILL_PROCESS, 0) != 0 ||
      set_filter(SYS_mincore, SECCOMP_RET_KILL_PROCESS, 0) != 0)
    return 77;
  lose(1001);
  puts("restricted");
  return 3;
}
