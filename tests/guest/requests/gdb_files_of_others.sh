# SPDX-License-Identifier: GPL-2.0-or-later
# The files by which gdb reaches a process have its number in their names. Where another user has such files, as in
# another namespace of processes that shares the folder, the program runs all the same.
# needs: seep root unshare runuser
. "$SRC/lib.sh"
mkdir -m 1777 shared || fail "no folder"
for number in $(seq 1 40); do
  for kind in from-vgdb-to to-vgdb-from shared-mem-vgdb; do
    for user in nobody '???'; do touch "shared/vgdb-pipe-$kind-$number-by-$user-on-here"; done
  done
done
chmod 0600 shared/*
chmod go+x . .. 2>/dev/null
HOST=here LOGNAME=nobody USER=nobody unshare --pid --fork --mount-proc runuser -p -u nobody -- \
  $SEEP -q --record=no --vgdb-prefix="$PWD/shared/vgdb-pipe" /bin/echo 1337 >out 2>err
test "$(cat out)" = 1337 || fail "did not run: $(cat out err)"
