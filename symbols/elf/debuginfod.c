/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The library asks all servers, keeps what they send, and for some minutes also that they have nothing. It waits long
 * for servers that are silent, 90 seconds for each question if $DEBUGINFOD_TIMEOUT says nothing else; that is cut short
 * here, as hundreds of modules may be asked about. The function that it calls about progress does that. */
#include "symbols/elf/debuginfod.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/grow.h"

enum {
  BUILD_ID_MAX_BYTES = 64,
  SILENCE_SECONDS = 20,
  MOMENT_MS = 1000,   /* before anything is shown */
  INTERVAL_MS = 250,  /* between what is shown */
};

/* The library's functions. */
struct client;
typedef int progress_function(struct client *client, long done, long all);
struct library {
  void *handle;
  struct client *(*begin)(void);
  void (*end)(struct client *client);
  int (*find)(struct client *client, const unsigned char *build_id, int build_id_bytes, char **path);
  void (*set_progress)(struct client *client, progress_function *function);
};

struct build_id {
  unsigned char data[BUILD_ID_MAX_BYTES];
  size_t bytes;
};

/* A question that is being answered. */
struct download {
  const char *of;
  int64_t started_ms, shown_ms, moved_ms;
  long done;
  bool is_silent; /* given up */
};

struct debuginfod {
  struct debuginfod_listener listener;
  struct library library;
  struct client *client;
  bool is_tried, is_off;
  struct build_id *missing; /* what no server has */
  size_t missing_count, missing_capacity;
  struct download download;
};

const char *debuginfod_servers(void)
{
  const char *urls = getenv("DEBUGINFOD_URLS");
  return urls && urls[strspn(urls, " ")] ? urls : NULL;
}

struct debuginfod *debuginfod_create(const struct debuginfod_listener *listener)
{
  struct debuginfod *servers = calloc(1, sizeof *servers);
  if (servers)
    servers->listener = *listener;
  return servers;
}

/* The library stays loaded: what it stands on keeps state that nothing takes away. */
void debuginfod_destroy(struct debuginfod *servers)
{
  if (!servers)
    return;
  if (servers->client)
    servers->library.end(servers->client);
  free(servers->missing);
  free(servers);
}

/* --- the library --- */

static bool find_functions(struct library *library)
{
  const struct {
    const char *name;
    void *function;
  } wanted[] = {
    {"debuginfod_begin", &library->begin},
    {"debuginfod_end", &library->end},
    {"debuginfod_find_debuginfo", &library->find},
    {"debuginfod_set_progressfn", &library->set_progress},
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    void *found = dlsym(library->handle, wanted[i].name);
    if (!found)
      return false;
    memcpy(wanted[i].function, &found, sizeof found);
  }
  return true;
}

static progress_function note_progress;

static struct error *load(struct debuginfod *servers)
{
  struct library *library = &servers->library;
  library->handle = dlopen("libdebuginfod.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library->handle)
    return error_format("DEBUGINFOD_URLS is set, but the library libdebuginfod.so.1 is not there, so no debug files "
                        "are downloaded (apt-get install libdebuginfod1; --enable-debuginfod=no does without)");
  if (!find_functions(library))
    return error_format("libdebuginfod.so.1 is too old, so no debug files are downloaded");
  servers->client = library->begin();
  if (!servers->client)
    return error_no_memory();
  library->set_progress(servers->client, note_progress);
  return NULL;
}

/* --- progress --- */

static int64_t now_ms(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t silence_ms(void)
{
  const char *wanted = getenv("DEBUGINFOD_TIMEOUT");
  long seconds = wanted ? strtol(wanted, NULL, 10) : 0;
  return 1000 * (int64_t)(seconds > 0 && seconds < 3600 ? seconds : SILENCE_SECONDS);
}

static void show(const struct debuginfod *servers, long done, long all)
{
  enum { KB = 1000 };
  char *text;
  int length = all > 0 ? asprintf(&text, "downloading debug information of %s: %ld of %ld kB", servers->download.of,
                                  done / KB, all / KB)
                       : asprintf(&text, "asking for debug information of %s", servers->download.of);
  if (length < 0)
    return;
  servers->listener.progress(servers->listener.context, text);
  free(text);
}

/* `all` is 0 as long as no server has answered; `done` means nothing then. Returns whether to give up. */
static int take_progress(struct debuginfod *servers, long done, long all)
{
  struct download *download = &servers->download;
  int64_t now = now_ms();
  if (all > 0 && done != download->done) {
    download->done = done;
    download->moved_ms = now;
  }
  download->is_silent = now - download->moved_ms >= silence_ms();
  if (now - download->started_ms >= MOMENT_MS && now - download->shown_ms >= INTERVAL_MS) {
    download->shown_ms = now;
    show(servers, done, all);
  }
  return download->is_silent;
}

/* The library hands over its client and nothing else; there is one at a time. */
static struct debuginfod *asking;

static int note_progress(struct client *client, long done, long all)
{
  return asking ? take_progress(asking, done, all) : 0;
}

/* --- questions --- */

static bool is_missing(const struct debuginfod *servers, const unsigned char *build_id, size_t bytes)
{
  for (size_t i = 0; i < servers->missing_count; i++)
    if (servers->missing[i].bytes == bytes && memcmp(servers->missing[i].data, build_id, bytes) == 0)
      return true;
  return false;
}

static void note_missing(struct debuginfod *servers, const unsigned char *build_id, size_t bytes)
{
  if (!grow((void **)&servers->missing, servers->missing_count, &servers->missing_capacity, sizeof *servers->missing))
    return;
  struct build_id *missing = &servers->missing[servers->missing_count++];
  memcpy(missing->data, build_id, bytes);
  missing->bytes = bytes;
}

/* The descriptor, or an errno value below 0. */
static int ask(struct debuginfod *servers, const unsigned char *build_id, size_t bytes, const char *of, char **ret_path)
{
  int64_t now = now_ms();
  servers->download = (struct download){.of = of, .started_ms = now, .moved_ms = now};
  asking = servers;
  int file = servers->library.find(servers->client, build_id, (int)bytes, ret_path);
  asking = NULL;
  if (servers->download.shown_ms)
    servers->listener.progress(servers->listener.context, NULL);
  return file < 0 && servers->download.is_silent ? -ETIME : file;
}

static struct error *no_answer(const struct debuginfod *servers, int result)
{
  return error_format("no debug files are downloaded (--enable-debuginfod=no does without): the servers in "
                      "DEBUGINFOD_URLS do not answer: %s (%s)", debuginfod_servers(),
                      servers->download.is_silent ? "silent for too long" : strerror(-result));
}

static bool is_ready(struct debuginfod *servers, const struct warnings *warnings)
{
  if (!servers->is_tried) {
    servers->is_tried = true;
    struct error *error = load(servers);
    servers->is_off = error != NULL;
    warn_of(warnings, error);
  }
  return !servers->is_off;
}

int debuginfod_fetch(struct debuginfod *servers, const unsigned char *build_id, size_t bytes, const char *of,
                     const struct warnings *warnings, char **ret_path)
{
  if (bytes == 0 || bytes > BUILD_ID_MAX_BYTES || is_missing(servers, build_id, bytes) || !is_ready(servers, warnings))
    return -1;
  const char *slash = strrchr(of, '/');
  int file = ask(servers, build_id, bytes, slash ? slash + 1 : of, ret_path);
  if (file >= 0)
    return file;
  note_missing(servers, build_id, bytes);
  if (file != -ENOENT) {
    servers->is_off = true;
    warn_of(warnings, no_answer(servers, file));
  }
  return -1;
}
