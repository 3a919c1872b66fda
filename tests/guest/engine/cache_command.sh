# SPDX-License-Identifier: GPL-2.0-or-later
# seep cache: what it shows, finds and removes.
# needs: seep
# uses: lose_many.c
. "$SRC/lib.sh"
. "$SRC/cache_lib.sh"
command="checker cache --translation-cache=$folder"
# A command line is split here and below.
$command | grep -q ": empty" || fail "an absent folder is not told"
cached run --engine=speculative "$BIN/lose_many" 3
status 0 $command show >show
grep -Eq '^ +[0-9]+ +[0-9.]+ +[0-9-]+ [0-9:]+ +/.*/lose_many$' show || fail "$(cat show)"
status 0 $command verify >verify
grep -q "No damage found" verify || fail "$(cat verify)"
for file in "$folder"/*.code; do
  dd if=/dev/zero of="$file" bs=1 seek=6000 count=500 conv=notrunc status=none
done
status 1 $command verify >damaged
grep -q "damaged blocks" damaged || fail "$(cat damaged)"
echo x >"$folder/notes.txt"
touch "$folder/.writing-1"
status 0 $command clear >clear
grep -q "Removed .* blocks in" clear || fail "$(cat clear)"
[ "$(ls -A "$folder")" = notes.txt ] || fail "left: $(ls -A "$folder")"
status 2 $command --frobnicate 2>error
grep -q "seep cache: unknown argument --frobnicate" error || fail "$(cat error)"
checker cache --help | grep -q "usage: seep cache" || fail "no help"
