// SPDX-License-Identifier: GPL-2.0-or-later
// Every way to execute a program does what it does natively, checked or not: scripts, scripts of scripts, links, below a folder, by a
// descriptor, from memory; errors in the order of the kernel; what is executed has its name and its first argument.
// compare: no, Memcheck ends where the kernel refuses
// run:
// stdout: missing ENOENT, empty ENOENT, folder EACCES, not executable EACCES, no interpreter ENOENT, no format ENOEXEC
// stdout: interpreter a folder EACCES, loop ELOOP, too deep ELOOP, below a file ENOTDIR, too long ENAMETOOLONG, bad path EFAULT
// stdout: script 21, nested 23, four deep 25, below a folder 20, by descriptor 20, link not followed ELOOP, closed script ENOENT
// stdout: no descriptor EBADF, bad flags EINVAL, nothing ENOENT, link 20, without read permission 21, from memory 20, closed by exec 20
// stdout: a long argument E2BIG, and all goes on
// run: --trace-children=yes --trace-children-skip=*/rm
// stdout: missing ENOENT, empty ENOENT, folder EACCES, not executable EACCES, no interpreter ENOENT, no format ENOEXEC
// stdout: interpreter a folder EACCES, loop ELOOP, too deep ELOOP, below a file ENOTDIR, too long ENAMETOOLONG, bad path EFAULT
// stdout: script 21, nested 23, four deep 25, below a folder 20, by descriptor 20, link not followed ELOOP, closed script ENOENT
// stdout: no descriptor EBADF, bad flags EINVAL, nothing ENOENT, link 20, without read permission 21, from memory 20, closed by exec 20
// stdout: a long argument E2BIG, and all goes on
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REFUSED = 99, AS_PROGRAM = 20, LONG_BYTES = 140000 };

/* How the child ends tells what it is: a program that was called right, or a script that the first line of was right. */
static int is_called_right(char **arguments)
{
  char line[64] = "";
  FILE *file = fopen("/proc/self/cmdline", "r");
  const int is_right = file && fgets(line, sizeof line, file) && strcmp(line, "its name") == 0 && strcmp(arguments[0], "its name") == 0;
  if (file)
    fclose(file);
  return is_right;
}

static const char *describe(int status, int *refusal)
{
  static char number[16];
  if (WEXITSTATUS(status) == REFUSED)
    return strerrorname_np(*refusal);
  snprintf(number, sizeof number, "%d", WEXITSTATUS(status));
  return number;
}

static const char *execute_with(int folder, const char *path, int flags, const char *argument)
{
  int *refusal = mmap(NULL, sizeof *refusal, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), status = 0;
  char *arguments[] = {"its name", (char *)argument, NULL};
  fflush(stdout);
  if (fork() == 0) {
    if (folder == AT_FDCWD && flags == 0)
      syscall(SYS_execve, path, arguments, environ);
    else
      syscall(SYS_execveat, folder, path, arguments, environ, flags);
    *refusal = errno;
    _exit(REFUSED);
  }
  wait(&status);
  const char *text = describe(status, refusal);
  munmap(refusal, sizeof *refusal);
  return text;
}

static void at(const char *before, const char *name, int folder, const char *path, int flags)
{
  printf("%s%s %s", before, name, execute_with(folder, path, flags, "second"));
}

static void by_name(const char *before, const char *name, const char *path)
{
  at(before, name, AT_FDCWD, path, 0);
}

static void write_file(const char *name, const char *text, mode_t mode)
{
  const int fd = open(name, O_CREAT | O_TRUNC | O_WRONLY, 0755);
  if (fd < 0 || write(fd, text, strlen(text)) < 0 || fchmod(fd, mode) < 0 || close(fd) < 0)
    _exit(1);
}

