// SPDX-License-Identifier: GPL-2.0-or-later
// System call parameters are suppressed by Param with a line that names the parameter.
// file: a.supp
//| {
//|   what is written
//|   Memcheck:Param
//|   write(buf)
//|   ...
//|   fun:main
//| }
// run: --suppressions=$WORK/a.supp
// reject: write(buf)
// expect: Syscall param writev(vector[...]) points to uninitialised byte(s)
// expect: ERROR SUMMARY: 1 errors from 1 contexts (suppressed: 2 from 1)
#include "undefined.h"
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void)
{
  char *p = undefined(100);
  struct iovec part = {p, 10};
  int null = open("/dev/null", O_WRONLY);
  for (int i = 0; i < 2; i++)
    write(null, p, 100);
  writev(null, &part, 1);
}
