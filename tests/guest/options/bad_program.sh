# SPDX-License-Identifier: GPL-2.0-or-later
# A program that cannot be run: a clear message and the statuses shells use, 127 not found, 126 not runnable.
# uses: lose.c
. "$SRC/lib.sh"
status 127 checker ./no-such-program 2>report
expect report "no-such-program"
status 127 checker no-such-program-in-path 2>report
expect report "no-such-program-in-path"
echo "not a program" >text
status 126 checker ./text 2>report
expect report "text"
mkdir directory
status 126 checker ./directory 2>report
expect report "directory"
printf '#! /no/such/interpreter\necho hello\n' >script
chmod +x script
under_seep && wanted=127 || wanted=126
got=0
checker ./script 2>report || got=$?
[ "$got" = 126 ] || [ "$got" = "$wanted" ] || fail "bad interpreter: exit status $got"
expect report "interpreter"
printf '#!/bin/sh\nexit 17\n' >script
status 17 checker ./script 2>report
: >empty
chmod +x empty
under_seep || exit 0
got=0
checker ./empty 2>report || got=$?
[ "$got" = 0 ] || [ "$got" = 126 ] || fail "empty file: exit status $got"
