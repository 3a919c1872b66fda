# SPDX-License-Identifier: GPL-2.0-or-later
# seep attach comes to programs that have reached limits: it says so, or watches them as far as that goes, and they go
# on.
# uses: native_attached_limits.c
# needs: seep
. "$SRC/lib.sh"
seep=${SEEP%% *}
ready() { grep -q ready out 2>/dev/null; }
begin() {
  rm -f out over
  "$BIN/native_attached_limits" "$1" >out 2>errors &
  pid=$!
  wait_for ready
}
finish() {
  touch over
  wait "$pid" || fail "$1: the program ended with $?: $(cat errors err)"
  expect out "^0 wrong"
  test ! -s errors || fail "$1: $(cat errors)"
}
for mebibytes in 0 2 5 9 10 11 12 13 14 16 20 24 32 48; do
  begin $mebibytes
  "$seep" attach "$pid" --record=no --for=0.1 >told 2>err || [ $? = 2 ] || fail "$mebibytes MiB: $(cat err)"
  finish "$mebibytes MiB"
done
begin 0
status 2 "$seep" attach "$pid" --record=no 2>err
finish "none"
expect err "process $pid has no room for the calls that Seep has it make"
begin descriptors
status 2 "$seep" attach "$pid" --record=no 2>err
finish "descriptors"
expect err "process $pid cannot be watched: its loader says: .*[Tt]oo many open files"
