# SPDX-License-Identifier: GPL-2.0-or-later
# With --trace-children and a log file without %p the reports of all processes are in it, each whole.
# uses: lose.c exec_script.c
# needs: seep
. "$SRC/lib.sh"
checker --trace-children=yes --log-file=together sh -c '"$BIN/lose"; "$BIN/lose" 3; exit 4' || [ $? = 4 ]
[ "$(plain together | grep -c '1,337 bytes in 1 blocks are definitely lost')" = 2 ] || fail "not two losses"
checker --trace-children=yes --log-file=apart.%p sh -c '"$BIN/lose"; "$BIN/lose" 3; exit 4' || [ $? = 4 ]
[ "$(cat apart.* | plain | grep -c '1,337 bytes in 1 blocks are definitely lost')" = 2 ] || fail "not two losses apart"
