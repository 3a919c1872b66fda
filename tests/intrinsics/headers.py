# SPDX-License-Identifier: GPL-2.0-or-later
"""Every intrinsic of gcc's headers that does not need AVX-512, as functions that a list of instructions can call.

The compiler's own preprocessor gives the prototypes. From each we make a function with the usual calling convention,
compiled twice: as code without VEX prefixes, and as code that has AVX2 and all else. Constants that an instruction
demands are tried from a table; what the compiler refuses goes.
"""
import concurrent.futures
import os
import re
import subprocess

# Header (without "intrin.h"): can it be compiled without AVX?
HEADERS = {"mm": True, "xmm": True, "emm": True, "pmm": True, "tmm": True, "smm": True, "wmm": True, "popcnt": True,
           "ia32": True, "sha": True, "avx": False, "avx2": False, "fma": False, "f16c": False, "bmi": False,
           "bmi2": False, "lzcnt": False, "adx": False, "x86gpr": False, "imm": False}
TARGETS = {
    "sse": "-msse4.2 -maes -mpclmul -mpopcnt -msha -mno-avx".split(),
    "avx": "-mavx2 -mfma -mf16c -mbmi -mbmi2 -mlzcnt -madx -mmovbe -maes -mpclmul -mpopcnt -mrdrnd -msha".split(),
}
# Nothing that could be compared: clocks, modes, random numbers, caches, what is undefined on purpose, privileged
# instructions.
LEFT_OUT = re.compile(r"rdtsc|rdpmc|rdrand|rdseed|wbinvd|wbnoinvd|csr|eflags|MM_SET|MM_GET|prefetch|clflush|pause|"
                      r"fence|undefined|fsbase|gsbase|rdpid|ssp|_mm_malloc|_mm_free|invpcid|ptwrite|xgetbv|xsetbv")
PROTOTYPE = re.compile(r"(?:extern|static) "
                       r"__inline\s+([^;{}()]*?)\s*__attribute__\s*\(\(.*?\)\)\s*(\w+)\s*\(([^{}]*?)\)\s*\{")
FLOATS = re.compile(r"^(float|double|__m(64|128|256)d?)$")
IMMEDIATE_SHIFT = re.compile(r"_s[lr][la]i_|_m_ps[lr][law]+[dqw]?i$")
CONSTANTS = [*range(32), 49, 78, 90, 127, 128, 147, 177, 216, 228, 255]
INTEGERS, VECTORS = ["rdi", "rsi", "rdx", "rcx", "r8", "r9"], 4
# Which register of the harness an argument comes from; the others lie where they have to be.
INTEGER_OPERANDS, INTEGER_SOURCES = "abdc89", {"rdi": "rax", "rsi": "rbx"}
GATHER_INDEX_MAX = 7


class Argument:
    def __init__(self, text):
        text = re.sub(r"\s+", " ", text.strip())
        self.type = re.sub(r"\bconst\b", "",
                           text.rpartition("*")[0] + "*" if "*" in text else re.sub(r"\w+$", "", text)).strip()
        self.is_pointer = "*" in text
        self.is_vector = not self.is_pointer and bool(re.match(r"(__m\d|float|double|__v\d)", self.type))
        self.is_constant = bool(re.search(r"\bconst\b", text)) and not self.is_pointer and not self.is_vector


class Intrinsic:
    def __init__(self, header, returned, name, arguments):
        self.header, self.returned, self.name = header, re.sub(r"\s+", " ", returned), name
        self.arguments = [Argument(text) for text in arguments.split(",") if text.strip() not in ("", "void")]

    def uses_floats(self):
        return any(FLOATS.match(text) and text != "__m64" for text in [self.returned,
                                                                       *(each.type for each in self.arguments)])


