# SPDX-License-Identifier: GPL-2.0-or-later
# What the core prints past its messages is in the log too.
# needs: seep
# uses: asm_unknown.c
. "$SRC/lib.sh"
checker --log-file=log "$BIN/asm_unknown" 2>stderr || true
expect log "vex amd64->IR: unhandled instruction bytes"
reject stderr "vex|unhandled"

cat > status.c <<'C'
#include <valgrind/valgrind.h>
int main(void)
{
  return (int)VALGRIND_MONITOR_COMMAND("v.info scheduler");
}
C
cc -g -o status status.c
status 0 checker --log-file=status.log ./status 2>stderr
expect status.log "sched status:" "running_tid="
[ ! -s stderr ] || { cat stderr; fail "standard error is not empty"; }
