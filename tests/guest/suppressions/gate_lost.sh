# SPDX-License-Identifier: GPL-2.0-or-later
# A child that cannot write its record is missed: the gate fails although no record has an error.
# needs: seep root
# uses: fork_children_that_lose.c lose.c exec_itself.c
. "$SRC/lib.sh"
run_away() {
  rm -rf run
  checker --record=run "$BIN/fork_children_that_lose" "$@" 2>report
}
gate() {
  checker gate run --errors=0 --definitely-lost=0 "$@" >gate.out 2>&1
}
mkdir root
chmod 755 .
run_away user
expect report "1,337 bytes in 1 blocks are definitely lost" "cannot write the record"
status 1 gate
expect gate.out "no record of a child process or of an executed program: 1 process " \
  "its child process [0-9]+ left no record"
status 0 gate --allow=lost-process
checker report --format=sarif run | grep -q '"descriptor":{"id":"lost-process"}' || fail "nothing of it in SARIF"

# Nobody is missed who has a record, in another root, too.
for how in plain daemon namespace "root root" "many 200"; do
  # shellcheck disable=SC2086
  run_away $how
  gate --allow=nothing && fail "an unknown kind was allowed"
  status 0 gate --errors=200 --definitely-lost=1M
done
# Any but that of the first process; numbers of processes may start anew.
for record in run/*.rec; do
  checker dump "$record" | grep -q "START .*generation=0 " || break
done
truncate -s 16 "$record"
status 1 gate --errors=200 --definitely-lost=1M
expect gate.out "no record of a child process or of an executed program: 1 process "
mv "$record" cut
status 1 gate --errors=200 --definitely-lost=1M
expect gate.out "no record of a child process or of an executed program: 1 process "

# One that nobody has forked is not to be explained.
cp cut run/p4194999.rec
status 2 gate --errors=200 --definitely-lost=1M
expect gate.out "the record is incomplete: a process was killed before it could be identified"

# A child may be killed before it has a record, and is then as bad as one whose record is cut short.
run_away kill 30
status 1 gate --errors=200 --definitely-lost=1M
status 0 gate --errors=200 --definitely-lost=1M --allow=unfinished,lost-process

# What --trace-children-skip leaves out is not missed.
rm -rf run
checker --record=run --trace-children=yes "--trace-children-skip-by-arg=sec*" "$BIN/exec_itself" >stdout 2>report
status 1 gate
expect gate.out "no process was checked"
reject gate.out "no record of a child process"
