# SPDX-License-Identifier: GPL-2.0-or-later
# Files of the cache that are cut, overwritten here and there, exchanged, or something else altogether.
# needs: seep python3
# uses: addr_after_free.c
# limit: 300
. "$SRC/lib.sh"
. "$SRC/cache_lib.sh"
cached good "$BIN/addr_after_free"
cp -r "$folder" whole
damage() {
  rm -rf "$folder"
  cp -r whole "$folder"
  python3 - "$folder" "$1" <<'PYTHON'
import os, random, sys
folder, what = sys.argv[1:]
names = sorted(os.path.join(folder, name) for name in os.listdir(folder))
contents = [bytearray(open(name, "rb").read()) for name in names]
for i, data in enumerate(contents):
    if what == "cut":
        del data[random.randrange(len(data)):]
    elif what == "flipped":
        for _ in range(200):
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    elif what == "entries":
        for at in range(6000, len(data), 50):
            data[at] ^= 1 << random.randrange(8)
    elif what == "zeros":
        data[1024:] = bytes(len(data) - 1024)
    elif what == "foreign":
        data[:] = open("/bin/true", "rb").read()
    elif what == "exchanged":
        data = contents[(i + 1) % len(contents)]
    with open(names[i], "wb") as file:
        file.write(data)
PYTHON
}
for what in cut flipped entries zeros foreign exchanged; do
  damage $what
  cached $what "$BIN/addr_after_free"
  same good $what
  cached $what.again "$BIN/addr_after_free"
  same good $what.again
  warm $what.again
done
