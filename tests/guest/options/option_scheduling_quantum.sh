# SPDX-License-Identifier: GPL-2.0-or-later
# --scheduling-quantum: how many blocks of code a thread runs before others may.
# needs: seep
# uses: heap_allocation_functions.c
. "$SRC/lib.sh"
turns() {
  checker -q --trace-sched=yes --scheduling-quantum="$1" "$BIN/heap_allocation_functions" 2>&1 >stdout |
    grep -c "releasing lock .*timeslice" || true
}
often=$(turns 100)
seldom=$(turns 100000)
[ "$often" -gt 50 ] && [ "$seldom" -lt 5 ] || fail "turns: $often of 100 blocks, $seldom of 100000"
