# SPDX-License-Identifier: GPL-2.0-or-later
# 32-bit, other-machine, damaged and setuid programs, and what is no program at all, are refused with the reason.
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
open("short", "wb").write(whole[:0x1010])
x32 = bytearray(open("elf32", "rb").read())
x32[18:20] = struct.pack("<H", 62)
open("x32", "wb").write(x32)
big = bytearray(whole)
big[5] = 2
open("big", "wb").write(big)
open("aout", "wb").write(struct.pack("<I", 0o413) + bytes(28) + b"\xcc" * 400)
open("script", "w").write("#!./elf32\n")
far = bytearray(whole)
far[32:40] = struct.pack("<Q", 1 << 62)
open("far", "wb").write(far)
PYTHON
chmod +x elf32 arm64 cut short x32 big aout script far
status 126 checker ./elf32 2>report
expect report "elf32.*32-bit|32-bit.*elf32"
status 126 checker ./arm64 2>report
expect report "arm64"
status 126 checker ./cut 2>report
expect report "cut"
refuse() {
  # shellcheck disable=SC2086  # the checker's options
  status 126 timeout 10 $SEEP "./$1" 2>report
  [ "$(wc -l <report)" = 1 ] || { cat report; fail "$1: more than one sentence"; }
  expect report "^seep: ./$1: $2"
}
refuse x32 "is a 32-bit program"
refuse big "is a program for a big-endian processor"
refuse aout "cannot execute binary file; it is neither an ELF program nor a script"
refuse script "bad interpreter: ./elf32: is a 32-bit program"
refuse far "its ELF headers are damaged: program header 0 is cut off"
refuse short "is cut off: it has 4112 bytes, and its segments go on; build or copy it again"
mkfifo -m 755 fifo
refuse fifo "is not a regular file"
ln -s loop1 loop2
ln -s loop2 loop1
refuse loop1 "Too many levels of symbolic links"
cp "$BIN/lose" unusable
chmod -x unusable
refuse unusable "Permission denied"
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
refuse socket "is not a regular file"
cp "$BIN/lose" setuid
chmod u+s setuid
if [ "$(id -u)" = 0 ]; then
  chown 1 setuid
  chmod u+s setuid
fi
status 126 checker ./setuid 2>report
expect report "setuid"
