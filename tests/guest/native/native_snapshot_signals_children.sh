# SPDX-License-Identifier: GPL-2.0-or-later
# --checks=leaks --snapshot=SIGNAL: a signal that was ignored when the program began makes snapshots, and is ignored by
# what the program executes; one that comes while the checker is at work is not lost; a child in the memory of the
# program is ended by it. A program that runs already cannot have such snapshots.
# uses: native_snapshot_signals_children.c
# needs: seep
. "$SRC/lib.sh"
seep=${SEEP%% *}
taken() { "$seep" dump "$1" | grep -ac " SNAPSHOT .* problem=\"\""; }

for how in exec spawn; do
  (
    trap '' USR2
    exec $SEEP --record="$how" --checks=leaks --leak-check=no --snapshot=SIGUSR2 \
      "$BIN/native_snapshot_signals_children" $how >out 2>err
  )
  expect out "ignored: 1" "what it executes ignores it"
  expect err "Snapshot 1 \(signal\)"
  reject err "Snapshot 2"
done

checker --record=vfork --checks=leaks --leak-check=no --snapshot=SIGUSR2 \
  "$BIN/native_snapshot_signals_children" vfork >out 2>err
expect out "child: signal 12"

# Signals that come while blocks are made and freed, by all threads.
checker --record=often --checks=leaks --snapshot=SIGUSR2 "$BIN/native_snapshot_signals_children" often >out 2>err
expect out "101 signals, 101 handled, 0 wrong"
[ "$(taken often)" -eq 101 ] || fail "$(taken often) snapshots of 101"
"$seep" heap often --at=7 why keep >out
expect out "held by global kept"

status 2 "$seep" attach $$ --snapshot=SIGUSR2 2>err
expect err "--snapshot=SIGUSR2 has to be given when a program starts"
