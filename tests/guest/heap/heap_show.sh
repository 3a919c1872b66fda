# SPDX-License-Identifier: GPL-2.0-or-later
# seep heap show: what is in blocks, from a snapshot with contents, and from the process while it runs.
# needs: seep cc python3
# limit: 120
. "$SRC/lib.sh"
cc -g -O0 "$SRC/heap/heap_show_program.c" -o program

checker -q --leak-check=no --snapshot=exit --snapshot-contents=256 --record=run ./program 2>report
show() {
  checker heap run show "$@" >answer 2>&1
}

# Members with their values.
show server
expect answer 'block of 152 \(struct server\) from main' '^held as g_server$' '^\+0 +port +-8080$' \
  '^\+4 +name +"main server"$' '^\+24 +entries +-> block of 168 from main' '^\+32 +one\[0\]\.key +NULL$' \
  '^\+144 +self +-> block of 152 \(struct server\) from main'
show =56
expect answer '^held as g_single$' 'key +-> block of 62 .*: "a somewhat longer key, of which the end is not s"\.\.\.$' \
  'hits +-2674$' 'share +0\.5$' 'flag +120' 'next +NULL$' 'untouched +undefined$'

# Bytes, where no type is known, with pointers among them, and what was never written.
show =168
expect answer '^held as g_server->entries$' '^\+0 +-> block of 6 .*: "alpha"$' \
  '^\+24 +74 61 67 00 \?\? .* tag\.+x' '^\+40 +-> 56 bytes into block of 168'
show =1337 --limit=0
expect answer '^\+240 +07 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07 '
reject answer '^\+256' # no more were kept

# Of several blocks, which contents are common.
show =37
expect answer '100 blocks, 3,700 bytes' '^66 +2,442 +"common"$' '^34 +1,258 +"rare"$' 'block of 37 .*' '"rare"$'
show =37 --format=json
python3 - <<'END' || fail "$(cat answer)"
import json
answer = json.load(open("answer"))
assert answer["contents_of"] == "snapshot" and answer["blocks"] == 100, answer
assert [row["blocks"] for row in answer["common"]] == [66, 34], answer
assert answer["values"][0]["value"] == '"rare"', answer
END

# Of a process that runs, as it is now. Then it has ended: the pointers are known all the same.
# shellcheck disable=SC2086
$SEEP -q --leak-check=no --snapshot=SIGUSR2 --record=live ./program wait >said 2>report &
pid=$!
for i in $(seq 200); do
  ! grep -qs ready said || break
  sleep 0.1
done
for i in $(seq 50); do
  kill -USR2 $pid
  sleep 0.2
  ! checker heap live show =56 >answer 2>&1 || ! grep -q untouched answer || break
done
checker heap live show server --limit=0 >answer 2>&1
expect answer "As it is now in process [0-9]+" '^\+0 +port +-8080$' '^\+24 +entries +-> block of 168'
kill -KILL $pid
wait $pid || true
checker heap live show server --limit=0 >answer 2>&1
expect answer 'Pointers only: .*--snapshot-contents=256.* has ended' '^\+24 +entries +-> block of 168'
reject answer 'port'

# A snapshot of a large heap is written by another process, contents and all.
cat >many.c <<'END'
#include <stdlib.h>
#include <string.h>
char *kept[30000];
int main(void)
{
  for (int i = 0; i < 30000; i++)
    kept[i] = strdup(i == 29999 ? "last of all" : "others");
  kept[0] = realloc(kept[0], 1337);
  return 0;
}
END
cc -g many.c -o many
checker -q --leak-check=no --snapshot=20000a --snapshot-contents=8 --record=large ./many 2>report
checker heap large show =7 >answer 2>&1
expect answer '"others"'
status 2 checker heap large show =1338 >answer 2>&1
status 125 checker --snapshot-contents=5000 ./many >answer 2>&1
