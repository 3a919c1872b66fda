# SPDX-License-Identifier: GPL-2.0-or-later
"""Instructions that have no intrinsics, as rows of a list: on general registers and memory in all sizes, x87 and MMX.

A row is (rule, operands with undefined bits, code), see tests/guest/instructions/instructions_guest.c. Flags that an
instruction leaves open are not asked for: each entry names those that it sets. %rsi and %rdi point to memory.
"""
import re

REGISTERS = {"b": ("al", "bl", "cl", "dl"), "w": ("ax", "bx", "cx", "dx"), "l": ("eax", "ebx", "ecx", "edx"),
             "q": ("rax", "rbx", "rcx", "rdx")}
BITS = {"b": 8, "w": 16, "l": 32, "q": 64}
CONDITIONS = "o no b ae e ne be a s ns p np l ge le g".split()
# Where setcc leaves the flags: bytes of memory behind what the instructions use.
FLAGS = {"o": 48, "c": 49, "z": 50, "s": 51, "p": 52}


def flags(which):
    return "".join(f"; set{each} {FLAGS[each]}(%rdi)" for each in which)


def binary():
    for name, known in [(each, "oczsp") for each in "add sub adc sbb cmp and or xor test".split()]:
        for size, (a, b, c, _) in REGISTERS.items():
            full = f"{name}{size}"
            before = "cmp $9, %ecx; " if name in ("adc", "sbb") else ""
            yield "", "abc", f"{before}{full} %{b}, %{a}" + flags(known)
            yield "", "bm", f"{before}{full} %{b}, (%rsi)" + flags(known)
            if name != "test":
                yield "", "am", f"{before}{full} (%rsi), %{a}" + flags(known)
                if size != "b":
                    yield "", "a", f"{before}{full} $-5, %{a}" + flags(known)
            yield "", "a", f"{before}{full} ${0x5a if size == 'b' else 0x1234}, %{a}" + flags(known)
            yield "", "m", f"{before}{full} $0x15, (%rsi)" + flags(known)
            if name not in ("cmp", "test"):
                yield "", "bm", f"{before}lock {full} %{b}, (%rsi)" + flags(known)
                yield "", "m", f"{before}lock {full} $0x15, (%rsi)" + flags(known)
    for name in ("add", "sub", "cmp", "and", "xor", "mov"):
        yield "", "ad", f"{name} %ah, %dl" + ("" if name == "mov" else flags("oczsp"))
        yield "", "ad", f"{name} %dl, %ah" + ("" if name == "mov" else flags("oczsp"))
        yield "", "ab", f"{name} %bh, %ah" + ("" if name == "mov" else flags("oczsp"))


def unary():
    for size, (a, _, _, _) in REGISTERS.items():
        for name, known in (("inc", "ozsp"), ("dec", "ozsp"), ("neg", "oczsp"), ("not", "")):
            yield "", "a", f"{name}{size} %{a}" + flags(known)
            yield "", "m", f"{name}{size} (%rsi)" + flags(known)
            yield "", "m", f"lock {name}{size} (%rsi)" + flags(known)
    yield "", "a", "pushw %ax; popw %bx"
    yield "", "a", "pushq %rax; popq %rbx"
    for register in ("eax", "rax", "r8d", "r8"):
        yield "", "a8", f"bswap %{register}"


