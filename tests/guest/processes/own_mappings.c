// SPDX-License-Identifier: GPL-2.0-or-later
// The program finds its own mappings, and none of the checker's, by each name of the list: where they begin and end,
// with the rights that it has given them, also where code was executed that it may write to, and with the kernel's
// names.
// build: -pthread
// compare: no, Memcheck shows its own mappings
// run:
// stdout: self: 13 right, 0 wrong
// stdout: thread: 13 right, 0 wrong
// stdout: number: 13 right, 0 wrong
// stdout: folder: 13 right, 0 wrong
// stdout: smaps: 13 right, 0 wrong
// stdout: as a file: yes; read again: as it is then; first stack: found
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, TEXT_BYTES = 1 << 20 };

static char text[TEXT_BYTES];
static int right, wrong;

static void read_list(int fd)
{
  ssize_t got;
  size_t bytes = 0;
  while ((got = read(fd, text + bytes, 777)) > 0)
    bytes += (size_t)got;
  text[bytes] = '\0';
}

static void check(int is_right, const char *what)
{
  right += is_right;
  wrong += !is_right;
  if (!is_right)
    printf("wrong: %s\n", what);
}

/* The line about an address, or "". */
static const char *line_about(const void *address, uintptr_t *ret_start, uintptr_t *ret_end)
{
  char rights[8];
  for (const char *line = text; line && *line; line = strchr(line, '\n'), line += line != NULL) {
    uintptr_t start, end;
    const int is_read = sscanf(line, "%lx-%lx %7s", &start, &end, rights) == 3;
    if (!is_read || start > (uintptr_t)address || (uintptr_t)address >= end)
      continue;
    *ret_start = start;
    *ret_end = end;
    return line;
  }
  return "";
}

static void has(const void *address, const char *rights, const char *end_of_line)
{
  uintptr_t start, end;
  char line[512] = "";
  sscanf(line_about(address, &start, &end), "%511[^\n]", line);
  const char *const space = strchr(line, ' ');
  check(space && strncmp(space + 1, rights, 4) == 0 && strlen(line) > strlen(end_of_line) &&
          strcmp(line + strlen(line) - strlen(end_of_line), end_of_line) == 0, rights);
}

static void is_exactly(const void *from, size_t bytes, const char *rights)
{
  uintptr_t start = 0, end = 0;
  const char *const line = line_about(from, &start, &end);
  check(start == (uintptr_t)from && end == start + bytes && strncmp(strchr(line, ' ') + 1, rights, 4) == 0, rights);
}

static char *data, *code, *grown, *block;
static int local_of_main;

static void look(const char *name, int fd)
{
  right = wrong = 0;
  read_list(fd);
  close(fd);
  has(data, "---p", ""); /* another such mapping may be in front of it */
  is_exactly(data + 2 * PAGE, PAGE, "r--p");
  is_exactly(data + 3 * PAGE, 3 * PAGE, "rw-p");
  is_exactly(code, 3 * PAGE, "rwxp");
  has(&local_of_main, "rw-p", "");
  has(__builtin_frame_address(0), "rw-p", " [stack]");
  has(grown, "rw-p", " [heap]");
  has((void *)(uintptr_t)look, "r-xp", "own_mappings");
  has("read only", "r--p", "own_mappings");
  has(block, "rw-p", "");
  check(!strstr(text, "/seep-amd64") && !strstr(text, "memfd:seep"), "the tool's");
  check(!strstr(text, "vgdb-pipe") && !strstr(text, ".code\n"), "the tool's files");
  uintptr_t start, end;
  int lines_of_stack = 0;
  for (const char *at = text; (at = strstr(at, "[stack]")); at++)
    lines_of_stack++;
  check(lines_of_stack == 1 && *line_about((void *)(uintptr_t)0x220000000440, &start, &end) == '\0', "the shadow");
  printf("%s: %d right, %d wrong\n", name, right, wrong);
}

static void make_mappings(void)
{
  data = mmap(NULL, 8 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(data + 2 * PAGE, PAGE, PROT_READ);
  mprotect(data + 3 * PAGE, 3 * PAGE, PROT_READ | PROT_WRITE);
  munmap(data + 6 * PAGE, PAGE);
  code = mmap(NULL, 5 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) + PAGE;
  mprotect(code, 3 * PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
  code[PAGE] = '\xc3'; /* ret */
  for (int i = 0; i < 1337; i++)
    ((void (*)(void))(code + PAGE))();
  grown = sbrk(31337);
  *grown = 1;
  block = malloc(13337);
}

static int is_like_file(void)
{
  char first[100] = "", again[100] = "", later[50] = "";
  const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  const int is_closed_on_exec = fcntl(fd, F_GETFD) == FD_CLOEXEC, is_refused = write(fd, first, 1) < 0;
  (void)!read(fd, first, sizeof first);
  (void)!pread(fd, later, sizeof later, 50);
  lseek(fd, 0, SEEK_SET);
  (void)!read(fd, again, sizeof again);
  close(fd);
  return is_closed_on_exec && is_refused && memcmp(first, again, 100) == 0 && memcmp(first + 50, later, 50) == 0;
}

static int is_read_again(void)
{
  const int fd = open("/proc/self/maps", O_RDONLY);
  uintptr_t start, end;
  read_list(fd);
  munmap(data, 6 * PAGE);
  lseek(fd, 0, SEEK_SET);
  read_list(fd);
  close(fd);
  return *line_about(data + 2 * PAGE, &start, &end) == '\0' && *line_about(code, &start, &end) != '\0';
}

static int finds_stack(void)
{
  pthread_attr_t attributes;
  void *start;
  size_t bytes;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &start, &bytes);
  pthread_attr_destroy(&attributes);
  const char *const here = __builtin_frame_address(0);
  return here > (char *)start && here < (char *)start + bytes;
}

int main(void)
{
  char path[64];
  make_mappings();
  look("self", open("/proc/self/maps", O_RDONLY));
  look("thread", open("/proc/thread-self/maps", O_RDONLY));
  snprintf(path, sizeof path, "/proc/%d/task/%d/maps", getpid(), gettid());
  look("number", open(path, O_RDONLY));
  const int folder = open("/proc/self", O_RDONLY | O_DIRECTORY);
  look("folder", openat(folder, "maps", O_RDONLY));
  close(folder);
  look("smaps", open("/proc/self/smaps", O_RDONLY));
  free(block);
  printf("as a file: %s; ", is_like_file() ? "yes" : "no");
  printf("read again: %s; ", is_read_again() ? "as it is then" : "as it was");
  printf("first stack: %s\n", finds_stack() ? "found" : "not found");
  return 0;
}
