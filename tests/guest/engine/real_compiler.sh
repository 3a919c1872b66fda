# SPDX-License-Identifier: GPL-2.0-or-later
# gcc with all its children under --trace-children=yes makes the same object file.
# limit: 300
. "$SRC/lib.sh"
printf 'int square(int n)\n{\n  return n * n;\n}\n' >square.c
cc -O1 -c square.c -o native.o
checker -q --log-file=report.%p --trace-children=yes cc -O1 -c square.c -o checked.o
cmp native.o checked.o || fail "another object file"
