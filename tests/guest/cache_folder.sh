# SPDX-License-Identifier: GPL-2.0-or-later
# Where the cache is, and folders that are not used.
# needs: seep
# uses: lose_many.c
. "$SRC/lib.sh"
. "$SRC/cache_lib.sh"
program="$BIN/lose_many 3"
# The program's arguments are split here.
checker --translation-cache=named $program >/dev/null 2>&1
[ "$(stat -c %a named)" = 700 ] || fail "not private: $(stat -c %a named)"
[ "$(stat -c %a named/*.code | sort -u)" = 600 ] || fail "files are not private"
XDG_CACHE_HOME=$WORK/xdg checker $program >/dev/null 2>&1
ls xdg/seep/translations/*.code >/dev/null || fail "nothing in \$XDG_CACHE_HOME"
HOME=$WORK/home XDG_CACHE_HOME= checker $program >/dev/null 2>&1
ls home/.cache/seep/translations/*.code >/dev/null || fail "nothing in \$HOME/.cache"
XDG_CACHE_HOME=$WORK/none checker --translation-cache=no $program >/dev/null 2>&1
[ ! -e none/seep/translations ] || fail "--translation-cache=no has made a folder"

mkdir -m 777 "$folder"
chmod 777 "$folder"
cached open $program
expect open.err "translation cache $folder is not used: it must be a folder that only you can write to"
[ -z "$(ls "$folder")" ] || fail "a folder that others can write to is used"
checker --translation-cache="$folder" $program 2>&1 | grep "not used" && fail "said without -v"
if [ "$(id -u)" = 0 ]; then
  chmod 700 "$folder"
  chown 12345 "$folder"
  cached foreign $program
  expect foreign.err "translation cache $folder is not used"
  [ -z "$(ls "$folder")" ] || fail "a folder of another user is used"
fi
rmdir "$folder"
echo >"$folder"
cached file $program
expect file.err "translation cache $folder is not used" "ERROR SUMMARY"
