// SPDX-License-Identifier: GPL-2.0-or-later
// descriptors ROUNDS: a thread closes whatever is open, by each way there is, and takes all numbers for files of its
// own, while another one loads and unloads a library and main() allocates and loses blocks.
#include "attack.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>

enum { FIRST = 3, LIMIT = 256 };

static _Atomic int is_over;

static void *close_all(void *unused)
{
  const int null = open("/dev/null", O_WRONLY);
  for (unsigned round = 0; !is_over; round++) {
    if (round % 3 == 0)
      close_range(FIRST, ~0u, 0);
    else if (round % 3 == 1)
      closefrom(FIRST);
    else
      for (int fd = FIRST; fd < LIMIT; fd++)
        close(fd);
    for (int fd = FIRST; fd < 20; fd++)
      dup2(null, fd);
  }
  return unused;
}

static void *load(void *unused)
{
  while (!is_over) {
    void *library = dlopen("libm.so.6", RTLD_NOW); /* may fail, as its descriptor is closed */
    if (library)
      dlclose(library);
  }
  return unused;
}

int main(int count, char **arguments)
{
  const int rounds = number_of(count, arguments, 1);
  const struct rlimit limit = {LIMIT, LIMIT};
  pthread_t closer, loader;
  setrlimit(RLIMIT_NOFILE, &limit);
  pthread_create(&closer, NULL, close_all, NULL);
  pthread_create(&loader, NULL, load, NULL);
  for (int i = 0; i < rounds; i++) {
    free(malloc(1 + (size_t)i % 5000));
    if (i % 100 == 0)
      lose(1 + (size_t)i % 250);
  }
  is_over = 1;
  pthread_join(closer, NULL);
  pthread_join(loader, NULL);
  puts("closed");
  closefrom(FIRST);
  tell();
  forget();
  return 0;
}
