# SPDX-License-Identifier: GPL-2.0-or-later
"""Programs that generate the code they execute: their sources, and how they are run. Each computes the same: numbers in
a table by keys, and a recursion."""
import os
import shutil
import subprocess

SOURCES = {
    "node": ("js", """
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
const counts = {}, times = Number(process.argv[2]);
for (let i = 0; i < times * 30000; i++) { const key = 'k' + i * 7919 % 1009; counts[key] = (counts[key] || 0) + i % 7; }
let sum = 0;
for (const key in counts) sum += counts[key];
for (let i = 0; i < times; i++) sum += fib(20);
console.log(sum);
"""),
    "luajit": ("lua", """
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
local counts, times, sum = {}, tonumber(arg[1]), 0
for i = 1, times * 30000 do local key = 'k' .. i * 7919 % 1009; counts[key] = (counts[key] or 0) + i % 7 end
for _, count in pairs(counts) do sum = sum + count end
for i = 1, times do sum = sum + fib(20) end
print(sum)
"""),
    "php": ("php", """<?php
function fib($n) { return $n < 2 ? $n : fib($n - 1) + fib($n - 2); }
$counts = []; $times = (int)$argv[1]; $sum = 0;
for ($i = 0; $i < $times * 30000; $i++) { $key = 'k' . $i * 7919 % 1009; $counts[$key] = ($counts[$key] ?? 0) + $i % 7; }
foreach ($counts as $count) $sum += $count;
for ($i = 0; $i < $times; $i++) $sum += fib(20);
echo $sum, "\\n";
"""),
    "java": ("java", """
public class Generated {
  static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
  public static void main(String[] arguments) {
    java.util.HashMap<String, Integer> counts = new java.util.HashMap<>();
    int times = Integer.parseInt(arguments[0]), sum = 0;
    for (int i = 0; i < times * 30000; i++) counts.merge("k" + i * 7919L % 1009, i % 7, Integer::sum);
    for (int count : counts.values()) sum += count;
    for (int i = 0; i < times; i++) sum += fib(20);
    System.out.println(sum);
  }
}
"""),
    "pypy3": ("py", """
import sys
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
counts, times = {}, int(sys.argv[1])
for i in range(times * 30000):
    key = 'k%d' % (i * 7919 % 1009)
    counts[key] = counts.get(key, 0) + i % 7
print(sum(counts.values()) + sum(fib(20) for i in range(times)))
"""),
    "tcc -run": ("c", """
#include <stdio.h>
#include <stdlib.h>
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int counts[1009];
int main(int argc, char **argv)
{
  int times = atoi(argv[1]), sum = 0;
  for (long i = 0; i < times * 30000L; i++)
    counts[i * 7919 % 1009] += i % 7;
  for (int i = 0; i < 1009; i++)
    sum += counts[i];
  for (int i = 0; i < times; i++)
    sum += fib(20);
  printf("%d\\n", sum);
  return 0;
}
"""),
}
PHP_OPTIONS = ["-d", "opcache.enable_cli=1", "-d", "opcache.jit_buffer_size=64M", "-d", "opcache.jit=tracing"]
# The command before the source, and how many times the work is done, so that each takes some tenths of a second alone.
COMMANDS = {"node": (["node"], 100), "luajit": (["luajit"], 250), "php": (["php", *PHP_OPTIONS], 150),
            "java": (["java", "-XX:TieredStopAtLevel=1"], 100),
            "pypy3": (["pypy3"], 120), "tcc -run": (["tcc", "-run"], 1500)}
EMULATED, EMULATED_TIMES = "qemu-user", 400
NAMES = (*COMMANDS, EMULATED)


def write(folder, name):
    """Its source; what Java wants is a class."""
    suffix, text = SOURCES[name]
    path = os.path.join(folder, f"Generated.{suffix}")
    with open(path, "w", encoding="utf-8") as output:
        output.write(text)
    return path


def commands(folder, quick):
    """(name, command), of those that are installed."""
    for name, (command, times) in COMMANDS.items():
        program = shutil.which(command[0])
        if program and (name != "java" or shutil.which("javac")):
            source = write(folder, name)
            if name == "java":
                subprocess.run(["javac", "-d", folder, source], check=True)
            what = ["-cp", folder, "Generated"] if name == "java" else [source]
            yield name, [program, *command[1:], *what, "2" if quick else str(times)]
    emulator = shutil.which("qemu-x86_64")
    if emulator:
        program = os.path.join(folder, "generated-static")
        subprocess.run(["cc", "-O1", "-static", write(folder, "tcc -run"), "-o", program], check=True)
        yield EMULATED, [emulator, program, "2" if quick else str(EMULATED_TIMES)]
