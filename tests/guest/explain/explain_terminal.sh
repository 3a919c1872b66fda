# SPDX-License-Identifier: GPL-2.0-or-later
# On a terminal, explained findings are drawn with their sources: first where the last pointer went, then what to do
# about it, then where the block was allocated; lines end where the terminal does. A pipe gets the text.
# needs: seep
# uses: parting_return.c
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"
unset SEEP_OPTS

# on_terminal COLUMNS COMMAND...: what it prints to a terminal so wide.
on_terminal() {
  python3 "$SRC/../support/on_terminal.py" "$@"
}

checker -q "$BIN/parting_return" >stdout 2>report || true
checker explain >text 2>err </dev/null
expect text "^[0-9a-f]{16}  leak: 1,337 bytes"
reject text "help:" "-->"
for columns in 80 120; do
  export SEEP
  # shellcheck disable=SC2016
  on_terminal $columns sh -c '$SEEP explain 2>err' >screen
  tr -d '\r' <screen >drawn
  long=$(awk -v most="$columns" '/= / && length($0) > most' drawn)
  [ -z "$long" ] || fail "lines are too long for $columns columns: $long"
  sed -n -e '/^leak: /p' -e 's/^ *--> .*/lost/p' -e 's/.*\^ \(last pointer lost here\).*/\1/p' \
    -e 's/^ *= help: .*/help/p' -e 's/^ *::: .*/place/p' -e 's/.*- \(allocated here\).*/\1/p' \
    -e 's/^ *= note: 41 of 42 .*/siblings/p' -e 's/^ *= note: The 41 others .*/parting/p' \
    -e 's/^ *= note: Its last pointer.*/sentence/p' drawn >order
  cat >wanted <<END
leak: 1,337 bytes in 1 block lost
lost
last pointer lost here
help
place
allocated here
siblings
parting
sentence
END
  cmp order wanted || { cat drawn; fail "in another order, in $columns columns: $(diff wanted order)"; }
done

# Whoever asks for Memcheck's words gets text on a terminal, too.
# shellcheck disable=SC2016
on_terminal 80 sh -c '$SEEP explain --style=memcheck 2>err' >screen
expect screen "[0-9a-f]{16}  leak: 1,337 bytes"
