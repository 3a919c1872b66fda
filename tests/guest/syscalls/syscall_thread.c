// SPDX-License-Identifier: GPL-2.0-or-later
// A new thread starts with what it is given; undefined memory passed to it stays undefined.
// build: -pthread
// run:
// expect: Thread 2:
// next: Conditional jump or move depends on uninitialised value(s)
// next: work (syscall_thread.c:@TEST)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <pthread.h>
#include <stdlib.h>
static void *work(void *argument)
{
  int *value = argument;
  if (value[0] == 7)
    value[0] = 8;
  if (value[1] == 7) // @TEST
    value[0] = 9;
  return NULL;
}
int main(void)
{
  int *value = malloc(2 * sizeof *value);
  value[0] = 7;
  pthread_t thread;
  pthread_create(&thread, NULL, work, value);
  pthread_join(thread, NULL);
  int status = value[0] == 0;
  free(value);
  return status;
}
