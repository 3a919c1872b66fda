// SPDX-License-Identifier: GPL-2.0-or-later
// The function that called by a bad pointer is in the stack, though it has a frame of its own and the pointer leads to none.
// build: -g -O0 -fno-omit-frame-pointer
// run:
// expect: Jump to the invalid address stated on the next line
// next: at ???
// next: by caller (jump_caller.c:@call)
// next: by main (jump_caller.c:@main)
// expect: Process terminating with default action of signal 11 (SIGSEGV)
// next: /(Bad permissions for|Access not within) mapped region at address 0x539/
// next: at ???
// next: by caller (jump_caller.c:@call)
// only: seep
// exit: SIGSEGV
// run: -- member
// expect: Jump to the invalid address stated on the next line
// next: at ???
// next: by call_member (jump_caller.c:@member)
// next: by main
// only: seep
// exit: SIGSEGV
#include "guest.h"
#include <stddef.h>

struct actions {
  long many[1337];
  void (*act)(void);
};

static NOINLINE void caller(void (*volatile function)(void))
{
  function(); // @call
}

static NOINLINE void call_member(struct actions *actions)
{
  actions->act(); // @member
}

int main(int argc, char **argv)
{
  static struct actions actions;
  if (argc > 1)
    call_member(&actions);
  caller((void (*)(void))1337); // @main
}
