# SPDX-License-Identifier: GPL-2.0-or-later
# The checked program keeps the process id, the standard input and the working directory it was started with.
# uses: same_process_guest.c
. "$SRC/lib.sh"
pid=$(sh -c 'echo $$; exec '"$SEEP"' -q "$BIN/same_process_guest" >guest.out 2>report <"$SRC/lib.sh"')
set -- $(cat guest.out)
[ "$1" = "$pid" ] || fail "pid $1, not $pid"
[ "$2" = "$(wc -l <"$SRC/lib.sh")" ] || fail "read $2 lines"
[ "$3" = "$WORK" ] || fail "directory $3"
