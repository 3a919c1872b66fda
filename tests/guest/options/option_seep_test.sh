# SPDX-License-Identifier: GPL-2.0-or-later
# SEEP_TEST names the test without a suite too, where a runner calls Seep for each test, and for what the program
# starts.
# needs: seep
# uses: lose.c
. "$SRC/lib.sh"
SEEP_TEST='//pkg:first test' checker -q --record=run "$BIN/lose" 2>report
SEEP_TEST=second checker -q --record=run --trace-children=yes sh -c "$BIN/lose" 2>report
SEEP_TEST='' checker -q --record=run "$BIN/lose" 2>report
status 1 checker gate run >gate.out
expect gate.out "hit by //pkg:first test, .*lose.*, second|hit by //pkg:first test, lose, second"
checker report run --format=junit >junit.xml
expect junit.xml 'testcase name="//pkg:first test"' 'testcase name="second"'
long=$(printf '%0600d' 7)
SEEP_TEST=$long checker -q --record=long "$BIN/lose" 2>report
checker gate long >gate.out || true
expect gate.out "hit by 0{511}$"
