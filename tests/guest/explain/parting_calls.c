// SPDX-License-Identifier: GPL-2.0-or-later
// Of several ways that siblings went, the one that most went is told; the lost blocks passed through another call.
// needs: seep
// run: --explain=all
// expect: 31 of the 32 others passed through the call at parting_calls.c:@often; these 8 passed through the call at parting_calls.c:@lost.
// expect: For each of 8 blocks: its last pointer, the global variable "g_job", was overwritten with NULL in job_forget() (parting_calls.c:@forgot).
// run: --explain=all --style=people
// expect: = note: 31 of the 32 others passed through the call at
#include "guest.h"
#include <stdlib.h>
static void *volatile g_job;
static NOINLINE void job_new(void)
{
  g_job = malloc(1337);
}
static NOINLINE void job_end(void)
{
  free(g_job);
  g_job = NULL;
}
static NOINLINE void job_forget(void)
{
  g_job = NULL; // @forgot
}
static NOINLINE void work(int number)
{
  job_new();
  if (number % 5 == 4)
    job_forget(); // @lost
  else if (number < 38)
    job_end(); // @often
  else
    job_end();
}
int main(void)
{
  for (int number = 0; number < 40; number++)
    work(number);
  scrub();
}
