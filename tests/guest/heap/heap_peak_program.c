// SPDX-License-Identifier: GPL-2.0-or-later
// Heaps with a known peak, for heap_peak.sh: prints how many bytes were live at most, as counted by the program itself.
// build: -pthread
// compare: no, the script does
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <valgrind/valgrind.h>

enum { BLOCKS = 1337, BYTES = 1337 };

static char *kept[BLOCKS];
static size_t sizes[BLOCKS], live, peak;

static void resize(int at, size_t bytes)
{
  kept[at] = realloc(kept[at], bytes);
  live += bytes - sizes[at];
  sizes[at] = bytes;
  if (live > peak)
    peak = live;
}

static void drop(int at)
{
  free(kept[at]);
  kept[at] = NULL;
  live -= sizes[at];
  sizes[at] = 0;
}

static void wave(int blocks)
{
  for (int i = 0; i < blocks; i++)
    resize(i, BYTES);
  for (int i = 0; i < blocks; i++)
    drop(i);
}

static void waves(void)
{
  wave(300);
  wave(701);
  wave(300);
}

static void *waves_of_thread(void *unused)
{
  waves();
  return NULL;
}

/* Blocks of any size come and go, while the heap rises in small and large waves. */
static void random_waves(unsigned seed)
{
  for (int i = 0; i < 20000; i++) {
    seed = seed * 1664525u + 1013904223u;
    const unsigned random = seed >> 8;
    if (random % 16 < 7 + i / 1000 % 4)
      resize((int)(random % BLOCKS), 1 + random % 100 + (random % 97 == 0 ? 13370 : 0));
    else
      drop((int)(random % BLOCKS));
  }
}

static void in_place(void)
{
  char *pool = malloc(13370);
  VALGRIND_MALLOCLIKE_BLOCK(pool, 8000, 0, 0);
  VALGRIND_RESIZEINPLACE_BLOCK(pool, 8000, 37, 0);
  VALGRIND_FREELIKE_BLOCK(pool, 0);
  free(pool);
  peak = 13370 + 8000;
}

static void forked(void)
{
  wave(701);
  resize(0, 37);
  if (fork() == 0) {
    peak = live;
    for (int i = 1; i < 101; i++)
      resize(i, BYTES);
    for (int i = 0; i < 101; i++)
      drop(i);
  } else {
    wait(NULL);
    drop(0);
  }
}

int main(int argc, char **argv)
{
  const char *how = argv[1];
  static char buffer[100]; /* so that there is no other block */
  setvbuf(stdout, buffer, _IOLBF, sizeof buffer);
  if (strcmp(how, "waves") == 0) {
    waves();
  } else if (strcmp(how, "random") == 0) {
    random_waves((unsigned)atoi(argv[2]));
  } else if (strcmp(how, "grows") == 0 || strcmp(how, "aborts") == 0) {
    wave(300);
    for (int i = 0; i < 1001; i++)
      resize(i, BYTES);
  } else if (strcmp(how, "realloc") == 0) {
    resize(0, 37);
    for (size_t bytes = 1337; bytes < 500000; bytes *= 2)
      resize(0, bytes);
    resize(0, 1000);
  } else if (strcmp(how, "single") == 0) {
    resize(0, 13370000);
    resize(1, 37);
    drop(0);
  } else if (strcmp(how, "in_place") == 0) {
    in_place();
  } else if (strcmp(how, "thread") == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, waves_of_thread, NULL);
    pthread_join(thread, NULL);
  } else if (strcmp(how, "fork") == 0) {
    forked();
  } else if (strcmp(how, "killed") == 0) {
    wave(300);
    raise(SIGKILL);
  } else if (strcmp(how, "executes") == 0) {
    wave(300);
    execl("/bin/true", "true", NULL);
  }
  printf("%d %zu\n", (int)getpid(), peak);
  if (strcmp(how, "aborts") == 0)
    raise(SIGABRT);
  return 0;
}
