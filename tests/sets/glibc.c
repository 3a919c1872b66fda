/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the set <glibc> is for: blocks that the C library keeps. */
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

static void *wait_forever(void *argument)
{
  pause();
  return argument;
}

int main(void)
{
  pthread_t thread;
  dlopen("libresolv.so.2", RTLD_NOW);
  pthread_create(&thread, NULL, wait_forever, NULL);
  pthread_detach(thread);
  usleep(10000);
  return 0;
}