class Function:
    """One form of an intrinsic, with constants where it wants them."""

    def __init__(self, intrinsic, target, constants):
        self.intrinsic, self.target, self.constants = intrinsic, target, constants
        self.name = "_".join(["insn", target, intrinsic.name, *(str(value) for value in constants.values())])
        rest = [each for index, each in enumerate(intrinsic.arguments) if index not in constants]
        self.is_in_memory = (sum(not each.is_vector for each in rest) > len(INTEGERS)
                             or sum(each.is_vector for each in rest) > VECTORS)

    def text(self):
        """C, on one line."""
        parameters, values = [], []
        after_pointer = False
        for index, each in enumerate(self.intrinsic.arguments):
            value = str(self.constants.get(index, ""))
            if not value and self.is_in_memory:
                value = f"(({each.type} const *)a)[{index}]"
            elif not value:
                parameters.append(f"{each.type} a{index}")
                value = f"a{index}"
                if "gather" in self.name and after_pointer:
                    value = f"({value} & {self._small_indices(each.type)})"
            after_pointer = each.is_pointer
            values.append(value)
        if self.is_in_memory:
            parameters = ["void const *a"]
        call = f"{self.intrinsic.name}({', '.join(values)})"
        returned = self.intrinsic.returned
        if returned != "void" and not re.match(r"__m|float|double", returned):
            returned, call = "unsigned long long", f"(unsigned long long){call}"
        statement = f"{call};" if returned == "void" else f"return {call};"
        return f"{returned} {self.name}({', '.join(parameters) or 'void'}) {{ {statement} }}"

    def _small_indices(self, kind):
        lanes = "epi32" if "i32gather" in self.name else "epi64x"
        return f"_mm{'256' if '256' in kind else ''}_set1_{lanes}({GATHER_INDEX_MAX})"

    def row(self):
        """(rule, operands, assembler) of the list: arguments are moved to where a function has them."""
        operands, moves, integers, vectors = "", [], 0, 0
        for index, each in enumerate(self.intrinsic.arguments):
            if index in self.constants or self.is_in_memory:
                continue
            if each.is_vector:
                operands += "XYZW"[vectors] if "256" in each.type else "xyzw"[vectors]
                vectors += 1
                continue
            register = INTEGERS[integers]
            if each.is_pointer:
                moves.append(f"mov {'%r12' if 'v' in operands else '%rbp'}, %{register}")
                operands += "n" if "v" in operands else "v"
            else:
                operands += INTEGER_OPERANDS[integers]
                if register in INTEGER_SOURCES:
                    moves.append(f"mov %{INTEGER_SOURCES[register]}, %{register}")
            integers += 1
        if self.is_in_memory:
            operands, moves = "u", ["mov %rbp, %rdi"]
        rule = "S" if self.intrinsic.uses_floats() else ""
        clear = "".join(f"; xor %{each}, %{each}" for each in ("ecx", "edx", "r8d", "r9d"))
        return rule, operands, "; ".join(["mov %rsi, %rbp", "mov %rdi, %r12", *moves, f"call {self.name}",
                                          "mov %rbp, %rsi", "mov %r12, %rdi"]) + clear


def intrinsics():
    text = subprocess.run(["gcc", "-E", "-O1", "-include", "x86intrin.h", "-xc", "/dev/null"], check=True,
                          capture_output=True, text=True).stdout
    lines, header = {}, None
    for line in text.splitlines():
        marker = re.match(r'# \d+ ".*?(?:(\w+)intrin)?\.h"', line)
        if line.startswith("# "):
            header = marker[1] if marker else None
        elif header in HEADERS:
            lines.setdefault(header, []).append(line)
    found = [Intrinsic(header, *prototype) for header in lines
             for prototype in PROTOTYPE.findall("\n".join(lines[header]))]
    return [each for each in found if not LEFT_OUT.search(each.name)]


def functions(intrinsic):
    """All forms of one."""
    wanted = [index for index, each in enumerate(intrinsic.arguments) if each.is_constant]
    choices = [{index: value} for index in wanted[:1] for value in CONSTANTS] if wanted else [{}]
    if IMMEDIATE_SHIFT.search(intrinsic.name) and not wanted:
        choices += [{len(intrinsic.arguments) - 1: value} for value in CONSTANTS if value < 66]
    targets = [target for target in TARGETS if target == "avx" or HEADERS[intrinsic.header]]
    return [Function(intrinsic, target, constants) for target in targets for constants in choices]


def compile_functions(chosen, directory, jobs):
    """Compiles them; returns those that the compiler takes, and the object files."""
    pieces = [(target, number, [each for each in chosen if each.target == target][number::jobs])
              for target in TARGETS for number in range(jobs)]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(lambda piece: _compile_piece(*piece, directory), pieces))
    return [each for taken, _ in results for each in taken], [path for _, path in results]


def _compile_piece(target, number, chosen, directory):
    source = os.path.join(directory, f"{target}{number}.c")
    command = ["gcc", "-O1", "-w", "-fmax-errors=0", "-fno-pie", *TARGETS[target], "-c", source, "-o",
               source[:-1] + "o"]
    while True:
        with open(source, "w", encoding="utf-8") as output:
            output.write("#include <x86intrin.h>\n" + "".join(each.text() + "\n" for each in chosen))
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 0:
            return chosen, source[:-1] + "o"
        bad = _lines_at_fault(done.stderr, source)
        if not bad:
            raise RuntimeError(done.stderr[-4000:])
        chosen = [each for index, each in enumerate(chosen) if index + 2 not in bad]


def _lines_at_fault(stderr, source):
    """An error within an inlined function names the line that calls it before, or after."""
    return {int(number) for number in re.findall(re.escape(source) + r":(\d+):", stderr)}
