# SPDX-License-Identifier: GPL-2.0-or-later
# What --gen-suppressions=all prints, fed back, suppresses everything it was made from.
# uses: lose_many.c mismatch_families.cpp heuristic_multipleinheritance.cpp
. "$SRC/lib.sh"
for program in "lose_many 45" mismatch_families heuristic_multipleinheritance; do
  # The words of $program are the program and its argument.
  # shellcheck disable=SC2086
  set -- $program
  name=$1
  shift
  options="--num-callers=24 --leak-check-heuristics=none"
  # shellcheck disable=SC2086
  checker $options --gen-suppressions=all --error-exitcode=9 "$BIN/$name" "$@" >stdout 2>report.$name || [ $? = 9 ]
  plain report.$name | sed -n '/^{$/,/^}$/p' >made.$name.supp
  grep -q 'insert_a_suppression_name_here' made.$name.supp || fail "$name: no suppressions were made"
  # shellcheck disable=SC2086
  checker $options --suppressions=made.$name.supp --error-exitcode=9 "$BIN/$name" "$@" >stdout 2>again.$name ||
    { cat made.$name.supp again.$name; fail "$name: not all was suppressed"; }
  expect again.$name "ERROR SUMMARY: 0 errors from 0 contexts \(suppressed: [1-9]"
done
