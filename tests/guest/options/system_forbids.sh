# SPDX-License-Identifier: GPL-2.0-or-later
# Where system calls are forbidden, as containers and sandboxes do it: all is as always, or one sentence names what is
# forbidden.
# needs: seep
# uses: lose.c
# limit: 120
. "$SRC/lib.sh"
cat >forbid.c <<'C'
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
static const struct { const char *name; unsigned number, rights; } calls[] = {
#define CALL(name) {#name, __NR_##name, 0}
  CALL(clock_gettime), CALL(clone3), CALL(close_range), CALL(copy_file_range), CALL(faccessat2), CALL(flock),
  CALL(getxattr),
  CALL(io_uring_setup), CALL(madvise), CALL(memfd_create), CALL(mknod), CALL(mremap), CALL(open), CALL(perf_event_open),
  CALL(personality), CALL(pipe), CALL(prctl), CALL(process_vm_readv), CALL(ptrace), CALL(rseq), CALL(sched_getaffinity),
  CALL(sendmsg), CALL(setitimer), CALL(socketpair), CALL(statx), CALL(unlink), CALL(userfaultfd),
  {"executable", __NR_mmap, 6} /* PROT_WRITE | PROT_EXEC */,
};
int main(int count, char **arguments) /* NAME ERRNO COMMAND... */
{
  size_t at = 0;
  while (strcmp(calls[at].name, arguments[1]) != 0)
    at++;
  struct sock_filter code[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[at].number, 0, 4),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, calls[at].rights),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[at].rights, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)atoi(arguments[2])),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof code / sizeof *code, code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    return 77;
  execv(arguments[3], arguments + 3);
  return 78;
}
C
cc -w -o forbid forbid.c
got=0
./forbid statx 38 /bin/true || got=$?
[ "$got" != 77 ] || skip "no seccomp filters here"
perm=1 nosys=38

# forbidden NAME ERRNO: the report is in `report`, the exit status in $got.
forbidden() {
  got=0
  # shellcheck disable=SC2086  # the checker's options
  timeout 30 ./forbid "$1" "$2" $SEEP "$BIN/lose" 3 >out 2>report </dev/null || got=$?
}

fine() {
  for name; do
    for error in $perm $nosys; do
      forbidden "$name" $error
      [ $got = 3 ] || { cat report; fail "without $name: exit status $got"; }
      expect report "1,337 bytes in 1 blocks are definitely lost" "ERROR SUMMARY: 1 errors"
      reject report "^seep: |forbidden|cannot"
    done
  done
}

# refused NAME ERRNO SENTENCE: nothing is run.
refused() {
  forbidden "$1" "$2"
  [ $got = 125 ] || { cat report; fail "without $1: exit status $got"; }
  expect report "$3"
  [ "$(wc -l <report)" = 1 ] || { cat report; fail "without $1: more than one sentence"; }
}

# What nothing depends on, and what there is another way for.
fine memfd_create rseq ptrace personality close_range
forbidden statx $nosys
[ $got = 3 ] || fail "without statx: exit status $got"
for name in clone3 copy_file_range faccessat2 flock getxattr io_uring_setup madvise mremap perf_event_open prctl \
  process_vm_readv \
  sched_getaffinity setitimer socketpair userfaultfd; do
  forbidden "$name" $perm
  [ $got = 3 ] || { cat report; fail "without $name: exit status $got"; }
  expect report "ERROR SUMMARY: 1 errors"
done

refused statx $perm \
  "^seep: the system call statx is forbidden here \(Operation not permitted\), probably by the seccomp filter"
refused open $nosys "^seep: the system call open is forbidden here \(Function not implemented\).*seccomp=unconfined"
refused pipe $perm "^seep: the system call pipe is forbidden here"
refused clock_gettime $perm "^seep: the system call clock_gettime is forbidden here"
refused executable $perm \
  "^seep: memory that is writable and executable is forbidden here \(Operation not permitted\).*execmem"
refused executable 13 "^seep: memory that is writable and executable is forbidden here \(Permission denied\)"

# Without gdb's FIFOs the program is checked, unless they were asked for.
forbidden mknod $perm
[ $got = 3 ] || fail "without mknod: exit status $got"
expect report \
  "^seep: gdb and seep snapshot cannot reach this program: no files can be made in .* \(Operation not permitted\)" \
  "ERROR SUMMARY: 1 errors"
SEEP="$SEEP --vgdb=yes" refused mknod $perm "^seep: no files can be made in "

# A reporter that cannot answer is not waited for; the record is whole.
SEEP="$SEEP --record=run" forbidden sendmsg $perm
[ $got = 3 ] || { cat report; fail "without sendmsg: exit status $got"; }
expect report "the process cannot be answered: Operation not permitted" "reporter is gone; the program runs on"
checker report run >again 2>&1 || true
expect again "1,337 bytes in 1 blocks are definitely lost"

# A suite does not begin.
SEEP="${SEEP%% *} suite --record=suite.run --" forbidden executable $perm
[ $got = 125 ] || { cat report; fail "seep suite: exit status $got"; }
expect report "^seep suite: memory that is writable and executable is forbidden here"

# The same is said by --version --verbose.
got=0
# shellcheck disable=SC2086
./forbid executable $perm $SEEP --version --verbose >version 2>&1 || got=$?
expect version "memory that is writable and executable is forbidden"
[ $got = 125 ] || fail "--version --verbose: exit status $got"

# What a checked program forbids itself is not forbidden to the checker of what it executes.
for name in pipe open sendmsg mknod executable; do
  status 3 checker --trace-children=yes ./forbid $name $perm "$BIN/lose" 3 >out 2>report
  expect report "1,337 bytes in 1 blocks are definitely lost" "ERROR SUMMARY: 1 errors"
  reject report "^seep: |forbidden|cannot"
done
