/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep cache`: list, verify or clear the translation cache. Files are read into memory rather than mapped: another
 * process may truncate them meanwhile. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/error.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/own_folder.h"
#include "host/base/plain_text.h"
#include "host/base/print.h"
#include "host/base/read_up_to.h"
#include "shared/cache/code_file.h"
#include "host/runs/command.h"
#include "host/runs/report_session.h"
#include "host/symbols/answer_cache.h"

struct kept_file {
  char *name, *module;
  struct timespec used;
  uint64_t bytes; /* on the disk */
  unsigned long blocks, damaged;
  bool is_usable; /* has a sound header */
};

struct listing {
  const char *path;
  DIR *dir;
  struct kept_file *files;
  size_t count;
};

static void print_usage(FILE *output)
{
  fputs("usage: seep cache [show|verify|clear] [--translation-cache=DIR]\n"
        "Manage the translation cache: translated code, which makes programs start\n"
        "faster, and names of functions and lines, which make reports faster. With\n"
        "--translation-cache=DIR only the code in DIR.\n"
        "\n"
        "  show     list the cached modules and their sizes (default)\n"
        "  verify   check every block of code; the exit status is 1 if one is damaged\n"
        "  clear    remove everything\n"
        "\n"
        "Damaged blocks are never used; they are translated again when needed.\n",
        output);
}

/* --- reading --- */

static size_t copy_bytes(void *to, const void *from, size_t bytes)
{
  memcpy(to, from, bytes);
  return bytes;
}

static void count_blocks(struct kept_file *kept, const void *data, size_t bytes)
{
  static union code_room entry;
  struct code_header header;
  struct code_file file;
  kept->is_usable = code_file_init(&file, data, bytes, copy_bytes, NULL, &header);
  if (!kept->is_usable)
    return;
  kept->module = memory_text(header.path);
  for (uint64_t i = 0; i < file.slot_count; i++) {
    int found = code_file_entry(&file, i, &entry.head);
    kept->blocks += found > 0;
    kept->damaged += found < 0;
  }
}

/* False: this is not a file of Seep's. */
static bool read_file(const struct listing *listing, const char *name, struct kept_file *ret)
{
  const char *suffix = strrchr(name, '.');
  struct stat stat;
  if (!suffix || strcmp(suffix, CODE_FILE_SUFFIX) != 0)
    return false;
  int fd = openat(dirfd(listing->dir), name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0 || fstat(fd, &stat) < 0 || !S_ISREG(stat.st_mode)) {
    if (fd >= 0)
      close(fd);
    return false;
  }
  *ret = (struct kept_file){.name = memory_text(name), .used = stat.st_mtim, .bytes = (uint64_t)stat.st_blocks * 512};
  void *data = memory_if_there((size_t)stat.st_size + 1);
  if (data && read_up_to(fd, data, (size_t)stat.st_size) == stat.st_size)
    count_blocks(ret, data, (size_t)stat.st_size);
  free(data);
  close(fd);
  return true;
}

ORDER(compare_use, struct kept_file, DOWN(used.tv_sec) ?: UP_TEXT(name))

static void list_files(struct listing *listing)
{
  size_t capacity = 0;
  for (const struct dirent *entry; (entry = readdir(listing->dir));) {
    if (listing->count == capacity) {
      capacity = capacity ? 2 * capacity : 64;
      listing->files = memory_resize(listing->files, capacity, sizeof *listing->files);
    }
    listing->count += read_file(listing, entry->d_name, &listing->files[listing->count]);
  }
  if (listing->count > 0)
    qsort(listing->files, listing->count, sizeof *listing->files, compare_use);
}

static void listing_deinit(struct listing *listing)
{
  for (size_t i = 0; i < listing->count; i++) {
    free(listing->files[i].name);
    free(listing->files[i].module);
  }
  free(listing->files);
  if (listing->dir)
    closedir(listing->dir);
}

/* --- printing --- */

static void print_size(uint64_t bytes)
{
  if (bytes < 10 << 20)
    printf("%.1f KiB", (double)bytes / 1024);
  else
    printf("%.1f MiB", (double)bytes / (1 << 20));
}

static void print_totals(const struct listing *listing)
{
  uint64_t bytes = 0;
  unsigned long blocks = 0;
  for (size_t i = 0; i < listing->count; i++) {
    bytes += listing->files[i].bytes;
    blocks += listing->files[i].blocks;
  }
  printf("%s: %lu blocks in %zu files, ", listing->path, blocks, listing->count);
  print_size(bytes);
  putchar('\n');
}

/* The name of a module comes from the cache file, which may be damaged, so it must not reach the terminal as it is. */
static void print_module(const char *module)
{
  plain_text_put(module, stdout);
  putchar('\n');
}

static struct error *show(struct listing *listing, int *ret_status)
{
  print_totals(listing);
  if (listing->count > 0)
    printf("\n%8s %10s  %-16s  %s\n", "blocks", "KiB", "last used", "module");
  for (size_t i = 0; i < listing->count; i++) {
    const struct kept_file *file = &listing->files[i];
    char when[32] = "";
    struct tm tm;
    if (localtime_r(&file->used.tv_sec, &tm))
      strftime(when, sizeof when, "%Y-%m-%d %H:%M", &tm);
    printf("%8lu %10.1f  %-16s  ", file->blocks, (double)file->bytes / 1024, when);
    print_module(file->is_usable && file->module ? file->module : "(not readable, or of another version of Seep)");
  }
  return NULL;
}

static struct error *verify(struct listing *listing, int *ret_status)
{
  print_totals(listing);
  for (size_t i = 0; i < listing->count; i++) {
    const struct kept_file *file = &listing->files[i];
    if (!file->is_usable)
      printf("%s/%s: not readable, or of another version of Seep\n", listing->path, file->name);
    else if (file->damaged > 0)
      printf("%s/%s: %lu damaged blocks\n", listing->path, file->name, file->damaged);
    if (!file->is_usable || file->damaged > 0)
      *ret_status = COMMAND_OVER_LIMIT;
  }
  puts(*ret_status == COMMAND_OK ? "No damage found."
                                 : "What is damaged is not used, and made anew when it is needed; "
                                   "seep cache clear removes it.");
  return NULL;
}

static bool is_leftover(const char *name)
{
  return strncmp(name, CODE_FILE_WRITING, sizeof CODE_FILE_WRITING - 1) == 0;
}

static struct error *clear(struct listing *listing, int *ret_status)
{
  struct error *error = NULL;
  for (size_t i = 0; i < listing->count && !error; i++)
    if (unlinkat(dirfd(listing->dir), listing->files[i].name, 0) < 0 && errno != ENOENT)
      error = error_errno(errno, "cannot remove %s/%s", listing->path, listing->files[i].name);
  rewinddir(listing->dir);
  for (const struct dirent *entry; !error && (entry = readdir(listing->dir));)
    if (is_leftover(entry->d_name) && unlinkat(dirfd(listing->dir), entry->d_name, 0) < 0 && errno != ENOENT)
      error = error_errno(errno, "cannot remove %s/%s", listing->path, entry->d_name);
  if (error)
    return error;
  printf("Removed ");
  print_totals(listing);
  return NULL;
}

/* --- names --- */

/* There is nothing to verify: every read of names makes all checks. */
static struct error *show_or_clear_names(const char *folder, bool clears)
{
  struct answer_cache_size size;
  struct error *error = clears ? answer_cache_clear(folder, &size) : answer_cache_measure(folder, &size);
  if (error || size.files == 0)
    return error;
  printf("%s%s: names of %zu modules, ", clears ? "Removed " : "", folder, size.files);
  print_size(size.bytes);
  putchar('\n');
  return NULL;
}

/* --- the command --- */

typedef struct error *action(struct listing *listing, int *ret_status);

static struct error *act_on_files(const char *folder, action *act, int *ret_status)
{
  int fd;
  RETURN_IF_ERROR(own_folder_open(folder, &fd));
  if (fd < 0) {
    printf("%s: empty\n", folder);
    return NULL;
  }
  struct listing listing = {.path = folder, .dir = fdopendir(fd)};
  if (!listing.dir)
    return error_errno(errno, "cannot read the folder %s", folder);
  list_files(&listing);
  struct error *error = act(&listing, ret_status);
  listing_deinit(&listing);
  return error;
}

/* The folder that runs use unless another one is given; malloc'ed. */
static struct error *find_folder(const char *given, char **ret)
{
  char *caches = NULL;
  if (!given)
    report_session_cache_dir(&caches);
  if (!given && !caches)
    return error_format("no directory for the cache: neither XDG_CACHE_HOME nor HOME is set");
  *ret = given ? memory_text(given) : print_text("%s/translations", caches);
  free(caches);
  return NULL;
}

struct question {
  action *act;
  const char *folder;
  bool wants_help;
};

static struct error *answer_request(const struct question *question, int *ret_status)
{
  char *folder = NULL, *names = NULL;
  struct error *error = find_folder(question->folder, &folder);
  if (!error)
    error = act_on_files(folder, question->act, ret_status);
  if (!error && !question->folder && question->act != verify)
    report_session_symbols_dir(&names);
  if (!error && names)
    error = show_or_clear_names(names, question->act == clear);
  free(folder);
  free(names);
  return error;
}

static struct error *parse_arguments(int argc, char **argv, struct question *ret)
{
  static const struct {
    const char *name;
    action *act;
  } actions[] = {{"show", show}, {"verify", verify}, {"clear", clear}};
  static const char option[] = "--translation-cache=";
  ret->act = show;
  for (int i = 1; i < argc; i++) {
    bool is_known = true;
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
      ret->wants_help = true;
    else if (strncmp(argv[i], option, sizeof option - 1) == 0)
      ret->folder = argv[i] + sizeof option - 1;
    else
      is_known = false;
    for (size_t k = 0; k < sizeof actions / sizeof *actions && !is_known; k++)
      if (strcmp(argv[i], actions[k].name) == 0) {
        ret->act = actions[k].act;
        is_known = true;
      }
    if (!is_known)
      return error_format("unknown argument %s; expected show, verify, clear or --translation-cache=DIR",
                          argv[i]);
  }
  return NULL;
}

int command_cache(int argc, char **argv)
{
  struct question question = {0};
  int status = COMMAND_OK;
  struct error *error = parse_arguments(argc, argv, &question);
  if (!error && question.wants_help)
    print_usage(stdout);
  else if (!error)
    error = answer_request(&question, &status);
  if (error)
    return command_failed("cache", error);
  return command_flush("cache") == COMMAND_OK ? status : COMMAND_FAILED;
}