def shifts():
    for size, (a, b, _, _) in REGISTERS.items():
        for name in ("shl", "shr", "sar", "rol", "ror", "rcl", "rcr"):
            known = "c" if name[0] == "r" else "czsp"
            before = "cmp $9, %edx; " if name in ("rcl", "rcr") else ""
            yield "", "ad", f"{before}{name}{size} ${1}, %{a}" + flags(known + "o")
            for count in (2, BITS[size] // 2, BITS[size] - 1):
                yield "", "ad", f"{before}{name}{size} ${count}, %{a}" + flags(known)
                yield "", "m", f"{before}{name}{size} ${count}, (%rsi)" + flags(known)
            yield "", "acd", f"{before}{name}{size} %cl, %{a}"
            yield "", "ad", f"{before}mov $5, %cl; {name}{size} %cl, %{a}" + flags(known)
        if size == "b":
            continue
        for name in ("shld", "shrd"):
            for count in (1, 7, BITS[size] - 1):
                yield "", "ab", f"{name}{size} ${count}, %{b}, %{a}" + flags("czsp")
                yield "", "bm", f"{name}{size} ${count}, %{b}, (%rsi)" + flags("czsp")
            if size != "w":  # where counts above 16 leave all open
                yield "", "abc", f"{name}{size} %cl, %{b}, %{a}"
    for size in "lq":
        a, b, c, _ = REGISTERS[size]
        for name in ("sarx", "shlx", "shrx"):
            yield "", "bc", f"{name} %{c}, %{b}, %{a}"
            yield "", "cm", f"{name} %{c}, (%rsi), %{a}"
        for count in (1, 13, BITS[size] - 1):
            yield "", "b", f"rorx ${count}, %{b}, %{a}"
            yield "", "m", f"rorx ${count}, (%rsi), %{a}"


def products():
    for size, (a, b, c, d) in REGISTERS.items():
        for name in ("mul", "imul"):
            yield "", "ab", f"{name}{size} %{b}" + flags("co")
            yield "", "am", f"{name}{size} (%rsi)" + flags("co")
        if size == "b":
            yield "", "a", "or $9, %bl; movzbw %al, %ax; div %bl"
            yield "", "a", "or $9, %bl; and $63, %bl; movsbw %al, %ax; idiv %bl"
            yield "R", "ab", "or $9, %bl; movzbw %al, %ax; div %bl"
            continue
        yield "", "ab", f"imul{size} %{b}, %{a}" + flags("co")
        yield "", "am", f"imul{size} (%rsi), %{a}" + flags("co")
        for constant in (3, -7, 100, 8, 1000):
            yield "", "b", f"imul{size} ${constant}, %{b}, %{a}" + flags("co")
            yield "", "m", f"imul{size} ${constant}, (%rsi), %{a}" + flags("co")
        extend = {"w": "cwd", "l": "cdq", "q": "cqo"}[size]
        yield "", "a", f"or $9, %{b}; xor %edx, %edx; div %{b}"
        yield "R", "ab", f"or $9, %{b}; xor %edx, %edx; div %{b}"
        yield "", "a", f"mov $11, %{b}; {extend}; idiv %{b}"
        yield "R", "am", f"orw $9, (%rsi); xor %edx, %edx; div{size} (%rsi)"
        yield "", "ad", f"mov $-1, %{b}; and $7, %{d}; div %{b}"
    for size in "lq":
        a, b, c, d = REGISTERS[size]
        yield "", "bd", f"mulx %{b}, %{a}, %{c}"
        yield "", "dm", f"mulx (%rsi), %{a}, %{c}"
        for name, flag in (("adcx", "c"), ("adox", "o")):
            yield "", "abc", f"cmp $9, %ecx; {name} %{b}, %{a}" + flags(flag)
            yield "", "am", f"cmp $9, %ecx; {name} (%rsi), %{a}" + flags(flag)


def moves():
    for size, (a, b, _, _) in REGISTERS.items():
        yield "", "ab", f"mov{size} %{b}, %{a}"
        yield "", "am", f"mov{size} (%rsi), %{a}"
        yield "", "am", f"mov{size} %{a}, (%rsi)"
        yield "", "m", f"mov{size} $-9, 1(%rsi)"
        yield "", "ab", f"xchg{size} %{b}, %{a}"
        yield "", "am", f"xchg{size} %{a}, (%rsi)"
        yield "", "ab", f"xadd{size} %{b}, %{a}" + flags("oczsp")
        yield "", "am", f"lock xadd{size} %{a}, (%rsi)" + flags("oczsp")
        for wider in "wlq"["bwlq".index(size):]:
            for kind in "zs":
                if (size, kind) == ("l", "z"):
                    continue
                mnemonic = f"mov{kind}{size}{wider}"
                yield "", "ab", f"{mnemonic} %{b}, %{REGISTERS[wider][0]}"
                yield "", "am", f"{mnemonic} (%rsi), %{REGISTERS[wider][0]}"
        if size != "b":
            yield "", "am", f"movbe{size} (%rsi), %{a}"
            yield "", "am", f"movbe{size} %{a}, (%rsi)"
            yield "", "ab", f"lea{size} 7(%rax,%rbx,4), %{a}"
            yield "", "b", f"lea{size} 1234(,%rbx,8), %{a}"
            yield "", "a", f"lea{size} (%eax), %{a}" if size != "w" else "leaw 5(%rax), %ax"
            for condition in CONDITIONS:
                yield "", "abc", f"cmp $77, %{'rcx'}; cmov{condition}{size} %{b}, %{a}"
                yield "", "abm", f"test %rbx, %rbx; cmov{condition}{size} (%rsi), %{a}"
    for name in ("cbtw", "cwtl", "cltq", "cwtd", "cltd", "cqto"):
        yield "", "ad", name
    for condition in CONDITIONS:
        yield "", "ab", f"cmp %rbx, %rax; set{condition} %cl"
        yield "", "ab", f"test %ebx, %eax; set{condition} %cl"
        yield "R", "a", f"cmp $77, %al; j{condition} 1f; mov $9, %ebx; 1:"
    yield "", "ab", "cmp $9, %eax; lahf; and $0xc500, %eax"
    yield "", "a", "sahf" + flags("czsp")
    yield "", "ab", "cmp %ebx, %eax; cmc" + flags("c")
    yield "", "ab", "cmp %ebx, %eax; stc" + flags("cz")
    yield "", "ab", "cmp %ebx, %eax; clc" + flags("cz")
    yield "", "ab", "cmp %ebx, %eax; pushfq; pop %rcx; and $0x8c5, %ecx"
    yield "", "a", "and $0x8d5, %eax; push %rax; popfq" + flags("oczsp")
    yield "R", "a", "mov %rax, %rcx; jrcxz 1f; mov $9, %ebx; 1:"
    yield "", "a", "mov $3, %ecx; 1: add %rcx, %rax; loop 1b"


def bits():
    for size in "wlq":
        a, b, c, _ = REGISTERS[size]
        for name in ("bt", "bts", "btr", "btc"):
            yield "", "ab", f"{name}{size} %{b}, %{a}" + flags("c")
            for number in (0, 5, BITS[size] - 1):
                yield "", "a", f"{name}{size} ${number}, %{a}" + flags("c")
                yield "", "m", f"{name}{size} ${number}, (%rsi)" + flags("c")
            yield "R", "bm", f"and $63, %ebx; {name}{size} %{b}, (%rsi)" + flags("c")
            yield "", "m", f"mov $-9, %rbx; {name}{size} %{b}, 32(%rsi)" + flags("c")
        for name, known in (("tzcnt", "cz"), ("lzcnt", "cz"), ("popcnt", "z")):
            yield "", "b", f"{name} %{b}, %{a}" + flags(known)
            yield "", "m", f"{name} (%rsi), %{a}" + flags(known)
        for name in ("bsf", "bsr"):
            yield "", "b", f"or $64, %{b}; {name} %{b}, %{a}"
            yield "", "b", f"{name} %{b}, %{c}; cmovz %eax, %ecx" + flags("z")
    for size in "lq":
        a, b, c, d = REGISTERS[size]
        yield "", "bc", f"andn %{c}, %{b}, %{a}" + flags("oczs")
        yield "", "cm", f"andn (%rsi), %{c}, %{a}" + flags("oczs")
        for name in ("blsi", "blsr", "blsmsk"):
            yield "", "b", f"{name} %{b}, %{a}" + flags("oczs")
            yield "", "m", f"{name} (%rsi), %{a}" + flags("oczs")
        yield "", "bc", f"bextr %{c}, %{b}, %{a}" + flags("z")
        yield "", "bc", f"bzhi %{c}, %{b}, %{a}" + flags("czs")
        for name in ("pdep", "pext"):
            yield "", "bc", f"{name} %{c}, %{b}, %{a}"
            yield "", "bm", f"{name} (%rsi), %{b}, %{a}"
        for wide in ("b", "w", "l") if size == "l" else ("b", "q"):
            yield "", "ab", f"crc32{wide} %{REGISTERS[wide][1]}, %{a}"
    yield "R", "am", "lock cmpxchg %rcx, (%rsi)" + flags("z")
    yield "R", "abcdm", "cmpxchg8b (%rsi)" + flags("z")
    yield "R", "abcdv", "cmpxchg16b (%rsi)" + flags("z")
    yield "R", "abcdv", "lock cmpxchg16b (%rsi)" + flags("z")


def strings():
    for size in "bwlq":
        yield "", "m", f"movs{size}"
        yield "", "am", f"stos{size}"
        yield "", "am", f"lods{size}"
        yield "", "an", f"scas{size}" + flags("oczsp")
        yield "", "mn", f"cmps{size}" + flags("oczsp")
        yield "", "v", f"mov $2, %ecx; rep movs{size}"
        yield "", "am", f"mov $2, %ecx; rep stos{size}"
        yield "R", "an", f"mov $2, %ecx; repne scas{size}" + flags("z")
        yield "R", "mn", f"mov $2, %ecx; repe cmps{size}" + flags("z")
    yield "", "m", "and $7, %eax; mov %rsi, %rbx; xlat"
    yield "", "a", "enter $32, $0; mov %rax, -8(%rbp); mov -8(%rbp), %rcx; leave"


def x87():
    """The stack of x87 registers shares them with MMX: it begins empty, and at the end there are defined values."""
    def code(text):
        return f"emms; fninit; {text}; emms; pxor %mm0, %mm0; pxor %mm1, %mm1"
    for name in ("fadd", "fsub", "fsubr", "fmul", "fdiv", "fdivr"):
        yield "F", "m", code(f"flds (%rsi); {name}s 4(%rsi); fstpl 8(%rsi)")
        yield "F", "v", code(f"fldl (%rsi); {name}l 8(%rsi); fstpl 16(%rsi)")
        yield "F", "m", code(f"flds (%rsi); flds 4(%rsi); {name}p; fstpl 8(%rsi)")
        yield "F", "m", code(f"flds (%rsi); flds 4(%rsi); {name} %st(1), %st; fstpl 8(%rsi); fstps (%rsi)")
        yield "", "m", code(f"filds (%rsi); fi{name[1:]}s 2(%rsi); fstpl 8(%rsi)")
        yield "", "m", code(f"fildl (%rsi); fi{name[1:]}l 4(%rsi); fstpl 8(%rsi)")
    for name in ("fcom", "fucom"):
        yield "F", "m", code(f"flds (%rsi); flds 4(%rsi); {name}pp; fnstsw %ax; and $0x4500, %eax")
        yield "F", "m", code(f"flds (%rsi); flds 4(%rsi); {name}i %st(1), %st" + flags("czp") + "; fstp %st; fstp %st")
        yield "F", "m", code(f"flds (%rsi); flds 4(%rsi); {name}ip" + flags("czp") + "; fstp %st")
    yield "F", "m", code("flds (%rsi); ftst; fnstsw %ax; and $0x4500, %eax; fstp %st")
    yield "F", "m", code("flds (%rsi); fxam; fnstsw %ax; and $0x4700, %eax; fstp %st")
    for name in ("fabs", "fchs", "frndint", "fsqrt", "fsin", "fcos", "f2xm1"):
        yield "F", "m", code(f"flds (%rsi); {name}; fstps 8(%rsi)")
    for name in ("fsincos", "fptan", "fxtract"):
        yield "F", "m", code(f"flds (%rsi); {name}; fstps 8(%rsi); fstps 12(%rsi)")
    for name in ("fpatan", "fyl2x", "fyl2xp1"):
        yield "F", "m", code(f"flds (%rsi); flds 4(%rsi); {name}; fstps 8(%rsi)")
    for name in ("fscale", "fprem", "fprem1"):
        yield "F", "m", code(f"flds 4(%rsi); flds (%rsi); {name}; fstpl 8(%rsi); fstps (%rsi)")
    for name in ("fld1", "fldz", "fldpi", "fldl2e", "fldl2t", "fldlg2", "fldln2"):
        yield "F", "m", code(f"{name}; fadds (%rsi); fstps 8(%rsi)")
    for size, step in (("s", 2), ("l", 4), ("ll", 8)):
        yield "", "m", code(f"fild{size} (%rsi); fistp{size} 8(%rsi)")
        yield "F", "m", code(f"flds (%rsi); fistp{size} 8(%rsi)")
        yield "F", "m", code(f"flds (%rsi); fisttp{size} 8(%rsi)")
        if size != "ll":
            yield "F", "m", code(f"flds (%rsi); fist{size} 8(%rsi); fstp %st")
    for load, store in (("flds", "fstpl"), ("fldl", "fstps"), ("flds", "fstps"), ("fldl", "fstpl")):
        yield "F", "m", code(f"{load} (%rsi); {store} 8(%rsi)")
    yield "F", "m", code("flds (%rsi); fstpt 16(%rsi); fldt 16(%rsi); fstpl 8(%rsi)")
    yield "F", "m", code("flds (%rsi); flds 4(%rsi); fxch; fstps 8(%rsi); fstps 12(%rsi)")
    yield "F", "m", code("flds (%rsi); fld %st; fstps 8(%rsi); fsts 12(%rsi); fstp %st")
    for condition in ("b", "e", "be", "u", "nb", "ne", "nbe", "nu"):
        yield "F", "am", code(f"flds (%rsi); flds 4(%rsi); cmp $9, %rax; fcmov{condition} %st(1), %st; fstps 8(%rsi); "
                              f"fstp %st")
    yield "", "m", code("fnstcw (%rsi); fldcw (%rsi)")


def mmx():
    two = ("packssdw packsswb packuswb paddb paddd paddq paddsb paddsw paddusb paddusw paddw pand pandn pavgb pavgw "
           "pcmpeqb pcmpeqd "
           "pcmpeqw pcmpgtb pcmpgtd pcmpgtw pmaddwd pmaxsw pmaxub pminsw pminub pmulhuw pmulhw pmullw pmuludq por "
           "psadbw pslld psllq "
           "psllw psrad psraw psrld psrlq psrlw psubb psubd psubq psubsb psubsw psubusb psubusw psubw punpckhbw "
           "punpckhdq punpckhwd "
           "punpcklbw punpckldq punpcklwd pxor pabsb pabsd pabsw phaddd phaddsw phaddw phsubd phsubsw phsubw pmaddubsw "
           "pmulhrsw pshufb "
           "psignb psignd psignw").split()
    for name in two:
        yield "", "MN", f"{name} %mm1, %mm0"
        yield "", "Mm", f"{name} (%rsi), %mm0"
    for name in ("pslld", "psllq", "psllw", "psrad", "psraw", "psrld", "psrlq", "psrlw"):
        for count in (0, 1, 7, 15, 16, 31, 33, 64):
            yield "", "M", f"{name} ${count}, %mm0"
    for constant in (0, 0x1b, 0x4e, 0xe4, 0xff):
        yield "", "N", f"pshufw ${constant}, %mm1, %mm0"
        yield "", "MN", f"palignr ${constant & 15}, %mm1, %mm0"
        yield "", "aM", f"pinsrw ${constant & 3}, %eax, %mm0"
        yield "", "aM", f"pextrw ${constant & 3}, %mm0, %eax"
    for name, operands, text in (("movd", "aM", "%eax, %mm0"), ("movd", "aM", "%mm0, %eax"),
                                 ("movq", "aM", "%rax, %mm0"), ("movq", "aM", "%mm0, %rax"),
                                 ("movq", "Mm", "(%rsi), %mm0"), ("movntq", "Mm", "%mm0, (%rsi)"),
                                 ("pmovmskb", "aM", "%mm0, %eax"), ("movq2dq", "MX", "%mm0, %xmm0"),
                                 ("movdq2q", "MX", "%xmm0, %mm0"), ("maskmovq", "MNn", "%mm1, %mm0")):
        yield "R" if name == "maskmovq" else "", operands, f"{name} {text}"
    for name, operands, text in (("cvtpi2ps", "Mx", "%mm0, %xmm0"), ("cvtpi2pd", "Mx", "%mm0, %xmm0"),
                                 ("cvtps2pi", "Mx", "%xmm0, %mm0"), ("cvtpd2pi", "Mx", "%xmm0, %mm0"),
                                 ("cvttps2pi", "Mx", "%xmm0, %mm0"), ("cvttpd2pi", "Mx", "%xmm0, %mm0")):
        yield "S", operands, f"{name} {text}"


def rows():
    """(name, row): the name is the code, more or less."""
    for group in (binary, unary, shifts, products, moves, bits, strings, x87, mmx):
        for rule, operands, code in group():
            yield re.sub(r"^emms; fninit; |; emms; pxor.*$|; set[ocszp] \d+\(%rdi\)", "", code), (rule, operands, code)
