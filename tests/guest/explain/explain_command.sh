# SPDX-License-Identifier: GPL-2.0-or-later
# A run is run again with the blocks of its findings followed: all that is definitely lost, or what is named. The
# program gets the arguments, the directory and the input that it had; what it prints goes to standard error.
# needs: seep
# uses: lose_in_ways.c
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"
mkdir where
printf 'one\ntwo\n' >where/input
(cd where && checker -q "$BIN/lose_in_ways" drop read inside keep <input) >stdout 2>report
expect report "1,337 bytes" "10 bytes"
checker report --format=text --show-leak-kinds=all >all
run=$(ls state/seep/runs)

id() { sed -n "s/^\([0-9a-f]*\)  .*$1.*/\1/p" all; }

# What is definitely lost.
status 0 checker explain >out 2>err </dev/null
expect err "running .*/lose_in_ways drop read inside keep again to explain 2 findings" "output of the program"
expect out "$(id '1,337 bytes')  leak: " "$(id '10 bytes in 2 blocks')  leak: " "drop \(lose_in_ways.c"
reject out "point_inside" "keep" "output of the program"
checker dump "$(ls state/seep/runs | tail -n 1)" >dump
expect dump " START .*\"--explain=[0-9a-f]{16},[0-9a-f]{16}\"" " QUERY question=10 "
expect err "to show the explained run again: seep report [0-9]+-[0-9]+-[0-9]+-lose_in_ways"

# That one is no newer run for whoever names none.
checker report --format=text --show-leak-kinds=all >again
cmp all again || fail "the newest run is another one"
checker report --format=text "$(ls state/seep/runs | tail -n 1)" >explained
expect explained "drop \(lose_in_ways.c"

# One by the beginning of its identity, and others when they are named.
short=$(id '1,337 bytes' | cut -c1-8)
status 0 checker explain "$short" "$run" >out 2>err
expect err "explain 1 finding"
expect out "1,337 bytes in 1 block lost"
reject out "2 blocks lost"
status 0 checker explain "$run" "$(id '100 bytes')" "$(id '200 bytes')" >out 2>err
expect out "possibly lost: 100 bytes|100 bytes.*possibly" "200 bytes"

# In another format, and into a run of one's own.
status 0 checker explain --record=mine --format=json "$run" >out.json 2>err
expect out.json "\"id\": ?\"$(id '1,337 bytes')\""
checker report mine >again
expect again "1,337 bytes"
