# SPDX-License-Identifier: GPL-2.0-or-later
# Where a program, or a child of it, has executed another one that was not checked, people are told beside "no leaks".
# uses: style_executions.c
# needs: seep
. "$SRC/lib.sh"
run() {
  rm -rf run
  checker --style=people --color=never --checks="$checks" --record=run "$@" "$BIN/style_executions" $how >out 2>err
}
# A child's record may be read after its parent's.
told() { wait_for grep -Eq "^seep: executed and not checked: $1\$" err; }
not_told() { ! grep -q "not checked:" err || fail "$how: $(cat err)"; }
for checks in all leaks; do
  how=none
  run
  not_told
  expect err "no leaks"
  for how in self fork vfork "spawn true" "spawn true true nonexistent"; do
    run
    told "true \(--trace-children=yes checks it\)"
    checker report --style=people --color=never run >err 2>&1
    told "true \(--trace-children=yes checks it\)"
  done
  how=system
  run
  told "sh \(--trace-children=yes checks it\)"
  how="spawn true false"
  run
  told "true and false \(--trace-children=yes checks them\)"
  how="spawn true false env pwd uname"
  run
  told "true, false, env and others \(--trace-children=yes checks them\)"
  run -q
  not_told
  for how in self fork vfork; do
    run --trace-children=yes
    not_told
    run --trace-children=yes --trace-children-skip='*/true'
    told "true"
  done
done
