// SPDX-License-Identifier: GPL-2.0-or-later
// Errors are suppressed by their kind: Cond (and its old name Value0), Value8, User, Param with a line that names the parameter, Overlap.
// The same mistakes in another function are shown.
// build: -fno-builtin -U_FORTIFY_SOURCE
// file: a.supp
//| {
//|   a condition
//|   Memcheck:Cond
//|   fun:hidden
//| }
//| {
//|   a condition, by its old name
//|   Memcheck:Value0
//|   fun:hidden_by_old_name
//| }
//| {
//|   a use of eight bytes
//|   Memcheck:Value8
//|   fun:hidden
//| }
//| {
//|   a check of the program's own
//|   Memcheck:User
//|   fun:hidden
//|   fun:main
//| }
//| {
//|   what is written
//|   Memcheck:Param
//|   write(buf)
//|   ...
//|   fun:hidden
//| }
//| {
//|   a copy
//|   Memcheck:Overlap
//|   fun:strcpy
//|   fun:hidden
//| }
// run: --suppressions=$WORK/a.supp
// reject: hidden
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at shown (supp_error_kinds.c:@shown)
// expect: Use of uninitialised value of size 8
// next: at shown (supp_error_kinds.c:@shown)
// expect: Uninitialised byte(s) found during client check request
// next: at shown (supp_error_kinds.c:@shown)
// expect: Syscall param write(buf) points to uninitialised byte(s)
// expect: by shown (supp_error_kinds.c:@shown)
// expect: Source and destination overlap in strcpy
// expect: by shown (supp_error_kinds.c:@shown)
// expect: /Syscall param writev\(vector\[(\.\.\.|0)\]\) points to uninitialised byte\(s\)/
// expect: ERROR SUMMARY: 6 errors from 6 contexts (suppressed: 8 from 7)
#include "undefined.h"
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include <valgrind/memcheck.h>
static int items[256], null;
static char buffer[100] = "..abcdefgh";
#define MAKE_MISTAKES(p)                        \
  do {                                          \
    DECIDE(*p);                                 \
    sink = items[*p];                           \
    (void)VALGRIND_CHECK_MEM_IS_DEFINED(p, 10); \
    write(null, p, 100);                        \
    strcpy(buffer, buffer + 2);                 \
  } while (0)
static NOINLINE void hidden(unsigned char *p)
{
  for (int i = 0; i < 2; i++)
    DECIDE(*p);
  MAKE_MISTAKES(p);
}
static NOINLINE void hidden_by_old_name(unsigned char *p)
{
  DECIDE(*p);
}
static NOINLINE void shown(unsigned char *p)
{
  MAKE_MISTAKES(p); // @shown
}
int main(void)
{
  unsigned char *p = undefined(100);
  struct iovec part = {p, 10};
  null = open("/dev/null", O_WRONLY);
  hidden(p);
  hidden_by_old_name(p);
  shown(p);
  writev(null, &part, 1);
}
