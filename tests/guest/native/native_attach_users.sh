# SPDX-License-Identifier: GPL-2.0-or-later
# seep attach, and programs of other users, in other namespaces, and with other rights: it comes to them, or says what
# to do instead, and they go on.
# uses: native_attached.c
# needs: root seep unshare setpriv
. "$SRC/lib.sh"
seep=${SEEP%% *}
name=other$$
nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
cp "$BIN/native_attached" "$name"
chmod 777 .
$nobody test -x "$PWD/$name" -a -x "$seep" || skip "another user cannot get at the build directory"
unshare -Ur -m -n -p -f true || skip "there are no namespaces here"

# try STATUS TEXT RIGHTS_OF_PROGRAM RIGHTS_OF_SEEP: how the attach ends, and what it says.
try() {
  rm -f out over attached err
  $3 "./$name" wait >out 2>errors &
  starter=$!
  wait_for grep -q ready out
  pid=$(pgrep -x "$name") || fail "$3: it does not run"
  ended=0
  $4 "$seep" attach "$pid" --record=no --for=0 2>err || ended=$?
  touch attached over
  status 3 wait "$starter"
  [ "$ended" = "$1" ] || fail "program: $3, seep: $4: status $ended: $(cat err)"
  grep -q -e "$2" err || fail "program: $3, seep: $4: $(cat err)"
  expect out "^0 wrong"
  test ! -s errors || fail "$3: $(cat errors)"
}
there="is in a container, or in another root; run seep attach there"
try 2 "belongs to another user (id 65534); run seep attach as that user" "$nobody" ""
try 2 "it belongs to another user (id 0), so run seep attach as that user" "" "$nobody"
try 2 "permission denied; .*add CAP_SYS_PTRACE" "" "unshare -Ur"
try 2 "permission denied; .*add CAP_SYS_PTRACE" "" "setpriv --bounding-set -sys_ptrace --inh-caps -all"
for space in -m -n -pf "-Urpf --mount-proc"; do
  try 2 "$there" "unshare $space" ""
done
for space in -U -Ur -i -u; do
  try 0 "^seep: attached to process" "unshare $space" ""
done
try 0 "^seep: attached to process" "$nobody" "$nobody"
try 0 "^seep: attached to process" "setpriv --no-new-privs --bounding-set -all --inh-caps -all" ""

# All of it in a container of its own.
rm -f out over attached err
export program="./$name" seep
# shellcheck disable=SC2016
unshare -Urpf --mount-proc sh -c '
  "$program" wait >out 2>errors &
  until grep -q ready out; do sleep 0.1; done
  "$seep" attach $! --record=no --for=0 2>err; echo "status $?" >told
  touch attached over
  wait'
expect told "status 0"
expect out "^0 wrong"
