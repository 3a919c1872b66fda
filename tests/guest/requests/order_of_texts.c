// SPDX-License-Identifier: GPL-2.0-or-later
// Whatever is reported while the program runs stands in the report where the program's own output says that it happened, and a
// text of the program's that does not end its line goes on in that line.
// compare: no, texts of commands are no findings
// run:
// expect: begin
// next: 1: printed
// expect: after printed
// next: 2: with a stack
// next: at VALGRIND_PRINTF_BACKTRACE
// next: by main (order_of_texts.c:@stack)
// next: after stack
// next: /3: in one line   at 0x[0-9A-F]+: VALGRIND_PRINTF_BACKTRACE/
// next: by main (order_of_texts.c:@line)
// next: after line
// next: 4: unfinished, finished
// next: n_errs_found 0
// next: after command
// next: merge-recursive-frames value changed from 0 to 0
// next: after setting
// next: Address 0x10 len 4 not addressable:
// next: bad address 0x10
// next: Address 0x10 is not stack'd
// next: after check
// next: Warning: invalid file descriptor 1048576 in syscall close()
// next: after warning
// next: 13 bytes in 1 blocks are still reachable
// expect: after leaks
// next: 13 bytes in 1 blocks are still reachable
// expect: [13]
// next: after blocks
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <valgrind/memcheck.h>
static char *volatile kept;
static void say(const char *text)
{
  if (write(2, text, strlen(text)) < 0)
    _exit(1);
}
int main(void)
{
  kept = malloc(13);
  say("begin\n");
  VALGRIND_PRINTF("1: printed\n");
  say("after printed\n");
  VALGRIND_PRINTF_BACKTRACE("2: with a stack\n"); // @stack
  say("after stack\n");
  VALGRIND_PRINTF_BACKTRACE("3: in one line"); // @line
  say("after line\n");
  VALGRIND_PRINTF("4: unfinished");
  say(", finished\n");
  VALGRIND_MONITOR_COMMAND("v.info n_errs_found");
  say("after command\n");
  VALGRIND_MONITOR_COMMAND("v.set merge-recursive-frames 0");
  say("after setting\n");
  VALGRIND_MONITOR_COMMAND("check_memory addressable 0x10 4");
  say("after check\n");
  close(1 << 20);
  say("after warning\n");
  VALGRIND_MONITOR_COMMAND("leak_check full reachable any");
  say("after leaks\n");
  VALGRIND_MONITOR_COMMAND("block_list 1");
  say("after blocks\n");
}
