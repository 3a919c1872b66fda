# SPDX-License-Identifier: GPL-2.0-or-later
# What a child process has lost is explained by running the program that started everything; what was lost in a suite,
# by running that program of it alone.
# needs: seep
# uses: lose_in_ways.c
# limit: 120
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"
checker -q --record=fork "$BIN/lose_in_ways" child </dev/null >stdout 2>report
status 0 checker explain fork >out 2>err
expect err "running .*lose_in_ways child again to explain 1 finding"
expect out "1,337 bytes in 1 block lost"

checker -q --trace-children=yes --record=exec "$BIN/lose_in_ways" exec </dev/null >stdout 2>report
status 0 checker explain exec >out 2>err
expect err "running .*lose_in_ways exec again"
expect out "1,337 bytes in 1 block lost"

# A record alone does not tell who has forked the process.
for record in fork/*.rec; do
  if checker dump "$record" | grep -q 'forked_from=[1-9]'; then child=$record; fi
done
status 2 checker explain "$child" >out 2>err
expect err "finding [0-9a-f]+ is of a forked process, and the record of the program that forked it is not there"

cat >tests.sh <<END
"$BIN/lose_in_ways" keep
"$BIN/lose_in_ways" cycle
"$BIN/lose_in_ways" drop
END
checker suite --record=suite --only='*lose_in_ways*' sh tests.sh </dev/null >stdout 2>report || true
status 0 checker explain suite >out 2>err </dev/null
expect err "running .*lose_in_ways cycle again to explain 1 finding$" \
  "running .*lose_in_ways drop again to explain 1 finding$"
reject err "lose_in_ways keep again"
expect out "1,337 bytes in 1 block lost" "in a cycle"

# Of programs of a suite it is known what they read, and one that read a file is rather run than one that read a pipe.
# What the others have lost is not missed.
printf 'one\ntwo\n' >input
cat >readers.sh <<END
printf 'one\n' | "$BIN/lose_in_ways" read
"$BIN/lose_in_ways" read <input
END
checker suite --record=readers --only='*lose_in_ways*' sh readers.sh </dev/null >stdout 2>report || true
status 0 checker explain readers >out 2>err </dev/null
expect out "10 bytes in 2 blocks lost"
reject out "in the recorded run"
reject err "standard input"

# So it is of a program for which a test of the suite calls valgrind.
command -v valgrind >where || exit 0
printf 'valgrind -q --leak-check=full "%s" read <input\n' "$BIN/lose_in_ways" >calls.sh
checker suite --record=calls sh calls.sh </dev/null >stdout 2>report || true
status 0 checker explain calls >out 2>err </dev/null
expect out "10 bytes in 2 blocks lost"
reject err "standard input"
