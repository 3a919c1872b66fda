# SPDX-License-Identifier: GPL-2.0-or-later
# Names are kept by build-id: those of a stripped program give way to those of the whole one. `seep cache clear` removes
# both.
# needs: seep strip
# uses: lose_many.c
. "$SRC/lib.sh"
export XDG_CACHE_HOME="$WORK/home"
names=$XDG_CACHE_HOME/seep/symbols
cp "$BIN/lose_many" whole
cp whole stripped
strip stripped
checker ./stripped 3 >stdout 2>first
reject first 'lose_many\.c'
checker ./whole 3 >stdout 2>second
expect second 'main \(lose_many\.c:[0-9]+\)'
checker ./stripped 3 >stdout 2>third
expect third 'main \(lose_many\.c:[0-9]+\)'
status 0 checker cache >show
expect show "^$names: names of [1-9][0-9]* modules, [0-9.]+ KiB$"
echo x >"$names/notes.txt"
status 0 checker cache --translation-cache="$WORK/elsewhere" clear >clear
reject clear 'names of'
status 0 checker cache clear >clear
expect clear '^Removed .* blocks in' "^Removed $names: names of [1-9][0-9]* modules, "
[ "$(ls -A "$names")" = notes.txt ] || fail "left: $(ls -A "$names")"
[ -z "$(ls -A "$XDG_CACHE_HOME/seep/translations")" ] || fail "left: $(ls -A "$XDG_CACHE_HOME/seep/translations")"
checker ./stripped 3 >stdout 2>fourth
reject fourth 'lose_many\.c'
