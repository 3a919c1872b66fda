# SPDX-License-Identifier: GPL-2.0-or-later
# --style reaches traced children: each process has a verdict, and the lines of others than the first say whose they
# are. Options files and the environment may set it; what goes to a file is Memcheck's text unless it is set.
# needs: seep
# uses: style_people.c
. "$SRC/lib.sh"

cat >run.sh <<EOF
$BIN/style_people
exit 0
EOF
status 0 checker --style=people --trace-children=yes /bin/sh run.sh 2>report
grep -q '^seep: process [0-9]* (.*style_people).*:$' report || fail "no line says whose the findings are: $(cat report)"
grep -q '^seep: 1 use after free, 1 double free, 1,337 bytes lost in 1 place$' report || fail "no verdict of the child"
[ "$(grep -c '^error: use after free' report)" = 1 ] || fail "the finding is not there once"

SEEP_OPTS=--style=people checker "$BIN/style_people" 2>report
grep -q '^error: use after free' report || fail "SEEP_OPTS does not set it"
SEEP_OPTS=--style=memcheck checker "$BIN/style_people" 2>report
grep -q '^==[0-9]*== Invalid read' report || fail "SEEP_OPTS does not set it back"
checker --log-file=log "$BIN/style_people"
grep -q '^==[0-9]*== Invalid read' log || fail "a log is not Memcheck's text"
checker --style=people --record=run "$BIN/style_people" 2>live
checker report run >again
diff live again || fail "the report of the record is another"
