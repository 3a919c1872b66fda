# SPDX-License-Identifier: GPL-2.0-or-later
# --vgdb-error: the program waits for gdb at its first error, and goes on when gdb lets it.
# needs: gdb vgdb
# uses: lose_and_wait.c
. "$SRC/lib.sh"
: >go
checker --vgdb-error=1 --vgdb-prefix="$WORK/pipe" "$BIN/lose_and_wait" >stdout 2>report &
child=$!
debug "$BIN/lose_and_wait" <<'END'
monitor v.info last_error
monitor v.set vgdb-error 9999
backtrace
continue
END
status 3 wait $child
expect gdb.out "Invalid free\(\)" "lose \(\) at .*lose_and_wait.c" "exited with code 03"
expect report "Invalid free\(\)" "Continuing \.\.\."
