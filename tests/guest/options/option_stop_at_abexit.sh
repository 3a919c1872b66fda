# SPDX-License-Identifier: GPL-2.0-or-later
# --vgdb-stop-at=abexit: a program that is about to end with a status waits for gdb, and one that ends well does not.
# needs: seep gdb vgdb
. "$SRC/lib.sh"
status 0 checker -q --vgdb-stop-at=abexit,valgrindabexit --vgdb-prefix="$WORK/pipe" true >stdout 2>report
reject report "vgdb me"
checker --vgdb-stop-at=abexit --vgdb-prefix="$WORK/pipe" sh -c 'exit 37' >stdout 2>report &
child=$!
debug <<'END'
continue
END
status 37 wait $child
expect report "action at abexit, exit code 37\) vgdb me"
