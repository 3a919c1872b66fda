# SPDX-License-Identifier: GPL-2.0-or-later
# seep cost: the same counts each time, compared, written for others; what happens to processes; what is refused.
# uses: cost_work.c lose.c
# needs: seep
. "$SRC/lib.sh"
unset SEEP_OPTS
# A name that all runs have: the length of the environment and of names is part of what is counted.
count() {
  rm -rf counted
  status "${wanted_status:-0}" checker cost -q --record=counted "$BIN/cost_work" "$@" >out 2>err
  checker report --format=cachegrind:counted.cg counted
}
# Of the program, and of one_round().
total() { sed -n 's/^summary: //p' counted.cg; }
in_rounds() {
  awk '/^fn=/ { is_it = $0 == "fn=one_round" } is_it && /^[0-9]/ { sum += $2 } END { print sum + 0 }' counted.cg
}

count 1337
first=$(total) once=$(in_rounds)
[ "$once" -gt 1337 ] || fail "one_round() has $once instructions"
mv counted before
count 1337
[ "$(total)" = "$first" ] || fail "$(total) instructions, $first before"
checker cost diff before counted >diff
expect diff "instructions: no more and no fewer"
count 2674
[ "$(in_rounds)" = $((2 * once)) ] || fail "$(in_rounds) instructions, not twice $once"
checker cost diff before counted >diff
expect diff "\+.* one_round in cost_work" "more, of which .* in "
checker cost diff --threshold=99 before counted >diff
reject diff "one_round in cost_work"
checker report --quiet=no counted >screen 2>&1
expect screen "instructions +function" "one_round" "^seep: [0-9,]+ instructions"

count 1337 fork
[ "$(in_rounds)" = "$once" ] || fail "a child's rounds are $(in_rounds), not $once"
count 1337 exec
[ "$(in_rounds)" = "$once" ] || fail "before exec: $(in_rounds), not $once"
wanted_status=137 count 1337 kill
[ "$(in_rounds)" = "$once" ] || fail "killed: $(in_rounds), not $once"
checker cost --help >help
expect help "usage: seep cost"

checker -q --record=checked "$BIN/lose" >out 2>err || true
status 2 checker cost diff before checked >out 2>err
expect err "checked: nothing was counted in this run; make one with seep cost PROGRAM"
status 2 checker cost diff before >out 2>err
expect err "two runs are needed"
status 2 checker cost diff --threshold=many before before >out 2>err
expect err "many: not a percentage from 0 to 100"
status 1 checker gate before >out 2>err
expect out "not searched for leaks"
