// SPDX-License-Identifier: GPL-2.0-or-later
// A signal that is handled on a stack of its own finds the program on a small stack, with data below that: neither the
// handler nor its end changes what is known of the data.
// build: -O1
// run:
// stdout: handled 3, below: 1337
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=precise
// only: seep
// stdout: handled 3, below: 1337
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include "coroutines.h"
#include "guest.h"

enum { STACK_BYTES = 4096, DATA_BYTES = 1337, SIGNALS = 3 };

static char memory[2 * STACK_BYTES] __attribute__((aligned(4096)));
static char for_signals[1 << 16];
static void *of_main, *of_coroutine;
static volatile int handled, above_zero;

static void count(const char *data)
{
  int sum = 0;
  for (int i = 0; i < DATA_BYTES; i++)
    if (data[i] > 0)
      sum++;
  above_zero = sum;
}

static void handler(int signal)
{
  handled++;
}

static NOINLINE void use_frame(int value)
{
  volatile char frame[900];
  for (unsigned i = 0; i < sizeof frame; i++)
    frame[i] = (char)value;
}

static void run(void)
{
  for (int i = 0; i < SIGNALS; i++) {
    use_frame(i);
    raise(SIGUSR1);
    count(memory + STACK_BYTES - DATA_BYTES);
  }
  coroutine_switch(&of_coroutine, of_main);
}

int main(void)
{
  const stack_t apart = {.ss_sp = for_signals, .ss_size = sizeof for_signals};
  const struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigaltstack(&apart, NULL);
  sigaction(SIGUSR1, &action, NULL);
  memset(memory + STACK_BYTES - DATA_BYTES, 1, DATA_BYTES);
  of_coroutine = coroutine_start(memory + sizeof memory, run);
  coroutine_switch(&of_main, of_coroutine);
  printf("handled %d, below: %d\n", handled, above_zero);
}
