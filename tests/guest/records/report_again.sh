# SPDX-License-Identifier: GPL-2.0-or-later
# `seep report` prints a run again as it was printed live, and with other suppressions and options when asked.
# needs: seep
# uses: lose_many.c
. "$SRC/lib.sh"

same_report() {
  plain live >live.plain
  plain again >again.plain
  cmp live.plain again.plain || { diff live.plain again.plain | head -40; fail "not the same report"; }
}

checker --record=run "$BIN/lose_many" 60 >stdout 2>live
checker report run >again
same_report
expect again "To show them again: +seep report $PWD/run$"
# Runs that nobody asked for by name are kept under one. Where they lie does not matter to the hints.
checker "$BIN/lose_many" 3 >stdout 2>live
checker report >again
same_report
expect again 'To show them again: +seep report [0-9]+-[0-9]+-[0-9]+-lose_many$'
# Options that edit another one are in the record as well.
checker --record=all --show-reachable=yes "$BIN/lose_many" 3 >stdout 2>live
checker report all >again
same_report
checker --record=sure --show-possibly-lost=no "$BIN/lose_many" 3 >stdout 2>live
checker report sure >again
same_report
cat >all.supp <<'SUPPRESSIONS'
{
  all losses
  Memcheck:Leak
  fun:malloc
}
SUPPRESSIONS
checker report --suppressions=all.supp run >less
reject less "are definitely lost"
expect less "Invalid free" "suppressed: 80,220 bytes in 60 blocks"
checker report --show-leak-kinds=none run >none
reject none "are definitely lost in"
checker dump run >dump
[ "$(wc -l <dump)" -gt 60 ] || fail "a dump of $(wc -l <dump) lines"
status 2 checker report no-such-run >none 2>message
expect message "no-such-run"
