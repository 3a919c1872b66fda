# SPDX-License-Identifier: GPL-2.0-or-later
# Started as seep-valgrind it has Memcheck's defaults, and takes the command line that CTest gives.
# needs: seep
# uses: lose.c
. "$SRC/lib.sh"
valgrind=$(dirname "${SEEP%% *}")/seep-valgrind
[ -x "$valgrind" ] || fail "no $valgrind"
"$valgrind" "$BIN/lose" 2>report
reject report "in loss record"
expect report "definitely lost: 1,337 bytes in 1 blocks" "Rerun with --leak-check=full to see details of leaked memory"
"$valgrind" -q --tool=memcheck --leak-check=yes --show-reachable=yes --num-callers=50 --log-file=MemoryChecker.1.log \
  "$BIN/lose"
expect MemoryChecker.1.log "1,337 bytes in 1 blocks are definitely lost in loss record 1 of 1"
reject MemoryChecker.1.log "HEAP SUMMARY"
