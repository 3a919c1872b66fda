# SPDX-License-Identifier: GPL-2.0-or-later
# vgdb asks a program that runs; the answers are vgdb's and are not in the log.
# needs: vgdb
# uses: lose_and_wait.c
. "$SRC/lib.sh"
checker --vgdb-prefix="$WORK/pipe" "$BIN/lose_and_wait" >stdout 2>report &
child=$!
wait_for grep -q ready stdout
pid=$(sed 's/ready //' stdout)
ask() {
  timeout 30 vgdb --vgdb-prefix="$WORK/pipe" --pid="$pid" "$@" >answer 2>/dev/null || fail "vgdb $*: $?"
}
ask leak_check full kinds definite any
expect answer "1,337 bytes in 1 blocks are definitely lost in loss record" "by lose \(lose_and_wait.c" "LEAK SUMMARY:"
vgdb --vgdb-prefix="$WORK/pipe" -l 2>&1 | grep -q "pid=$pid for .*/lose_and_wait" ||
  fail "vgdb -l does not name the program"
number=$(sed -n 's/.*loss record \([0-9]*\) of.*/\1/p' answer)
ask block_list "$number"
expect answer "1,337 bytes in 1 blocks are definitely lost" "0x[0-9A-F]+\[1337\]"
block=$(sed -n 's/.*\(0x[0-9A-F]*\)\[1337\].*/\1/p' answer)
ask get_vbits "$block" 4
expect answer "^ffffffff$"
ask make_memory defined "$block" 2
ask xb "$block" 4
expect answer "00.*00.*ff.*ff" "^$block:.*0x"
ask check_memory addressable "$block" 1338
expect answer "len 1338 not addressable" "is 0 bytes inside a block of size 1,337 alloc'd" "by lose \(lose_and_wait.c"
ask v.info location "$block"
expect answer "is 0 bytes inside a block of size 1,337 alloc'd"
ask v.info all_errors
expect answer "ERROR SUMMARY: 2 errors from 2 contexts"
ask v.info scheduler
expect answer "Thread 1: status = VgTs_WaitSys" "by .*main \(lose_and_wait.c"
printf '{\n  lost\n  Memcheck:Leak\n  ...\n  fun:lose\n}\n' >lose.supp
ask "v.clo --suppressions=lose.supp --num-callers=1 --show-leak-kinds=nonsense"
expect answer "Handling new value --suppressions=lose.supp for option --suppressions" \
  "Cannot change --num-callers option" \
  "Bad option: --show-leak-kinds=nonsense"
ask leak_check full any
expect answer "suppressed: 1,337 bytes in 1 blocks"
ask v.set log_output
ask leak_check summary any
reject answer "LEAK SUMMARY"
: >go
status 3 wait $child
grep -q "went on" stdout || fail "the program did not go on"
[ "$(grep -c "LEAK SUMMARY" report)" = 3 ] || fail "not as many leak checks in the log as belong there"
reject report "unaddressable|not addressable|\[1337\]|VgTs"
