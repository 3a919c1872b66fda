# SPDX-License-Identifier: GPL-2.0-or-later
# A run with --checks=leaks: its findings are those of a full run, so one baseline serves both. Errors were not looked
# for: each format says so, and the gate takes them as not checked, never as none;
# so it is where some errors were found on the way. What cannot be checked so is refused.
# uses: lose.c native_other_errors.c native_killed_any_moment.c
# needs: seep
. "$SRC/lib.sh"
seep=${SEEP%% *}
checker --record=full "$BIN/lose" 1337 2>err || true
checker --record=leaks --checks=leaks "$BIN/lose" 1337 2>err || true
expect err "Errors were not looked for"
"$seep" diff full leaks >out || fail "findings differ"
expect out "0 new, 0 grown, 0 shrunk, 0 fixed, 0 moved, 1 the same"
"$seep" gate --baseline=known --update-baseline --force full >out || true
"$seep" gate --baseline=known leaks >out || fail "the baseline of a full run does not fit"
expect out "note: errors were not looked for: 1 of 1 processes \(--checks=leaks\)"
status 1 "$seep" gate --errors=0 --definitely-lost=any leaks >out
expect out "errors were not looked for: 1 of 1 processes \(--allow=errors-not-checked lets it pass\)"
for runs in "full leaks" "leaks full"; do
  "$seep" gate --definitely-lost=any $runs >out || fail "$runs"
  expect out "note: errors were not looked for: 1 of 2 processes \\(--checks=leaks\\)"
done
checker --record=errors --checks=leaks "$BIN/native_other_errors" 2>err || true
for run in leaks errors; do
  "$seep" report --format=json $run >report
  grep -q '"kind":"errors-not-checked"' report || fail "json does not say that errors were not looked for: $run"
  for format in text gnu sarif junit github github-summary gitlab markdown html; do
    "$seep" report --format=$format $run >report 2>&1
    grep -q "errors were not looked for" report || fail "$format does not say that errors were not looked for: $run"
  done
done
checker --record=many --checks=leaks --check-killed=yes "$BIN/native_killed_any_moment" >out 2>err || true
"$seep" report --format=markdown many >report
expect report "errors were not looked for" "^- and [0-9]+ more problems$"
echo 'int main(void) { return 0; }' >static.c
cc -static -o static static.c
status 126 checker --checks=leaks ./static 2>err
expect err "linked statically, so --checks=leaks cannot see its heap"
status 126 checker --checks=leaks --track-fds=yes "$BIN/lose" 3 2>err || true
expect err "--track-fds needs a full run"
