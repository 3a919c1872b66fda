# SPDX-License-Identifier: GPL-2.0-or-later
# Damaged and cut records are read as far as they go, with the place of the damage; nothing crashes.
# needs: seep python3
# uses: lose_many.c
. "$SRC/lib.sh"
checker --record=run "$BIN/lose_many" 20 >stdout 2>live
record=$(find run -type f)
[ "$(echo "$record" | wc -l)" = 1 ] || fail "records: $record"
size=$(wc -c <"$record")
for cut in 0 7 100 $((size / 2)) $((size - 1)); do
  mkdir -p cut
  head -c "$cut" "$record" >"cut/$(basename "$record")"
  got=0
  checker report cut >again 2>message || got=$?
  [ "$got" -le 2 ] || fail "cut at $cut: status $got"
  checker dump cut >dump 2>message || [ $? -le 2 ] || fail "dump of cut at $cut"
done
# The path of a damaged record is named once.
mkdir -p once
head -c $((size - 1)) "$record" | tr '\000' '\001' >"once/$(basename "$record")"
checker report --format=text "once/$(basename "$record")" >again 2>message || true
expect again 'once/p[0-9.]*\.rec: '
reject again 'once/p.*once/p'
cat >flip.py <<'PYTHON'
import random, sys
data = bytearray(open(sys.argv[1], "rb").read())
random.seed(int(sys.argv[3]))
for _ in range(5):
    data[random.randrange(len(data))] ^= 1 << random.randrange(8)
open(sys.argv[2], "wb").write(data)
PYTHON
for seed in 1 2 3 4 5 6 7 8; do
  mkdir -p flipped
  python3 flip.py "$record" "flipped/$(basename "$record")" $seed
  got=0
  timeout 20 "${SEEP%% *}" report flipped >again 2>message || got=$?
  [ "$got" -le 2 ] || fail "seed $seed: status $got"
done
