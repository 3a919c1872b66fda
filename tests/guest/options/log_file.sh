# SPDX-License-Identifier: GPL-2.0-or-later
# --log-file with %p, %q{VAR}, %n and %%; a pattern that cannot be is refused before the program runs.
# uses: lose.c
. "$SRC/lib.sh"
MARK=mark checker "--log-file=out.%q{MARK}.%p.%%" "$BIN/lose" 2>stderr
[ ! -s stderr ] || fail "the report went to stderr as well"
expect "$(ls out.mark.*.%)" "1,337 bytes in 1 blocks are definitely lost"
pid=$(ls out.mark.*.%)
pid=${pid#out.mark.}
grep -q "^==${pid%.%}== HEAP SUMMARY" out.mark.*.% || fail "the pid of the name is not the pid of the report"

MARK=mark checker --log-file=number.%n "$BIN/lose"
expect "$(ls number.*)" "1,337 bytes in 1 blocks are definitely lost"

for bad in '%q{NOT_SET}' '%q' '%q{MARK' '%z' no/such/directory/file; do
  if checker "--log-file=bad.$bad" "$BIN/lose" >stdout.bad 2>stderr.bad; then
    fail "accepted: $bad"
  fi
  [ -s stderr.bad ] || fail "no message for: $bad"
done