static int copy_in_memory(const char *path, unsigned flags)
{
  struct stat stat;
  char link[64];
  const int from = open(path, O_RDONLY), to = memfd_create("program", flags);
  fstat(from, &stat);
  const char *bytes = mmap(NULL, (size_t)stat.st_size, PROT_READ, MAP_PRIVATE, from, 0);
  if (write(to, bytes, (size_t)stat.st_size) != stat.st_size)
    _exit(1);
  munmap((void *)bytes, (size_t)stat.st_size);
  snprintf(link, sizeof link, "/proc/self/fd/%d", to);
  const int copy = open(link, O_RDONLY | (flags ? O_CLOEXEC : 0));
  close(to);
  close(from);
  return copy;
}

static void errors(void)
{
  char name[NAME_MAX + 2];
  memset(name, 'a', NAME_MAX + 1);
  name[NAME_MAX + 1] = '\0';
  by_name("", "missing", "nothing");
  by_name(", ", "empty", "");
  by_name(", ", "folder", "folder");
  by_name(", ", "not executable", "data");
  by_name(", ", "no interpreter", "lonely");
  by_name(", ", "no format", "words");
  by_name("\n", "interpreter a folder", "of-folder");
  by_name(", ", "loop", "loop");
  by_name(", ", "too deep", "s6");
  by_name(", ", "below a file", "data/x");
  by_name(", ", "too long", name);
  by_name(", ", "bad path", (const char *)1);
}

static void ways(const char *self)
{
  const int folder = open("folder", O_RDONLY | O_DIRECTORY | O_CLOEXEC), file = open(self, O_RDONLY);
  const int script = open("s1", O_RDONLY | O_CLOEXEC);
  by_name("\n", "script", "s1");
  by_name(", ", "nested", "./s2");
  by_name(", ", "four deep", "s4");
  at(", ", "below a folder", folder, "program", 0);
  at(", ", "by descriptor", file, "", AT_EMPTY_PATH);
  at(", ", "link not followed", folder, "program", AT_SYMLINK_NOFOLLOW);
  at(", ", "closed script", script, "", AT_EMPTY_PATH);
  at("\n", "no descriptor", 77, "", AT_EMPTY_PATH);
  at(", ", "bad flags", file, "x", 0x20000000);
  at(", ", "nothing", file, "", 0);
  by_name(", ", "link", "link");
  by_name(", ", "without read permission", "./unreadable");
  at(", ", "from memory", copy_in_memory(self, 0), "", AT_EMPTY_PATH);
  at(", ", "closed by exec", copy_in_memory(self, MFD_CLOEXEC), "", AT_EMPTY_PATH);
}

static void make_files(const char *self)
{
  write_file("data", "#!/bin/sh\n", 0644);
  write_file("lonely", "#!/no/such/interpreter\n", 0755);
  write_file("words", "exit 1\n", 0755);
  write_file("of-folder", "#!/tmp\n", 0755);
  write_file("s1", "#! /bin/sh\n[ \"$0\" = s1 ] || [ \"$0\" = ./s1 ] && exit $((20 + $#))\n", 0755);
  write_file("s2", "#!./s1 argument\n", 0755);
  write_file("s3", "#!./s2\n", 0755);
  write_file("s4", "#!./s3\n", 0755);
  write_file("s5", "#!./s4\n", 0755);
  write_file("s6", "#!./s5\n", 0755);
  write_file("unreadable", "#!/bin/sh\nexit 21\n", 0511);
  if (mkdir("folder", 0755) < 0 || symlink("loop", "loop") < 0 || symlink(self, "link") < 0 || symlink(self, "folder/program") < 0)
    _exit(1);
}

int main(int count, char **arguments)
{
  static char argument[LONG_BYTES];
  char self[PATH_MAX], folder[] = "/tmp/exec_waysXXXXXX", command[64];
  if (count == 2)
    return AS_PROGRAM + !is_called_right(arguments);
  if (!realpath(arguments[0], self) || !mkdtemp(folder) || chdir(folder) < 0)
    return 1;
  make_files(self);
  errors();
  ways(self);
  memset(argument, 'x', sizeof argument - 1);
  printf("\na long argument %s, and all goes on\n", execute_with(AT_FDCWD, self, 0, argument));
  fflush(stdout);
  snprintf(command, sizeof command, "/bin/rm -r %s", folder);
  return system(command);
}
