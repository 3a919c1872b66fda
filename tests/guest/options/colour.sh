# SPDX-License-Identifier: GPL-2.0-or-later
# Colours can be asked for where there is no terminal, as in a CI job's log: by --color, or by the variables that other
# programs take. Logs, Memcheck's text and data have none.
# needs: seep
# uses: lose.c
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"
unset SEEP_OPTS NO_COLOR FORCE_COLOR CLICOLOR_FORCE

is_coloured() {
  grep -q "$(printf '\033\[')" "$1" || fail "no colours in $1: $(cat "$1")"
}
is_plain() {
  [ -s "$1" ] || fail "$1 is empty"
  ! grep -q "$(printf '\033')" "$1" || fail "colours in $1: $(cat "$1")"
}

people="--style=people"
checker $people "$BIN/lose" 2>plain || true
is_plain plain
checker $people --color=always "$BIN/lose" 2>always || true
is_coloured always
sed "s/$(printf '\033')\[[0-9;]*[mK]//g" always >without
sed 's/==.*==//' plain >expected
sed 's/==.*==//' without | cmp -s - expected || fail "colours change the text: $(diff without plain)"
FORCE_COLOR=1 checker $people "$BIN/lose" 2>forced || true
is_coloured forced
CLICOLOR_FORCE=1 checker $people "$BIN/lose" 2>forced || true
is_coloured forced
FORCE_COLOR=1 checker $people --color=never "$BIN/lose" 2>never || true
is_plain never
FORCE_COLOR=1 NO_COLOR=1 checker $people "$BIN/lose" 2>never || true
is_plain never
checker $people --color=always --checks=leaks "$BIN/lose" 2>leaks || true
is_coloured leaks

FORCE_COLOR=1 checker $people --log-file=log "$BIN/lose" || true
is_plain log
FORCE_COLOR=1 checker --style=memcheck "$BIN/lose" 2>text || true
is_plain text

checker report --color=always >report
is_coloured report
FORCE_COLOR=1 checker report >report
is_coloured report
checker report >report
is_plain report
for format in json sarif junit markdown; do
  FORCE_COLOR=1 checker report --format=$format >data
  is_plain data
done
status 2 checker report --color=maybe 2>said
expect said "--color=maybe: expected"
