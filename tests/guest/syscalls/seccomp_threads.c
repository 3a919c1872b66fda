// SPDX-License-Identifier: GPL-2.0-or-later
// Each thread has its filters, begins with those of its parent, and may be given another's; so has a process.
// build: -pthread
// needs: seep
// compare: no, under Memcheck filters judge its own calls
// run:
// stdout: as natively
// reject: Warning
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "seccomp.h"

#include <pthread.h>
#include <spawn.h>
#include <sys/wait.h>

static pthread_barrier_t barrier;
static int thread_id;

static void wait_for_other(void)
{
  pthread_barrier_wait(&barrier);
}

static int is_refused(int error)
{
  errno = 0;
  return getsid(0) == -1 && errno == error;
}

static void *is_synchronised(void *argument)
{
  EXPECT(is_refused(17)); // its parent's
  EXPECT(getpgid(0) > 0);
  wait_for_other();
  wait_for_other();
  EXPECT(getpgid(0) == -1 && errno == 18); // what the other has set for both
  EXPECT(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1);
  return argument;
}

static void *goes_its_own_way(void *argument)
{
  thread_id = (int)syscall(SYS_gettid);
  EXPECT(set_filter(SYS_getpriority, SECCOMP_RET_ERRNO | 19, 0) == 0);
  wait_for_other();
  wait_for_other();
  return argument;
}

static void *is_killed(void *argument)
{
  EXPECT(set_filter(SYS_getpriority, SECCOMP_RET_KILL_THREAD, 0) == 0);
  syscall(SYS_getpriority, 0, 0);
  failures++;
  return argument;
}

static void in_child(void)
{
  _exit(is_refused(17) && getpgid(0) == -1 && errno == 18 ? 0 : 1);
}

int main(void)
{
  pthread_t thread;
  void *result;
  if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != 0)
    return 77;
  pthread_barrier_init(&barrier, NULL, 2);
  EXPECT(set_filter(SYS_getsid, SECCOMP_RET_ERRNO | 17, 0) == 0);
  pthread_create(&thread, NULL, is_synchronised, NULL);
  wait_for_other();
  EXPECT(set_filter(SYS_getpgid, SECCOMP_RET_ERRNO | 18, SECCOMP_FILTER_FLAG_TSYNC) == 0);
  wait_for_other();
  pthread_join(thread, NULL);

  pthread_create(&thread, NULL, goes_its_own_way, NULL);
  wait_for_other();
  EXPECT(syscall(SYS_getpriority, 0, 0) != -1);
  EXPECT(set_filter(SYS_umask, SECCOMP_RET_ERRNO | 20, SECCOMP_FILTER_FLAG_TSYNC) == thread_id);
  EXPECT(set_filter(SYS_umask, SECCOMP_RET_ERRNO | 20, SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_TSYNC_ESRCH) == -1 && errno == ESRCH);
  EXPECT(syscall(SYS_umask, 022) != -1);
  wait_for_other();
  pthread_join(thread, NULL);

  pthread_create(&thread, NULL, is_killed, NULL);
  EXPECT(pthread_join(thread, &result) == 0);
  EXPECT(status_of(in_child) == 0);
  const pid_t pid = vfork();
  if (pid == 0)
    _exit(getpgid(0) == -1 && errno == 18 && set_filter(SYS_umask, SECCOMP_RET_ERRNO | 21, 0) == 0 ? 0 : 1);
  int status = 1;
  EXPECT(waitpid(pid, &status, 0) == pid && status == 0);
  EXPECT(syscall(SYS_umask, 022) != -1);

  // A thread is made by clone3(), and not by clone(), which the library would fall back to.
  EXPECT(set_filter(SYS_clone, SECCOMP_RET_KILL_PROCESS, 0) == 0);
  EXPECT(pthread_create(&thread, NULL, is_killed, NULL) == 0);
  EXPECT(pthread_join(thread, &result) == 0);
  puts(failures == 0 ? "as natively" : "not as natively");
  return 0;
}
