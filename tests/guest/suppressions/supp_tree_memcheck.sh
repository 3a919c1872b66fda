# SPDX-License-Identifier: GPL-2.0-or-later
# With Memcheck's personality what hangs from a suppressed block is left to itself.
# uses: supp_tree.c
. "$SRC/lib.sh"
cat >a.supp <<'EOF'
{
  the root
  Memcheck:Leak
  match-leak-kinds: definite
  fun:malloc
  fun:lose
}
EOF
under_seep && options=--personality=memcheck || options=
# shellcheck disable=SC2086
checker $options --leak-check=full --show-leak-kinds=all --suppressions=a.supp "$BIN/supp_tree" 2>report
expect report "1,001 bytes in 1 blocks are indirectly lost" "suppressed: 16 bytes in 1 blocks"
