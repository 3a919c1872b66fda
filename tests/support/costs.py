# SPDX-License-Identifier: GPL-2.0-or-later
"""What a record of `seep cost` says, instruction by instruction."""
import codecs
import collections
import re
import subprocess


def _numbers(line, name):
    return [int(word, 0) for word in re.search(rf" {name}=\[([^\]]*)\]", line).group(1).split()]


def _bytes(line, name):
    text = re.search(rf' {name}="((?:[^"\\]|\\.)*)"', line).group(1)
    return codecs.decode(text, "unicode_escape").encode("latin-1")


def _field(line, name):
    return re.search(rf' {name}=("(?:[^"\\]|\\.)*"|\S+)', line).group(1).strip('"')


def frames(seep, record):
    """The lines of `seep dump`."""
    done = subprocess.run([seep, "dump", record], stdout=subprocess.PIPE, check=True)
    return done.stdout.decode("utf-8", "replace").splitlines()


def by_address(lines):
    """Of COST frames: how often each address was executed."""
    counts = collections.Counter()
    for line in lines:
        if " COST " not in line[:20]:
            continue
        lengths, at = _bytes(line, "bytes"), 0
        for start, count, instructions in zip(*(_numbers(line, name) for name in ("starts", "counts", "instructions"))):
            for length in lengths[at:at + instructions]:
                counts[start] += count - (1 << 64 if count >> 63 else 0)
                start += length
            at += instructions
    return counts


def of_file(seep, record, path):
    """How often each byte of a file was executed as the first of an instruction."""
    lines = frames(seep, record)
    by_offset = collections.Counter()
    places = [(int(_field(line, "start"), 0), int(_field(line, "end"), 0), int(_field(line, "file_offset"), 0))
              for line in lines if " MODULE " in line[:20] and _field(line, "path") == path]
    for address, count in by_address(lines).items():
        place = next((place for place in places if place[0] <= address < place[1]), None)
        if place and count != 0:
            by_offset[address - place[0] + place[2]] += count
    return dict(by_offset)
