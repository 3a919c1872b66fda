# SPDX-License-Identifier: GPL-2.0-or-later
# What does not happen again is said, with how the runs differ.
# needs: seep
# uses: lose_in_ways.c
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"
checker -q --record=run "$BIN/lose_in_ways" drop cycle </dev/null >stdout 2>report

LOSE=no DROPS=3 STATUS=4 status 1 checker explain run >out 2>err
expect out "^[0-9a-f]{16}  the leak did not recur: what was allocated there was freed$" \
  "In the recorded run: leak: 1,337 bytes in 1 block lost, allocated in drop" \
  "3 blocks were allocated there \(in the recorded run 1\), and all of them were freed." \
  "lose_in_ways exited with status 4; in the recorded run it exited with status 0." "in a cycle"
expect err "to try again: seep explain .*/run"

DROPS=0 status 1 checker explain run >out 2>err
expect out "the leak did not recur: nothing was allocated there$" \
  "Nothing was allocated there; in the recorded run it was 1 block."
reject out "exited with"

DROPS=2 status 0 checker explain run >out 2>err
expect out "this time 2 blocks, in the recorded run 1"

# Another format has standard output for itself.
LOSE=no status 1 checker explain --format=json run >out.json 2>err
reject out.json "this time"
expect err "the leak did not recur"

# What a child process has lost, when there is no child.
checker -q --record=fork "$BIN/lose_in_ways" child </dev/null >stdout 2>report
CHILDREN=0 status 1 checker explain fork >out 2>err
expect out "the leak did not recur: it was in a child process, and this time there was none$"
