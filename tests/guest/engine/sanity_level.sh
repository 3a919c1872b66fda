# SPDX-License-Identifier: GPL-2.0-or-later
# --sanity-level finds a damaged table of the tool, whose name it says; without it nobody looks.
# needs: seep nm
# uses: sanity_damage.c
. "$SRC/lib.sh"
QUARANTINE_COUNT=24 # where that lies in struct quarantine

# damage LEVEL STATUS: the program that spoils the quarantine's count ends so.
damage() {
  rm -f address ready report
  mkfifo address
  checker -q --sanity-level="$1" "$BIN/sanity_damage" <address >stdout 2>report &
  checking=$!
  exec 3>address
  wait_for grep -q ready report
  tool=$(readlink "/proc/$(sed -n 's/^ready //p' report)/exe")
  table=$(nm "$tool" | sed -n 's/ b quarantine$//p')
  [ -n "$table" ] || skip "the tool has no symbols"
  printf '0x%x\n' $((0x$table + QUARANTINE_COUNT)) >&3
  exec 3>&-
  status "$2" wait $checking
}

damage 3 125
expect report "Assertion 'heap_is_valid\(\)' failed"
damage 2 125
expect report "Assertion 'heap_is_valid\(\)' failed"
damage 1 0
expect report "Invalid (read|write) of size 1"
reject report "Assertion"
