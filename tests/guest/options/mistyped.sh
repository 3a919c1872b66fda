# SPDX-License-Identifier: GPL-2.0-or-later
# What was mistyped is answered with what was probably meant: a subcommand, its options, a program in this folder. What
# is like nothing is answered with where to look.
# needs: seep
# uses: lose.c
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"
unset SEEP_OPTS

refused() {
  expected=$1 pattern=$2
  shift 2
  status "$expected" checker "$@" 2>said
  expect said "$pattern"
}

refused 127 "^seep: reprot: command not found; did you mean seep report\?$" reprot
refused 127 "^seep: nothinglikethis: command not found$" nothinglikethis
cp "$BIN/lose" kv_test
mkdir build
refused 127 "^seep: kv_test: command not found; did you mean ./kv_test\?$" kv_test
refused 127 "^seep: build: command not found; ./build is a directory, name a program in it$" build
refused 2 "did you mean --definitely-lost\?$" gate --definitly-lost=0
refused 2 "did you mean --baseline\?$" gate --basleine=x
refused 2 "did you mean --format\?$" report --formt=json
refused 2 "did you mean --limit\?$" heap --limt=3
refused 2 "did you mean --input\?$" explain --inptu=x
refused 2 "did you mean --show-leak-kinds\?$" report --show-leak-kind=all
refused 2 "see seep report --help, and seep --help-all for the options of runs$" report --nothinglikethis
refused 2 "expected no name; seep report x shows that run$" list x
refused 125 "did you mean --only\?$" suite --onyl=x true

# What a newcomer may also type, and what helps.
touch prog.c
refused 127 "./prog.c is not executable, name the program that was built of it$" prog.c
refused 126 "^seep: ./prog.c: Permission denied$" ./prog.c
refused 127 "^seep: ./missing: No such file or directory$" ./missing
refused 125 "no program specified; see seep --help$" --
refused 125 "unknown option --suppresions=x; did you mean --suppressions\?$" --suppresions=x ./kv_test
refused 125 "x: cannot be opened: No such file or directory$" --suppressions=x ./kv_test
refused 125 "expected --leak-check=no|summary|full$" --leak-check ./kv_test
refused 125 "expected one of no|summary|full$" --leak-check=ful ./kv_test
kinds="definite,indirect,possible,reachable, all or none"
refused 125 "unknown word \"al\"; expected $kinds$" --show-leak-kinds=al ./kv_test
refused 125 "expected --record=DIR|no$" --record ./kv_test
refused 125 "expected one of people|memcheck$" --style=memchek ./kv_test
refused 125 "expected one of auto|always|never$" --color=yes ./kv_test
refused 125 "expected one of all|leaks$" --checks=leak ./kv_test
refused 125 "expected a number from" --error-exitcode=x ./kv_test
refused 125 "expected exit, peak, the name of a signal" --snapshot=x ./kv_test
refused 2 "no run nothing: there is no such file or directory, nor a saved run of this name" report nothing
refused 2 "not a Seep record" report ./kv_test
refused 2 "^seep report: command line: --format: a value is missing, --format=...$" report --format
refused 2 "unknown format; did you mean --format=html\?$" report --format=htm
refused 2 "unknown format; expected one of text, people, gnu, html" report --format=pdf
refused 2 "expected a file name after the colon$" report --format=html:
refused 2 "^seep report: command line: --own-only=yes: --own-only takes no value$" report --own-only=yes
refused 2 "^seep gate: command line: --errors: a value is missing, --errors=...$" gate --errors
refused 2 "expected a whole number" gate --errors=x
refused 2 "expected two runs, or runs before and after \"--\"$" diff
refused 2 "wy: neither a run nor a question; did you mean seep heap why\?$" heap wy
refused 2 "an argument is missing; usage: seep heap \[RUN\] why WHAT$" heap why
refused 2 "usage: seep heap \[RUN\] export FORMAT \[FILE\]$" heap export
refused 2 "no program called nothing runs under Seep" snapshot nothing
refused 2 "which process\? give its process id" attach
refused 2 "expected show, verify, clear" cache x
refused 2 "--audit needs a suppression file$" suppress --audit
refused 125 "no command; see seep suite --help$" suite
refused 125 "no program specified" --fail-alloc=each
checker heap --help >help
expect help "massif-visualizer"
checker snapshot --help >help
expect help "lists the programs that run under Seep"

checker help >help
checker --help >asked
cmp -s help asked || fail "seep help is not seep --help"
checker help gate >help
checker gate --help >asked
cmp -s help asked || fail "seep help gate is not seep gate --help"

# A line for each saved run, the newest first; a program that did not finish has no "no leaks", nor what was not looked
# for "no errors".
[ "$(checker list)" = "no run is saved" ] || fail "there is something in the list: $(checker list)"
checker "$BIN/lose" 2>report || true
checker --checks=leaks "$BIN/lose" 2>report || true
checker /bin/true 2>report
checker --leak-check=no "$BIN/lose" 2>report || true
checker list >list
[ "$(wc -l <list)" = 4 ] || fail "not one line for each run: $(cat list)"
sed -n 1p list >line
expect line "lose: incomplete: ."
reject line "no leaks"
sed -n 2p list >line
expect line "^[-0-9]+-true +[0-9]+-[0-9]+-[0-9]+ [0-9:]+ +/bin/true: no errors, no leaks$"
sed -n 3p list >line
expect line "lose: 1,337 bytes lost in 1 place, errors were not looked for"
sed -n 4p list >line
expect line "lose: no errors, 1,337 bytes lost in 1 place$"
checker --fail-alloc=nosuch "$BIN/lose" 2>report || true
checker list | sed 1q >line
expect line "lose: .*, incomplete: no allocation failed: none was made where --fail-alloc=nosuch says$"

# A folder of runs is no run, but the runs in it are named.
status 2 checker report "$XDG_STATE_HOME/seep/runs" 2>said
expect said "name a run in it: .*-lose, .*-lose, "
