# SPDX-License-Identifier: GPL-2.0-or-later
# seep gdb: a breakpoint, the commands of Seep and of newer cores, the program's input and status, its report whether it
# ends or gdb quits before, and what is said if gdb cannot be started.
# needs: seep gdb vgdb
# uses: gdb_command_guest.c
. "$SRC/lib.sh"

# debug_by: gdb's commands are standard input, the program's input is descriptor 4; all output is in `out`.
debug_by() {
  cat >commands
  checker gdb --gdb-option=-nx --gdb-option=-batch --gdb-option=-x --gdb-option=commands \
    --vgdb-prefix="$WORK/pipe" "$BIN/gdb_command_guest" <&4 >out 2>&1
}

printf 'one\ntwo\n' >input
exec 4<input
status 7 debug_by <<'END'
set debuginfod enabled off
break stop_here
continue
print line
monitor leak_check full any
if !$_isvoid($valgrind_monitor_loaded)
  memcheck leak_check summary
end
continue
END
expect out "Breakpoint 1, stop_here" '= .*"one.n"' "1,337 bytes in 1 blocks are definitely lost in loss record" \
  "^then two" "exited with code 07" "^ERROR SUMMARY:"
core=$(readlink -f "$(dirname "${SEEP%% *}")/libexec/seep/vgpreload_core-amd64-linux.so")
if [ -e "$(dirname "$core")/valgrind-monitor.py" ]; then
  expect out "^Loaded .*valgrind-monitor.py" "LEAK SUMMARY"
  reject out "auto-loading has been declined" "Undefined command"
fi
rm -f out

# gdb quits while the program waits for input that never comes.
mkfifo endless
exec 4<>endless
echo one >&4
status 0 debug_by <<'END'
break stop_here
continue
END
expect out "Breakpoint 1, stop_here" "\(SIGTERM\)" "1,337 bytes in 1 blocks are definitely lost in loss record"
reject out "^then"
rm -f out

# gdb quits at once.
status 0 debug_by </dev/null
expect out "\(SIGTERM\)" "^HEAP SUMMARY"

# What cannot be started.
(
  PATH=$WORK
  status 127 checker gdb "$BIN/gdb_command_guest" >missing 2>&1
)
expect missing "^seep gdb: gdb is not installed"
status 127 checker gdb ./nothing >missing 2>&1
expect missing "^seep gdb: ./nothing: No such file"
status 125 checker gdb >missing 2>&1
expect missing "no program specified"
status 125 checker gdb --leak-chek=full "$BIN/gdb_command_guest" >missing 2>&1
expect missing "leak-chek"
reject missing "target remote|vgdb"
