# SPDX-License-Identifier: GPL-2.0-or-later
# A signal that makes snapshots looks to the program, and to one that it executes, as without Seep, also where it was
# inherited as ignored.
# uses: native_snapshot_signals_seen.c
# needs: seep
. "$SRC/lib.sh"
program=$BIN/native_snapshot_signals_seen
look() {
  "$program" >wanted
  for checks in all leaks; do
    checker --checks=$checks --leak-check=no --snapshot=SIGUSR2 "$program" >got 2>report ||
      fail "$checks: $(cat report)"
    cmp wanted got || fail "$checks, $1: $(cat got)"
    checker --checks=$checks --leak-check=no --snapshot=SIGUSR2 /bin/sh -c '"$0"; exit 0' "$program" >got 2>report ||
      fail "$checks: $(cat report)"
    cmp wanted got || fail "$checks, $1, executed: $(cat got)"
  done
}
look default
trap '' USR2
look ignored
