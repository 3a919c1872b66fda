# SPDX-License-Identifier: GPL-2.0-or-later
# A program that may write no files any more ends as natively, as do those that it executes, which then run unchecked;
# also if it has forbidden itself system calls, and where its checker's messages go to a file.
# needs: seep prlimit
# uses: lose.c seccomp_exec.c
. "$SRC/lib.sh"
status 3 checker --trace-children=yes prlimit --fsize=0 "$BIN/lose" 3 2>err
{ checker --trace-children=yes prlimit --fsize=0 "$BIN/lose" 3 2>&1 || echo "status $?"; } | cat >err
expect err "^status 3" "child process [0-9]+ runs unchecked: the limit of 0 bytes for files is too low"
cat >limits.c <<'C'
#include "seccomp.h"
#include <fcntl.h>
#include <sys/resource.h>
int main(int count, char **arguments)
{
  char text[4096];
  const int file = open("/dev/null", O_WRONLY);
  if (setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, 0}) != 0 || set_filter(SYS_getsid, SECCOMP_RET_ERRNO | 17, 0) != 0)
    return 77;
  const int limits = open("/proc/self/limits", O_RDONLY);
  if (read(limits, text, sizeof text) <= 0 || write(file, text, sizeof text) != sizeof text ||
      getsid(0) != -1 || errno != 17)
    return 2;
  execl(arguments[1], arguments[1], arguments[2], NULL);
  return 3;
}
C
cc -w -I"$SRC" -o limits limits.c
for program in "$BIN/seccomp_exec" "$BIN/seccomp_exec.static"; do
  for traced in yes no; do
    status 0 checker --trace-children=$traced ./limits "$program" f 2>err
  done
done
