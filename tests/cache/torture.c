/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What can happen to a folder of translated blocks, again and again, in one folder that lives through it all: several
 * processes write and read at once, are killed at any moment, meet a full disk or a limit; bits flip, files are cut,
 * extended, exchanged and removed while they are mapped. Whatever is found must be right, and after each round the
 * folder must work again.
 *
 *   tests/cache/torture [--rounds N] [--seed S] [--folder DIR]
 *
 * A DIR on a small file system (tests/cache/full_disk mounts one) adds disks that are really full. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "coregrind-glue/translation_cache/code_folder.h"
#include "support/code_builder.h"
#include "support/code_reader.h"

enum {
  STORES = 3, /* files; two of their identities exchange names now and then */
  KEYS = 40,
  CONTENTS = 3,
  BATCH_MAX = 40,
  PROCESSES_MAX = 4,
  STATUS_WRONG = 9,
  BOUND = 3 << 20,
};

static const char *const names[STORES] = {"0000000000000000.code", "1111111111111111.code", "2222222222222222.code"};

static struct code_folder folder;
static uint64_t random_state;
static unsigned long found, missed, kills, full_disks;
static bool is_small_disk;

static unsigned random_below(unsigned bound)
{
  random_state = random_state * 6364136223846793005 + 1442695040888963407;
  return (unsigned)(random_state >> 33) % bound;
}

static void stop(const char *what)
{
  fprintf(stderr, "torture: %s\n", what);
  exit(STATUS_WRONG);
}

static struct code_key random_key(void)
{
  return (struct code_key){.address = 0x1000 + random_below(KEYS) * 16, .variant = random_below(2)};
}

/* --- what processes do --- */

static bool write_some(unsigned store)
{
  struct code_identity identity = code_builder_identity(store);
  struct code_entry_head *blocks[BATCH_MAX];
  unsigned count = 1 + random_below(BATCH_MAX);
  for (unsigned i = 0; i < count; i++) {
    struct code_key key = random_key();
    blocks[i] =
      code_builder_block(&identity, &key, random_below(CONTENTS), 1 + random_below(60), 1 + random_below(2000));
  }
  bool is_added =
    code_folder_add(&folder, names[store], &identity, "/lib/some.so", &(struct code_batch){blocks, count});
  for (unsigned i = 0; i < count; i++)
    free(blocks[i]);
  return is_added;
}

static void look_up(const struct code_reader *reader, const struct code_identity *identity)
{
  struct code_key key = random_key();
  enum code_reading reading = code_reader_find(reader, identity, &key, random_below(CONTENTS));
  if (reading == READ_WRONG)
    stop("a wrong block was found");
  *(reading == READ_RIGHT ? &found : &missed) += 1;
}

static void read_some(unsigned store, void (*meanwhile)(unsigned store))
{
  struct code_identity identity = code_builder_identity(store);
  struct code_reader reader;
  code_reader_init(&reader, &folder, names[store], &identity);
  for (unsigned i = 0; i < 30; i++) {
    if (i == 10 && meanwhile)
      meanwhile(store);
    look_up(&reader, &identity);
  }
  code_reader_deinit(&reader);
}

static void work(void)
{
  for (unsigned i = 0; i < 4; i++) {
    write_some(random_below(STORES));
    read_some(random_below(STORES), NULL);
  }
  code_folder_prune(&folder);
}

/* --- what happens to them --- */

static pid_t start_worker(void)
{
  unsigned own = random_below(1u << 30);
  pid_t pid = fork();
  if (pid != 0)
    return pid;
  random_state ^= own;
  work();
  _exit(0);
}

static void end_worker(pid_t pid)
{
  int status;
  if (waitpid(pid, &status, 0) != pid || (WIFEXITED(status) && WEXITSTATUS(status) != 0) ||
      (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL))
    stop("a process failed");
  kills += WIFSIGNALED(status);
}

static void run_workers(bool are_killed)
{
  pid_t workers[PROCESSES_MAX];
  unsigned count = 1 + random_below(PROCESSES_MAX);
  for (unsigned i = 0; i < count; i++)
    workers[i] = start_worker();
  if (are_killed) {
    nanosleep(&(struct timespec){.tv_nsec = random_below(3000000)}, NULL);
    for (unsigned i = 0; i < count; i++)
      kill(workers[i], SIGKILL);
  }
  for (unsigned i = 0; i < count; i++)
    end_worker(workers[i]);
}

static void many_at_once(void)
{
  run_workers(false);
}

static void killed_at_any_time(void)
{
  run_workers(true);
}

/* No file may become longer than this. */
static void limited_files(void)
{
  struct rlimit limit = {CODE_HEADER_BYTES + random_below(200000), RLIM_INFINITY};
  setrlimit(RLIMIT_FSIZE, &limit);
  full_disks += !write_some(random_below(STORES));
  limit.rlim_cur = RLIM_INFINITY;
  setrlimit(RLIMIT_FSIZE, &limit);
}

