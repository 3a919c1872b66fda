# SPDX-License-Identifier: GPL-2.0-or-later
# --sanity-level finds a damaged table of the tool, whose name it says; without it nobody looks.
# needs: seep nm
# uses: sanity_damage.c
. "$SRC/lib.sh"
QUARANTINE_COUNT=24 # where that lies in struct quarantine

# add_one PID ADDRESS: to that byte of the process, from outside.
add_one() {
  byte=$(dd if="/proc/$1/mem" bs=1 skip=$(($2)) count=1 status=none | od -An -tu1)
  # shellcheck disable=SC2059
  printf "\\$(printf %03o $(((byte + 1) % 256)))" | dd of="/proc/$1/mem" bs=1 seek=$(($2)) conv=notrunc status=none
}

# damage LEVEL STATUS: the program ends so when the quarantine's count is wrong.
damage() {
  rm -f line report
  mkfifo line
  checker -q --sanity-level="$1" "$BIN/sanity_damage" <line >stdout 2>report &
  checking=$!
  exec 3>line
  wait_for grep -q ready report
  pid=$(sed -n 's/^ready //p' report)
  tool=$(readlink "/proc/$pid/exe")
  table=$(nm "$tool" | sed -n 's/ b quarantine$//p')
  [ -n "$table" ] || skip "the tool has no symbols"
  add_one "$pid" $((0x$table + QUARANTINE_COUNT))
  echo >&3
  exec 3>&-
  status "$2" wait $checking
}

damage 3 125
expect report "Assertion 'heap_is_valid\(\)' failed"
damage 2 125
expect report "Assertion 'heap_is_valid\(\)' failed"
damage 1 0
reject report "Assertion"
