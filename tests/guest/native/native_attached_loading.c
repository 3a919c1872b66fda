// SPDX-License-Identifier: GPL-2.0-or-later
// A program to which seep attach comes while one of its threads is within dlopen(), or walks through what is loaded,
// and waits there for the program's main thread, which is the only one that Seep could have open its library. It must
// never be held for that. See native_attach_loading.sh.
// compare: no, it is Seep's own
// build: -pthread -rdynamic
// plugin:
// run: -- once
// stdout: ready
// stdout: over
#include <stdatomic.h>
#ifdef PLUGIN

extern _Atomic unsigned ticks, needed_ticks;

__attribute__((constructor)) static void wait_for_main(void)
{
  const unsigned begin = ticks;
  while (ticks - begin < needed_ticks)
    continue;
}

#else
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

_Atomic unsigned ticks, needed_ticks;
static _Atomic int is_over;

static void open_plugin(void)
{
  char path[4096];
  const ssize_t bytes = readlink("/proc/self/exe", path, sizeof path - 4);
  strcpy(path + (bytes > 0 ? bytes : 0), ".so");
  void *const plugin = dlopen(path, RTLD_NOW);
  if (!plugin)
    puts(dlerror());
  else
    dlclose(plugin);
}

static void *open_once(void *unused)
{
  open_plugin();
  return unused;
}

static void *open_often(void *unused)
{
  while (!is_over)
    open_plugin();
  return unused;
}

static int wait_for_main(struct dl_phdr_info *info, size_t bytes, void *unused)
{
  const unsigned begin = ticks;
  while (ticks - begin < needed_ticks)
    continue;
  return 1;
}

static void *walk(void *unused)
{
  dl_iterate_phdr(wait_for_main, NULL);
  return unused;
}

/* Until the file is there, but for a minute at most. */
static void tick(const char *file, int at_least)
{
  for (int i = 0; i < 60000 && (i < at_least || (file && access(file, F_OK) != 0)); i++) {
    usleep(1000);
    ticks++;
  }
}

int main(int count, char **arguments)
{
  static const struct {
    const char *name;
    void *(*function)(void *);
    unsigned ticks;
  } ways[] = {{"once", open_once, 20}, {"while", open_once, 300}, {"long", open_once, 1u << 20},
              {"often", open_often, 1}, {"walk", walk, 300}};
  pthread_t thread;
  const char *const way = count > 1 ? arguments[1] : "";
  for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++)
    if (strcmp(ways[i].name, way) == 0) {
      needed_ticks = ways[i].ticks;
      pthread_create(&thread, NULL, ways[i].function, NULL);
    }
  tick(NULL, 20);
  puts("ready");
  fflush(stdout);
  tick(strcmp(way, "once") == 0 ? NULL : "over", 20);
  needed_ticks = 0;
  is_over = 1;
  pthread_join(thread, NULL);
  puts("over");
  return 0;
}
#endif