/* On a small file system: take all but a little of the room that is left. */
static void full_disk(void)
{
  static const char zeros[1 << 16];
  if (!is_small_disk)
    return;
  int fd = openat(folder.fd, "ballast", O_RDWR | O_CREAT | O_TRUNC, 0600);
  off_t size = 0;
  for (ssize_t count; (count = write(fd, zeros, sizeof zeros)) > 0;)
    size += count;
  off_t less = size - (off_t)random_below(100000);
  if (ftruncate(fd, less > 0 ? less : 0) != 0)
    stop("ftruncate failed");
  for (unsigned i = 0; i < 5; i++)
    full_disks += !write_some(random_below(STORES));
  read_some(random_below(STORES), NULL);
  close(fd);
  unlinkat(folder.fd, "ballast", 0);
}

/* --- what happens to files --- */

static off_t size_of(int fd)
{
  struct stat stat;
  return fstat(fd, &stat) == 0 ? stat.st_size : 0;
}

static void damage(unsigned store)
{
  int fd = openat(folder.fd, names[store], O_RDWR);
  off_t size = fd < 0 ? 0 : size_of(fd);
  for (unsigned i = random_below(20); size > 0 && i > 0; i--) {
    off_t at = (off_t)random_below((unsigned)size);
    uint64_t value;
    ssize_t bytes = pread(fd, &value, 1 + random_below(8), at);
    value = random_below(2) ? value ^ 1u << random_below(8) : random_below(1000);
    if (bytes > 0 && pwrite(fd, &value, (size_t)bytes, at) != bytes && !is_small_disk)
      stop("pwrite failed");
  }
  close(fd);
}

static void cut(unsigned store)
{
  int fd = openat(folder.fd, names[store], O_RDWR);
  off_t size = fd < 0 ? 0 : size_of(fd);
  if (size > 0 && ftruncate(fd, (off_t)random_below((unsigned)size + 5000)) != 0 && !is_small_disk)
    stop("ftruncate failed");
  close(fd);
}

static void remove_it(unsigned store)
{
  unlinkat(folder.fd, names[store], 0);
}

static void exchange(unsigned store)
{
  renameat(folder.fd, names[store], folder.fd, names[(store + 1) % STORES]);
}

static void damaged_while_read(void)
{
  read_some(random_below(STORES), damage);
}

static void cut_while_read(void)
{
  read_some(random_below(STORES), cut);
}

static void removed_while_read(void)
{
  read_some(random_below(STORES), remove_it);
}

static void exchanged_while_read(void)
{
  read_some(random_below(STORES), exchange);
}

/* Leave an unfinished entry, or half of a page of slots, where a killed writer might. */
static void garbage_at_the_end(void)
{
  char garbage[5000];
  for (unsigned i = 0; i < sizeof garbage; i++)
    garbage[i] = (char)random_below(256);
  int fd = openat(folder.fd, names[random_below(STORES)], O_RDWR | O_APPEND);
  if (fd >= 0 && write(fd, garbage, 1 + random_below(sizeof garbage)) < 0 && !is_small_disk)
    stop("write failed");
  close(fd);
}

/* --- rounds --- */

/* After anything at all, a block that is added is found; a file that was damaged is rebuilt at the latest when it is
 * removed. */
static void check_it_works(void)
{
  unsigned store = random_below(STORES);
  struct code_identity identity = code_builder_identity(store);
  struct code_key key = {.address = 0x900000 + random_below(1u << 20)};
  struct code_entry_head *block = code_builder_block(&identity, &key, 1, 20, 100);
  struct code_reader reader;
  if (!code_folder_add(&folder, names[store], &identity, "/lib/some.so", &(struct code_batch){&block, 1}))
    stop("a block could not be added");
  code_reader_init(&reader, &folder, names[store], &identity);
  if (code_reader_find(&reader, &identity, &key, 1) != READ_RIGHT)
    stop("a block that was added is not found");
  code_reader_deinit(&reader);
  free(block);
}

static void run_round(void)
{
  static void (*const events[])(void) = {
    many_at_once,       killed_at_any_time,   killed_at_any_time, limited_files,
    full_disk,          damaged_while_read,   damaged_while_read, cut_while_read,
    removed_while_read, exchanged_while_read, garbage_at_the_end,
  };
  write_some(random_below(STORES));
  events[random_below(sizeof events / sizeof *events)]();
  read_some(random_below(STORES), NULL);
  code_folder_prune(&folder);
  check_it_works();
}

int main(int argc, char **argv)
{
  char own_folder[] = "/tmp/seep-torture-XXXXXX", command[64];
  const char *path = NULL;
  unsigned long rounds = 300, seed = (unsigned long)time(NULL);
  for (int i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--rounds") == 0)
      rounds = strtoul(argv[i + 1], NULL, 10);
    else if (strcmp(argv[i], "--seed") == 0)
      seed = strtoul(argv[i + 1], NULL, 10);
    else if (strcmp(argv[i], "--folder") == 0)
      path = argv[i + 1];
  }
  is_small_disk = path != NULL;
  if (!path && !(path = mkdtemp(own_folder)))
    stop("no folder");
  const char *reason = code_folder_open(&folder, path, BOUND);
  if (reason)
    stop(reason);
  random_state = seed;
  code_reader_catch_faults();
  printf("torture: seed %lu\n", seed);
  fflush(stdout);
  for (unsigned long i = 0; i < rounds; i++)
    run_round();
  printf("torture: %lu rounds, %lu blocks found, %lu not, %lu processes killed, %lu times no room; none was wrong\n",
         rounds, found, missed, kills, full_disks);
  snprintf(command, sizeof command, "rm -rf %s", own_folder);
  return path == own_folder ? system(command) : 0;
}
