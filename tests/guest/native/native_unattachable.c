// SPDX-License-Identifier: GPL-2.0-or-later
// A program to which seep attach does not come: with a malloc() of its own, linked statically, with restricted system
// calls in one of its threads, or with a handler of a signal that has interrupted the C library. It goes on as if
// nothing had been. See native_attach.sh.
// compare: no, it is Seep's own
// build: -pthread
// again: static -static -pthread
// again: own -DHAS_OWN -pthread
// run:
// stdout: ready
// stdout: over
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#ifdef HAS_OWN
static char arena[1 << 16] __attribute__((aligned(16)));
static size_t used;
void *malloc(size_t size)
{
  const size_t offset = used;
  used += (size + 15) / 16 * 16;
  return used <= sizeof arena ? arena + offset : NULL;
}
void free(void *block)
{
}
void *calloc(size_t count, size_t size)
{
  return malloc(count * size);
}
void *realloc(void *block, size_t size)
{
  void *const made = malloc(size);
  return made && block ? memcpy(made, block, size) : made;
}
#endif

static void restrict_calls(void)
{
  struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const struct sock_fprog filter = {1, &allow};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
    puts("no seccomp");
}

static void wait_for_end(int is_asked)
{
  puts("ready");
  fflush(stdout);
  for (int i = 0; i < 3000 && is_asked && access("over", F_OK) != 0; i++)
    usleep(10000);
}

static void *restrict_and_wait(void *unused)
{
  restrict_calls();
  wait_for_end(1);
  return unused;
}

static sigjmp_buf out;

static void on_fault(int number)
{
  wait_for_end(1);
  siglongjmp(out, 1);
}

static size_t interrupt_library(void)
{
  const char *volatile nowhere = (const char *)16;
  signal(SIGSEGV, on_fault);
  return sigsetjmp(out, 1) ? 0 : strlen(nowhere);
}

int main(int count, char **arguments)
{
  const char *const what = count > 1 ? arguments[1] : "";
  if (strcmp(what, "restricted") == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, restrict_and_wait, NULL);
    pthread_join(thread, NULL);
  } else if (strcmp(what, "handler") == 0) {
    (void)interrupt_library();
  } else {
    wait_for_end(count > 1);
  }
  puts("over");
  return 0;
}
