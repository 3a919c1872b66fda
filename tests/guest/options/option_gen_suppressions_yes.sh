# SPDX-License-Identifier: GPL-2.0-or-later
# --gen-suppressions=yes asks after each error and each leak; --input-fd says where the answers come from. The program's
# own standard input is left alone.
# uses: free_twice.c lose.c
. "$SRC/lib.sh"
printf 'xY\n' >answers
checker --leak-check=full --gen-suppressions=yes --input-fd=7 "$BIN/free_twice" 7<answers >stdout 2>report || true
expect report "Print suppression \? --- .*Print suppression \? --- \[Return/N/n/Y/y/C/c\] ---- " "fun:free"
[ "$(grep -c insert_a_suppression report)" = 1 ] || fail "not one suppression"
printf 'y\n' | checker --leak-check=full --gen-suppressions=yes "$BIN/lose" >stdout 2>report || true
expect report "match-leak-kinds: definite"
printf 'C\n' | checker --gen-suppressions=yes "$BIN/free_twice" >stdout 2>report || true
reject report "insert_a_suppression"
[ "$(grep -o "Print suppression" report | wc -l)" = 1 ] || fail "asked again after C"
