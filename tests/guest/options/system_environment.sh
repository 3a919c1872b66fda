# SPDX-License-Identifier: GPL-2.0-or-later
# An environment of nonsense, odd layouts of memory, and names that trouble shells: all is as always.
# needs: seep setarch
# uses: lose.c
# limit: 120
. "$SRC/lib.sh"

# same WHAT COMMAND...
same() {
  what=$1
  shift
  got=0
  timeout 30 "$@" >out 2>report </dev/null || got=$?
  [ $got = 3 ] || { cat report; fail "$what: exit status $got"; }
  expect report "1,337 bytes in 1 blocks are definitely lost" "ERROR SUMMARY: 1 errors"
  reject report "^seep: |^Seep: "
}

run() {
  # shellcheck disable=SC2086  # variables and the checker's options
  same "$1" env "$1" $SEEP "$BIN/lose" 3
}

run LC_ALL=xx_YY.@@@
run LANG="$(printf '\377')"
run TERM="$(printf 'no\033[31msuch\nthing')"
run TZ=:/etc/passwd
run COLUMNS=-99999999999999999999
run GLIBC_TUNABLES=glibc.malloc.check=3:nothing=:::==
run MALLOC_PERTURB_=165
run HOME=relative
run HOME="$(printf '/no\nwhere\047"')"
run PATH="$(printf ':::\377')"
mkdir "$(printf 'ho\nme\047"$')"
run HOME="$WORK/$(printf 'ho\nme\047"$')"
for library in nothing.so garbage.so; do
  echo garbage >garbage.so
  # shellcheck disable=SC2086
  same "LD_PRELOAD=$library" env "LD_PRELOAD=$WORK/$library" $SEEP "$BIN/lose" 3
  grep -q "$library' from LD_PRELOAD cannot be preloaded" report || fail "the loader's warning is lost"
done

# Libraries of the program's are not for Seep, not even if they have the names of Seep's own.
mkdir libraries
for library in libelf.so.1 libdw.so.1 libz.so.1 libjansson.so.4; do
  echo garbage >libraries/$library
done
run LD_LIBRARY_PATH="$WORK/libraries"
# shellcheck disable=SC2086
same "LD_LIBRARY_PATH of a child" env LD_LIBRARY_PATH="$WORK/libraries" $SEEP --trace-children=yes \
  /bin/sh -c "$BIN/lose 3"

# Rights that are given up, and a namespace of users in which all others are nobody.
if command -v setpriv >/dev/null && setpriv --no-new-privs true 2>/dev/null; then
  # shellcheck disable=SC2086
  same "no new privileges" setpriv --no-new-privs $SEEP "$BIN/lose" 3
fi
if unshare -U true 2>/dev/null; then
  # shellcheck disable=SC2086
  same "a namespace of users" unshare -U $SEEP "$BIN/lose" 3
fi

for layout in -R -X -3 -L; do
  # shellcheck disable=SC2086
  same "setarch $layout" setarch x86_64 $layout $SEEP "$BIN/lose" 3
done

# shellcheck disable=SC2016  # as it is
folder="$(printf 'with space\nnew line\377\047"$x')"
mkdir "$folder"
cp "$BIN/lose" "$folder/$folder"
# shellcheck disable=SC2086
same "a name" $SEEP "./$folder/$folder" 3
long=.
while [ ${#long} -lt 3500 ]; do
  long=$long/$(printf '%0200d' 0)
done
mkdir -p "$long"
cp "$BIN/lose" "$long/"
# shellcheck disable=SC2086
same "a long name" $SEEP "$long/lose" 3
# shellcheck disable=SC2086
(cd "$long" && same "a deep folder" $SEEP ./lose 3)
