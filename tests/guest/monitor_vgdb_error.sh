# SPDX-License-Identifier: GPL-2.0-or-later
# --vgdb-error: the program waits for gdb at its first error, and goes on when gdb lets it.
# needs: gdb vgdb
# uses: lose_and_wait.c
. "$SRC/lib.sh"
: >go
checker --vgdb-error=1 --vgdb-prefix="$WORK/pipe" "$BIN/lose_and_wait" >stdout 2>report &
child=$!
wait_for grep -q "vgdb me" report
pid=$(sed -n 's/^==\([0-9]*\)==.*vgdb me.*/\1/p' report)
cat >commands <<END
set confirm off
set debuginfod enabled off
target remote | vgdb --vgdb-prefix=$WORK/pipe --pid=$pid
monitor v.info last_error
monitor v.set vgdb-error 9999
backtrace
continue
END
timeout 60 gdb -nx -batch -x commands "$BIN/lose_and_wait" >gdb.out 2>&1 || { cat gdb.out; fail "gdb: $?"; }
status 3 wait $child
expect gdb.out "Invalid free\(\)" "lose \(\) at .*lose_and_wait.c" "exited with code 03"
expect report "Invalid free\(\)" "Continuing \.\.\."
