# SPDX-License-Identifier: GPL-2.0-or-later
# 32-bit, other-machine, damaged and setuid programs are refused with the reason.
# needs: seep python3
# uses: lose.c
. "$SRC/lib.sh"
python3 - "$BIN/lose" <<'PYTHON'
import struct, sys
whole = open(sys.argv[1], "rb").read()
ident = b"\x7fELF\x01\x01\x01" + bytes(9)
open("elf32", "wb").write(ident + struct.pack("<HHIIIIIHHHHHH", 2, 3, 1, 0x8048000, 52, 0, 0, 52, 32, 1, 0, 0, 0) +
                          struct.pack("<IIIIIIII", 1, 0, 0x8048000, 0x8048000, 84, 84, 5, 4096))
arm = bytearray(whole)
arm[18:20] = struct.pack("<H", 183)
open("arm64", "wb").write(arm)
open("cut", "wb").write(whole[:100])
PYTHON
chmod +x elf32 arm64 cut
status 126 checker ./elf32 2>report
expect report "elf32.*32-bit|32-bit.*elf32"
status 126 checker ./arm64 2>report
expect report "arm64"
status 126 checker ./cut 2>report
expect report "cut"
cp "$BIN/lose" setuid
chmod u+s setuid
if [ "$(id -u)" = 0 ]; then
  chown 1 setuid
  chmod u+s setuid
fi
status 126 checker ./setuid 2>report
expect report "setuid"
