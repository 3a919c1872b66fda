// SPDX-License-Identifier: GPL-2.0-or-later
// A program that denies itself memory for new code (PR_SET_MDWE) gets none, and is checked as before.
// build: -pthread
// needs: seep
// compare: no, Memcheck ends for want of memory for its translations
// run:
// stdout: as natively
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "lose.h"
#include "seccomp.h"

#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/shm.h>

enum { SET_MDWE = 65, GET_MDWE = 66, R = PROT_READ, W = PROT_WRITE, X = PROT_EXEC, BYTES = 8192 };

static char *map(int protection)
{
  return mmap(NULL, BYTES, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static long set(unsigned long flags, unsigned long third)
{
  return prctl(SET_MDWE, flags, third, 0, 0) == 0 ? 0 : errno;
}

static void *in_thread(void *argument)
{
  EXPECT(map(R | W | X) == MAP_FAILED && errno == EACCES);
  return argument;
}

static void in_child(void)
{
  _exit(prctl(GET_MDWE, 0, 0, 0, 0) == 1 && map(R | W | X) == MAP_FAILED ? 0 : 1);
}

static void not_beyond(void)
{
  if (set(2, 0) != EINVAL || set(3, 0) != 0 || map(W | X) != MAP_FAILED)
    _exit(1);
  const pid_t pid = fork();
  if (pid == 0)
    _exit(prctl(GET_MDWE, 0, 0, 0, 0) == 0 && map(W | X) != MAP_FAILED ? 0 : 1);
  int status = 1;
  waitpid(pid, &status, 0);
  _exit(status == 0 ? 0 : 1);
}

int main(void)
{
  if (prctl(GET_MDWE, 0, 0, 0, 0) != 0)
    return 77;
  EXPECT(status_of(not_beyond) == 0);
  char *const code = map(R | X), *const both = map(R | W | X), *const data = map(R | W);
  EXPECT(mprotect(map(R), BYTES, R | X) == 0);
  EXPECT(set(1, 1) == EINVAL && set(4, 0) == EINVAL && set(0, 0) == 0);
  EXPECT(set(1, 0) == 0 && set(1, 0) == 0 && set(0, 0) == EPERM && set(3, 0) == EPERM);
  EXPECT(prctl(GET_MDWE, 0, 0, 0, 0) == 1);
  EXPECT(prctl(GET_MDWE, 1, 0, 0, 0) == -1 && errno == EINVAL);
  EXPECT(map(R | W | X) == MAP_FAILED && errno == EACCES);
  EXPECT(mmap(NULL, 0, R | W | X, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
  EXPECT(mmap(NULL, BYTES, R | W | X, MAP_PRIVATE, 999, 0) == MAP_FAILED && errno == EBADF);
  EXPECT(map(R | X) != MAP_FAILED);
  EXPECT(mprotect(data, BYTES, R | X) == -1 && errno == EACCES);
  EXPECT(mprotect(data, 0, R | X) == 0);
  EXPECT(syscall(SYS_pkey_mprotect, data, BYTES, R | W | X, -1) == -1 && errno == EACCES);
  EXPECT(mprotect(code, BYTES, R | W | X) == -1 && errno == EACCES);
  EXPECT(mprotect(code, BYTES, R | X) == 0);
  EXPECT(mprotect(both, BYTES, X) == 0); // less than before
  EXPECT(mprotect(code, BYTES, R | W) == 0);
  EXPECT(mprotect(code, BYTES, R | X) == -1 && errno == EACCES);
  const int segment = shmget(IPC_PRIVATE, BYTES, IPC_CREAT | 0700);
  if (segment >= 0) {
    EXPECT(shmat(segment, NULL, SHM_EXEC) == (void *)-1 && errno == EACCES);
    EXPECT(shmat(segment, NULL, SHM_EXEC | SHM_RDONLY) != (void *)-1);
    shmctl(segment, IPC_RMID, NULL);
    EXPECT(shmat(-1, NULL, SHM_EXEC) == (void *)-1 && errno == EINVAL);
  }
  pthread_t thread;
  pthread_create(&thread, NULL, in_thread, NULL);
  pthread_join(thread, NULL);
  EXPECT(status_of(in_child) == 0);
  lose(1337);
  puts(failures == 0 ? "as natively" : "not as natively");
  return 0;
}
