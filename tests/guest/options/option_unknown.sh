# SPDX-License-Identifier: GPL-2.0-or-later
# An unknown option and a value that cannot be are refused with what would be right; another tool is Valgrind's.
# needs: seep
# uses: lose.c
. "$SRC/lib.sh"
status 125 checker --show-leak-kind=all "$BIN/lose" 2>report
expect report "show-leak-kind" "--show-leak-kinds"
status 125 checker --leek-check=full "$BIN/lose" 2>report
expect report "--leak-check"
status 125 checker --leak-check=ful "$BIN/lose" 2>report
expect report "leak-check" "full"
status 125 checker --num-callers=501 "$BIN/lose" 2>report
expect report "num-callers" "500"
status 0 checker --tool=none -q "$BIN/lose" 2>report
reject report "."
status 0 checker --tool=memcheck --memcheck:leak-check=full "$BIN/lose" 2>report
expect report "1,337 bytes in 1 blocks are definitely lost"
status 125 checker 2>report
[ -s report ] || fail "nothing said about a missing program"
checker --help >help
expect help "--leak-check" "--show-leak-kinds" "--suppressions" "--help-all" "suite +check"
[ "$(wc -l <help)" -le 24 ] || fail "--help does not fit a screen"
! grep -q '.\{81\}' help || fail "--help is wider than 80 columns"
checker --help-all >help
expect help "--leak-check" "--freelist-vol" "pack +prepare" "Exit status"
! grep -q '.\{81\}' help || fail "--help-all is wider than 80 columns"
checker --version >version
[ "$(wc -l <version)" = 1 ] || fail "--version is not one line"
