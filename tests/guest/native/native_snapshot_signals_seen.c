// SPDX-License-Identifier: GPL-2.0-or-later
// What sigaction() says of a signal that makes snapshots is what the program has set or inherited. See
// native_snapshot_signals_inherited.sh.
// compare: no, it is Seep's own
// run: --leak-check=no
// stdout: at first: handler 0, flags 0
// stdout: replaced: handler 0, flags 0
// stdout: handled: handler 2, flags 0
// stdout: replaced: handler 2, flags 0
// stdout: default: handler 0, flags 80000000
// stdout: once more: handler 0, flags 80000000
// stdout: ignored: handler 1, flags 0
// stdout: sent: 0
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum { HAS_RESTORER = 0x04000000 };

static volatile sig_atomic_t handled;

static void handle(int number)
{
  handled++;
}

static void say(const char *what, const struct sigaction *action)
{
  printf("%s: handler %d, flags %x\n", what,
         action->sa_handler == SIG_DFL   ? 0
         : action->sa_handler == SIG_IGN ? 1
                                         : 2,
         action->sa_flags & ~HAS_RESTORER);
}

static void ask(const char *what)
{
  struct sigaction now;
  sigaction(SIGUSR2, NULL, &now);
  say(what, &now);
}

int main(void)
{
  const struct sigaction handled_once = {.sa_handler = handle}, by_default = {.sa_handler = SIG_DFL},
                         ignored = {.sa_handler = SIG_IGN};
  struct sigaction before, with_flag = by_default;
  with_flag.sa_flags = SA_RESETHAND;
  ask("at first");
  sigaction(SIGUSR2, &handled_once, &before);
  say("replaced", &before);
  ask("handled");
  sigaction(SIGUSR2, &with_flag, &before);
  say("replaced", &before);
  ask("default");
  sigaction(SIGUSR2, &with_flag, &with_flag); /* one place for both */
  say("once more", &with_flag);
  sigaction(SIGUSR2, &ignored, NULL);
  ask("ignored");
  kill(getpid(), SIGUSR2);
  printf("sent: %d\n", handled);
  return 0;
}
