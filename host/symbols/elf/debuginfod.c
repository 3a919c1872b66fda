/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The library asks all servers, keeps what they send, and for some minutes also that they have nothing. It waits long
 * for servers that are silent, 90 seconds for each question if $DEBUGINFOD_TIMEOUT says nothing else; this is cut short
 * here, since there may be hundreds of modules. The progress callback does it, also for servers that send only a
 * trickle, and when the process has to end; the library then removes the partial file.
 *
 * A download may be compressed and unpack to far more than the library reports, so the size of the file is limited by
 * the kernel. This process writes no others. */
#include "host/symbols/elf/debuginfod.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/print.h"

enum {
  BUILD_ID_MAX_BYTES = 64,
  SILENCE_SECONDS = 20,
  SILENCE_BYTES = 1 << 16, /* fewer in that time are silence */
  LONGEST_SECONDS = 600,   /* for one file */
  MOMENT_MS = 1000,   /* before anything is shown */
  INTERVAL_MS = 250,  /* between what is shown */
};

static const uint64_t file_bytes_max = (uint64_t)2 << 30, all_bytes_max = (uint64_t)8 << 30;

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
  const char *given_up; /* why */
};

struct debuginfod {
  struct debuginfod_listener listener;
  struct library library;
  struct client *client;
  bool is_tried, is_off;
  struct build_id *missing; /* what no server has */
  size_t missing_count, missing_capacity;
  struct download download;
  uint64_t all_bytes; /* of files that came */
};

const char *debuginfod_servers(void)
{
  const char *urls = getenv("DEBUGINFOD_URLS");
  return urls && urls[strspn(urls, " ")] ? urls : NULL;
}

struct debuginfod *debuginfod_create(const struct debuginfod_listener *listener)
{
  struct debuginfod *servers = memory_zeroed(1, sizeof *servers);
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
  servers->client = memory_given(library->begin());
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
  const char *of = servers->download.of;
  char *text = all > 0 ? print_text("downloading debug information of %s: %ld of %ld kB", of, done / KB, all / KB)
                       : print_text("asking for debug information of %s", of);
  servers->listener.progress(servers->listener.context, text);
  free(text);
}

static volatile sig_atomic_t stopped, is_asking, is_too_large;

bool debuginfod_stop(void)
{
  stopped = true;
  return is_asking;
}

/* `all` is 0 as long as no server has answered; `done` means nothing then. Returns whether to give up. */
static int take_progress(struct debuginfod *servers, long done, long all)
{
  struct download *download = &servers->download;
  int64_t now = now_ms();
  if (all > 0 && (done >= download->done + SILENCE_BYTES || (done == all && done != download->done))) {
    download->done = done;
    download->moved_ms = now;
  }
  download->given_up = stopped                                                 ? "stopped"
                       : now - download->moved_ms >= silence_ms()               ? "silent for too long"
                       : now - download->started_ms >= 1000 * LONGEST_SECONDS   ? "too slow"
                                                                                : NULL;
  if (now - download->started_ms >= MOMENT_MS && now - download->shown_ms >= INTERVAL_MS) {
    download->shown_ms = now;
    show(servers, done, all);
  }
  return download->given_up != NULL;
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
  struct build_id *missing = NEW_ITEM(servers->missing, servers->missing_count, servers->missing_capacity);
  memcpy(missing->data, build_id, bytes);
  missing->bytes = bytes;
}

/* --- limits --- */

static void note_too_large(int signal)
{
  (void)signal;
  is_too_large = true;
}

static void limit_files(void)
{
  const char *wanted = getenv("DEBUGINFOD_MAXSIZE");
  const uint64_t bytes = wanted ? strtoull(wanted, NULL, 10) : 0;
  const rlim_t most = bytes > 0 && bytes < file_bytes_max ? bytes : file_bytes_max;
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur > most) {
    limit.rlim_cur = most;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  sigaction(SIGXFSZ, &(struct sigaction){.sa_handler = note_too_large}, NULL);
}

/* Counts what came just now. */
static void count_bytes(struct debuginfod *servers, int file, const struct warnings *warnings)
{
  struct stat status;
  if (servers->download.done == 0 || fstat(file, &status) < 0)
    return;
  servers->all_bytes += (uint64_t)status.st_size;
  servers->is_off = servers->all_bytes > all_bytes_max;
  if (servers->is_off)
    warn_of(warnings, error_format("no more debug files are downloaded: those that came have more than %llu bytes",
                                   (unsigned long long)all_bytes_max));
}

/* The descriptor, or an errno value below 0. */
static int ask(struct debuginfod *servers, const unsigned char *build_id, size_t bytes, const char *of, char **ret_path)
{
  int64_t now = now_ms();
  servers->download = (struct download){.of = of, .started_ms = now, .moved_ms = now};
  asking = servers;
  is_asking = true;
  is_too_large = false;
  int file = servers->library.find(servers->client, build_id, (int)bytes, ret_path);
  asking = NULL;
  is_asking = false;
  if (servers->download.shown_ms)
    servers->listener.progress(servers->listener.context, NULL);
  return file < 0 && servers->download.given_up ? -ETIME : file < 0 && is_too_large ? -EFBIG : file;
}

static struct error *no_answer(const struct debuginfod *servers, int result)
{
  return error_format("no debug files are downloaded (--enable-debuginfod=no does without): the servers in "
                      "DEBUGINFOD_URLS do not answer: %s (%s)", debuginfod_servers(),
                      servers->download.given_up ? servers->download.given_up : strerror(-result));
}

static bool is_ready(struct debuginfod *servers, const struct warnings *warnings)
{
  if (!servers->is_tried) {
    servers->is_tried = true;
    struct error *error = load(servers);
    servers->is_off = error != NULL;
    warn_of(warnings, error);
    limit_files();
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
  if (file >= 0) {
    count_bytes(servers, file, warnings);
    return file;
  }
  note_missing(servers, build_id, bytes);
  if (file == -EFBIG) {
    warn_of(warnings,
            error_format("the debug file of %s that a server in DEBUGINFOD_URLS has sent is not kept: it is too "
                         "large (DEBUGINFOD_MAXSIZE=BYTES lowers the limit of 2 GiB)",
                         of));
  } else if (file != -ENOENT) {
    servers->is_off = true;
    warn_of(warnings, no_answer(servers, file));
  }
  return -1;
}
