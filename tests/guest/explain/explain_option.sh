# SPDX-License-Identifier: GPL-2.0-or-later
# --explain follows blocks of findings by the beginning of their ids, and blocks that are allocated in a place; no
# others.
# needs: seep
# uses: lose_in_ways.c
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"

# follows N LIST: so many loss records are explained.
follows() {
  rm -rf run
  checker -q --record=run --explain="$2" "$BIN/lose_in_ways" drop cycle inside >stdout 2>report </dev/null
  checker dump run >dump
  [ "$(grep -c ' LOST check_id' dump)" = "$1" ] || { cat dump; fail "not $1 are explained: $2"; }
}

checker -q --record=first "$BIN/lose_in_ways" drop cycle inside >stdout 2>report </dev/null
checker report --format=text first >all
id=$(sed -n 's/^\([0-9a-f]*\)  .*1,337 bytes.*/\1/p' all)
line=$(grep -n 'part(malloc(1337))' "$SRC/explain/lose_in_ways.c" | cut -d: -f1)

follows 1 "$id"
follows 1 "$(echo "$id" | cut -c1-6)"
follows 1 drop
follows 1 'dro?'
follows 1 "lose_in_ways.c:$line"
follows 0 "lose_in_ways.c:1"
follows 0 nowhere
follows 3 "make_left,make_right,$id"
follows 4 lose_in_ways.c
follows 4 all

# What was followed is told by the record, so a report of it asks for nothing.
checker report --leak-check=no run >report
