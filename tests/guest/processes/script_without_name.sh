# SPDX-License-Identifier: GPL-2.0-or-later
# A script whose first line names no interpreter is run by /bin/sh; what lies below a file cannot be run.
. "$SRC/lib.sh"
printf '#!\necho ran\n' >bare
chmod +x bare
status 0 checker -q ./bare >stdout
[ "$(cat stdout)" = ran ] || fail "it did not run"
status 126 checker -q ./bare/program 2>report
expect report "Not a directory"
status 127 checker -q ./no/such/program 2>report
