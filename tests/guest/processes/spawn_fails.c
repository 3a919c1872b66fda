// SPDX-License-Identifier: GPL-2.0-or-later
// A spawn that fails says why, as the child's errno comes back through the memory that it shares; also if several threads spawn at once.
// compare: no, there it succeeds
// run:
// stdout: No such file or directory
// stdout: No such file or directory
// stdout: No such file or directory
// stdout: Permission denied
// stdout: Success, 0
// stdout: vfork: No such file or directory
// stdout: pclose 5, system 127
// stdout: threads: 80
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --trace-children=yes --trace-children-skip=*/sh
// stdout: No such file or directory
// stdout: No such file or directory
// stdout: No such file or directory
// stdout: Permission denied
// stdout: Success, 0
// stdout: vfork: No such file or directory
// stdout: pclose 5, system 127
// stdout: threads: 80
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 4, SPAWNS = 20 };

static volatile int shared;

static int spawn(const char *path, const posix_spawn_file_actions_t *actions, int *ret_status)
{
  pid_t child;
  char *arguments[] = {"sh", "-c", "exit 0", NULL};
  const int result = posix_spawn(&child, path, actions, NULL, arguments, environ);
  if (result == 0)
    waitpid(child, ret_status, 0);
  return result;
}

static void *spawn_often(void *ret_right)
{
  int status = 0, right = 0;
  for (int i = 0; i < SPAWNS; i++) {
    const int result = spawn(i % 4 ? "/no/such/program" : "/bin/sh", NULL, &status);
    right += result == (i % 4 ? ENOENT : 0) && status == 0;
  }
  *(int *)ret_right = right;
  return NULL;
}

static int spawn_in_threads(void)
{
  pthread_t threads[THREADS];
  int right[THREADS], sum = 0;
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, spawn_often, &right[i]);
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    sum += right[i];
  }
  return sum;
}

int main(void)
{
  posix_spawn_file_actions_t actions;
  int status = 0;
  puts(strerror(spawn("/no/such/program", NULL, &status)));
  char *arguments[] = {"no-such-program", NULL};
  puts(strerror(posix_spawnp(&(pid_t){0}, "no-such-program", NULL, NULL, arguments, environ)));
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/no/such/file", O_RDONLY, 0);
  puts(strerror(spawn("/bin/sh", &actions, &status)));
  posix_spawn_file_actions_destroy(&actions);
  puts(strerror(spawn("/etc/passwd", NULL, &status)));
  const int result = spawn("/bin/sh", NULL, &status);
  printf("%s, %d\n", strerror(result), status);
  const pid_t child = vfork();
  if (child == 0) {
    execl("/no/such/program", "program", NULL);
    shared = errno;
    _exit(127);
  }
  waitpid(child, &status, 0);
  printf("vfork: %s\n", strerror(shared));
  fflush(stdout);
  status = pclose(popen("exit 5", "r"));
  printf("pclose %d, system %d\n", WEXITSTATUS(status), WEXITSTATUS(system("no-such-program 2>/dev/null")));
  printf("threads: %d\n", spawn_in_threads());
  return 0;
}
