# SPDX-License-Identifier: GPL-2.0-or-later
# `seep report` prints a run again as it was printed live, and with other suppressions and options when asked.
# needs: seep
# uses: lose_many.c
. "$SRC/lib.sh"
checker --record=run "$BIN/lose_many" 60 >stdout 2>live
checker report run >again
plain live | sed '/^To .*: *seep /d' >live.plain
plain again | sed '/^To .*: *seep /d' >again.plain
cmp live.plain again.plain || { diff live.plain again.plain | head -40; fail "not the same report"; }
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
