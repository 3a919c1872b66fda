// SPDX-License-Identifier: GPL-2.0-or-later
// A program to which seep attach does not come: with a malloc() of its own, linked statically, or with restricted
// system calls. It goes on as if nothing had been. See native_attach.sh.
// compare: no, it is Seep's own
// again: static -static
// again: own -DHAS_OWN
// run:
// stdout: ready
// stdout: over
#include <linux/filter.h>
#include <linux/seccomp.h>
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

int main(int count, char **arguments)
{
  if (count > 1 && strcmp(arguments[1], "restricted") == 0)
    restrict_calls();
  puts("ready");
  fflush(stdout);
  for (int i = 0; i < 3000 && count > 1 && access("over", F_OK) != 0; i++)
    usleep(10000);
  puts("over");
  return 0;
}
