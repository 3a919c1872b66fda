# SPDX-License-Identifier: GPL-2.0-or-later
# A record that has monitor commands in it makes the same report again.
# needs: seep vgdb
# uses: lose_and_wait.c
. "$SRC/lib.sh"
checker --record=run --vgdb-prefix="$WORK/pipe" "$BIN/lose_and_wait" >stdout 2>report &
child=$!
wait_for grep -q ready stdout
pid=$(sed 's/ready //' stdout)
for command in "leak_check full reachable any" "block_list 1..9" "check_memory defined 0x1000" "v.info last_error"; do
  timeout 30 vgdb --vgdb-prefix="$WORK/pipe" --pid="$pid" $command >answer 2>/dev/null
  [ -s answer ] || fail "no answer to $command"
done
: >go
status 3 wait $child
status 0 checker report run >again
expect again "1,337 bytes in 1 blocks are definitely lost"
reject again "not addressable|errors in context"
grep -v -e "seep report" -e "seep gate" report >first
grep -v -e "seep report" -e "seep gate" again >second
cmp first second || fail "the report made from the record differs"
