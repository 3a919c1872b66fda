# SPDX-License-Identifier: GPL-2.0-or-later
# The record names a cycle by the places its blocks come from, and they are the same in twenty runs that order the
# blocks differently; also when the stacks are cut. The report has its loss records as ever.
# needs: seep python3
# uses: leak_cycle_types.cpp leak_chain.c leak_self.c
# limit: 120
. "$SRC/lib.sh"
cat >check.py <<'END'
import re, sys
stacks, cycles, members, leaders = {}, {}, {}, {}
def number(line, name):
    return int(re.search(rf" {name}=(\d+)", line)[1])
def numbers(line, name):
    return tuple(re.search(rf" {name}=\[([^]]*)\]", line)[1].split())
for line in open(sys.argv[1]):
    kind = line.split()[1]
    if kind == "STACK":
        stacks[number(line, "id")] = numbers(line, "ips")
    if kind == "CYCLE":
        cycles[number(line, "id")] = [int(stack) for stack in numbers(line, "stack_ids")]
    if kind == "LOSS" and number(line, "cycle_id"):
        cycle, stack = number(line, "cycle_id"), number(line, "stack_id")
        assert stack in cycles[cycle], line
        members.setdefault(cycle, []).append(stack)
        if number(line, "kind") == 1:
            leaders[cycle] = leaders.get(cycle, 0) + 1
        else:
            assert number(line, "leader_stack_id") in cycles[cycle], line
    if kind == "LOSS" and number(line, "bytes") == 1337:
        assert number(line, "cycle_id") == 0, line
for cycle, named in cycles.items():
    assert sorted(members[cycle]) == named and leaders[cycle] == 1, sys.argv[1]
for named in sorted(sorted(stacks[stack] for stack in named) for named in cycles.values()):
    print(named)
END

for run in $(seq 20); do
  checker -q --record="cycle$run" "$BIN/leak_cycle_types" "$run" "$run" >stdout 2>"report$run" || true
  checker dump "cycle$run"/*.rec >dump.txt
  python3 check.py dump.txt >"places$run"
done
status 2 sh -c 'exit $(wc -l <places1)'
status 2 sh -c 'exit $(cat places* | sort -u | wc -l)'
leaders() { sed -n '/LOSS .* kind=1 /s/.* bytes=\([0-9]*\) .*/\1/p' "$@"; }
for run in $(seq 20); do checker dump "cycle$run"/*.rec; done | leaders | sort -u >sizes
if [ "$(wc -l <sizes)" -lt 4 ]; then fail "always the same leaders"; fi
expect report1 "are definitely lost in loss record 6 of 6"

checker -q --leak-resolution=low --num-callers=12 --record=low "$BIN/leak_cycle_types" 1 1 >stdout 2>report
checker dump low/*.rec >dump.txt
python3 check.py dump.txt >places
status 2 sh -c 'exit $(wc -l <places)'

for program in leak_chain leak_self; do
  checker -q --record="$program.run" "$BIN/$program" >stdout 2>report || true
  checker dump "$program.run"/*.rec >dump.txt
  if grep -q " CYCLE " dump.txt; then fail "a cycle in $program"; fi
done
