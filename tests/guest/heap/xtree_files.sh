# SPDX-License-Identifier: GPL-2.0-or-later
# Execution trees: how files are named, what the log says of them, what cannot be had, and what a later report makes of
# them.
# needs: seep
# uses: xtree_program.cpp
. "$SRC/lib.sh"
program=$BIN/xtree_program

# Names; each process has files of its own.
NAMED=here checker --xtree-memory=allocs --xtree-memory-file='%q{NAMED}.%p.%n.100%%' --xtree-leak=yes "$program" fork \
  2>report
test "$(echo here.*.1.100%)" != 'here.*.1.100%' || fail "the name was not expanded: $(ls)"
test "$(ls -d here.* xtleak.kcg.* | wc -l)" -eq 4 || fail "not two files for each process: $(ls)"
expect report "^xtree memory report: $PWD/here\.[0-9]+\.1\.100%" "^xtree leak report: $PWD/xtleak\.kcg\.[0-9]+\$" \
  '^definitely lost: [0-9]'
reject report 'loss record'

# Massif's format by the name of the file, not by that of its folder.
mkdir a.ms
checker -q --xtree-memory=full --xtree-memory-file=a.ms/one.kcg "$program" 2>report || fail "$(cat report)"
reject report 'xtree memory report'
head -n 1 a.ms/one.kcg | grep -qx '# callgrind format' || fail "a.ms/one.kcg is not Callgrind's"
checker -q --xtree-memory=allocs --xtree-memory-file=one.ms.%p "$program" 2>report
head -n 1 one.ms.* | grep -qx 'desc: xtree.produce_report' || fail "one.ms.* is not Massif's"

# Names once, or whenever they are needed.
checker -q --xtree-memory=allocs --xtree-memory-file=long --xtree-compress-strings=no "$program" 2>report
grep -qx 'fn=main' long && ! grep -q '^fn=(' long || fail "long has numbers for names"

# What cannot be written costs the file only.
status 0 checker --leak-check=summary --xtree-memory=full --xtree-memory-file=/nonexistent/tree --xtree-leak=yes \
  --xtree-leak-file=/dev/full "$program" 2>report
# shellcheck disable=SC2016
expect report '^Error: can not open xtree output file `/nonexistent/tree' \
  'Error: cannot write xtree output file `/dev/full' \
  '^LEAK SUMMARY' '^ERROR SUMMARY: [1-9]'
mkfifo pipe
checker -q --xtree-memory=full --xtree-memory-file=pipe "$program" 2>report
# shellcheck disable=SC2016
expect report 'Error: can not open xtree output file `.*/pipe'

# What cannot be had is refused before anything runs.
status 125 checker --xtree-memory=full --xtree-memory-file='%q{NO_SUCH_THING}' "$program" 2>report
expect report 'environment variable NO_SUCH_THING is not set'
status 125 checker --xtree-leak=yes --xtree-leak-file='%x' "$program" 2>report
expect report 'xtree-leak-file'
status 125 checker --xtree-memory=full --keep-stacktraces=free "$program" 2>report
expect report 'to use --xtree-memory=full, you must keep at least the alloc stacktrace'

# Errors count as if they had been shown; XML has none of them either, and the log tells where they are.
status 9 checker --error-exitcode=9 --xtree-leak=yes --xtree-leak-file=leak "$program" 2>report
status 0 checker --xml=yes --xml-file=report.xml --xtree-leak=yes --xtree-leak-file=leak "$program" 2>report
expect report "^xtree leak report: $PWD/leak"
grep -q '<errorcounts>' report.xml && ! grep -q '<kind>Leak' report.xml || fail 'leaks in the XML'

# A later report says where the files are, and writes none; it can have the records.
checker --record=run --xtree-memory=full --xtree-memory-file=memory --xtree-leak=yes --xtree-leak-file=leak "$program" \
  2>report
rm memory leak
checker report run >later
expect later "^xtree memory report: $PWD/memory" "^xtree leak report: $PWD/leak"
reject later 'loss record'
checker report --xtree-leak=no run >later
expect later 'are definitely lost in loss record'
test ! -e memory -a ! -e leak || fail 'the later report has written files'
