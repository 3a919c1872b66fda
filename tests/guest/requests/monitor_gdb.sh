# SPDX-License-Identifier: GPL-2.0-or-later
# gdb: monitor commands, a watchpoint, the validity bits of registers, and memory that cannot be accessed.
# needs: gdb vgdb
# uses: monitor_gdb_guest.c
. "$SRC/lib.sh"
checker --vgdb=full --vgdb-error=0 --vgdb-prefix="$WORK/pipe" --vgdb-shadow-registers=yes "$BIN/monitor_gdb_guest" \
  >stdout 2>report &
child=$!
debug "$BIN/monitor_gdb_guest" <<'END'
break stop_here
continue
up
monitor leak_check full reachable any
printf "rax is %#lx of %#lx\n", $raxs1, $rax
find closed, +16, 1
watch watched
continue
print watched
delete
continue
END
status 7 wait $child
expect gdb.out "Breakpoint 1, stop_here" "77 bytes in 1 blocks are still reachable" "rax is 0xff of 0x0*5" \
  "Unable to access" "Hardware watchpoint 2: watched" "Old value = 1" "New value = 2" "exited with code 07"
expect report "ERROR SUMMARY: 0 errors"
