// SPDX-License-Identifier: GPL-2.0-or-later
// A thread-local variable is described with the thread whose copy it is.
// build: -pthread
// compare: no (Memcheck knows no thread-local variables)
// run: --read-var-info=yes
// only: seep
// expect: /^Location 0x.* is 2 bytes inside thread-local var "number"$/
// next: declared at variable_thread_local.c:@NUMBER, of thread 1
// expect: /^Location 0x.* is 0 bytes inside table\[3\]\.value,$/
// next: a thread-local variable declared at variable_thread_local.c:@TABLE, of thread 1
// expect: /^Location 0x.* is 1 byte inside table\[1\]\.value,$/
// next: a thread-local variable declared at variable_thread_local.c:@TABLE, of thread 2
#include "guest.h"
#include <pthread.h>
#include <valgrind/memcheck.h>
static _Thread_local volatile int number = 1; // @NUMBER
static _Thread_local struct {
  char key;
  short value;
} table[5]; // @TABLE
static NOINLINE void look_at(const volatile void *p)
{
  VALGRIND_MAKE_MEM_NOACCESS(p, 1);
  VALGRIND_CHECK_MEM_IS_ADDRESSABLE(p, 1);
  VALGRIND_MAKE_MEM_DEFINED(p, 1);
}
static void *work(void *unused)
{
  look_at((char *)&table[1].value + 1);
  return unused;
}
int main(void)
{
  pthread_t thread;
  look_at((volatile char *)&number + 2);
  look_at(&table[3].value);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
