// SPDX-License-Identifier: GPL-2.0-or-later
// Filters and PR_SET_MDWE hold for a program that is executed, checked or not, from a process that shares the memory as
// well; and where an exec fails, the program goes on, and is checked.
// needs: seep
// compare: no, under Memcheck filters judge its own calls
// after: cc -static -w -I$SRC -o seccomp_exec.static $SRC/syscalls/seccomp_exec.c
// run: --trace-children=no
// stdout: as natively
// reject: cannot
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --trace-children=yes
// stdout: as natively
// reject: cannot
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "seccomp.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>

enum { SET_MDWE = 65, GET_MDWE = 66 };

static char own[PATH_MAX], other[PATH_MAX + 8];

// What a program finds that was executed under restrictions.
static int look(const char *what)
{
  const int is_filtered = getsid(0) == -1 && errno == 17;
  const int is_denied = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EACCES;
  return is_filtered == (strchr(what, 'f') != NULL) && is_denied == (strchr(what, 'm') != NULL) ? 0 : 1;
}

static int run(const char *path, const char *what)
{
  int status = -1;
  const pid_t pid = fork();
  if (pid == 0) {
    execl(path, path, what, NULL);
    _exit(76);
  }
  waitpid(pid, &status, 0);
  return status;
}

static int run_sharing(const char *path, const char *what)
{
  int status = -1;
  const pid_t pid = vfork();
  if (pid == 0) {
    execl(path, path, what, NULL);
    _exit(76);
  }
  waitpid(pid, &status, 0);
  return status;
}

static void run_all(const char *what)
{
  EXPECT(run(own, what) == 0);
  EXPECT(run(other, what) == 0);
  EXPECT(run_sharing(own, what) == 0);
  EXPECT(run_sharing(other, what) == 0);
}

static void check_failures(void)
{
  static const char text[] = "not a program\n";
  const int file = open("not_a_program", O_WRONLY | O_CREAT | O_TRUNC, 0755);
  EXPECT(write(file, text, sizeof text - 1) == sizeof text - 1);
  close(file);
  for (int i = 0; i < 3; i++) {
    EXPECT(execl("./not_a_program", "x", NULL) == -1 && errno == ENOEXEC);
    EXPECT(execl("./not_there", "x", NULL) == -1 && errno == ENOENT);
  }
  unlink("not_a_program");
}

int main(int argc, char **argv)
{
  if (argc > 1)
    return look(argv[1]);
  if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != 0 || prctl(GET_MDWE, 0, 0, 0, 0) != 0)
    return 77;
  own[readlink("/proc/self/exe", own, sizeof own - 1)] = '\0';
  snprintf(other, sizeof other, "%s.static", own);
  run_all("-");
  EXPECT(set_filter(SYS_getsid, SECCOMP_RET_ERRNO | 17, 0) == 0);
  run_all("f");
  check_failures();
  EXPECT(prctl(SET_MDWE, 1, 0, 0, 0) == 0);
  run_all("fm");
  check_failures();
  // These are in no hurry, but the checker makes them.
  EXPECT(set_filter(SYS_memfd_create, SECCOMP_RET_KILL_PROCESS, 0) == 0);
  EXPECT(set_filter(SYS_sendmsg, SECCOMP_RET_KILL_PROCESS, 0) == 0);
  EXPECT(set_filter(SYS_prctl, SECCOMP_RET_KILL_PROCESS, 0) == 0);
  EXPECT(syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &(unsigned){SECCOMP_RET_TRAP}) == 0);
  run_all("fm");
  puts(failures == 0 ? "as natively" : "not as natively");
  return 0;
}
