/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The routines that enter direct code, those that it jumps to, and code that is pasted into it.
 *
 * Direct code has the guest's registers in the processor's. So but for the first routine none has a register to itself:
 * what it uses it keeps in words of direct_state before (KEPT_RCX and so on). Many must leave flags as they are as well:
 * then nothing is compared, but what may be zero is put into %rcx, for jrcxz.
 *
 * Offsets and constants are those of C (routine_offsets.c). */
#include "coregrind-glue/direct/routine_offsets.h"

	.text

/* --- the guest's registers; %rax points to the guest state --- */

/* Those that a function may change. */
.macro changed_by_functions do
	\do rcx, GUEST_RCX
	\do rdx, GUEST_RDX
	\do rsi, GUEST_RSI
	\do rdi, GUEST_RDI
	\do r8, GUEST_R8
	\do r9, GUEST_R9
	\do r10, GUEST_R10
	\do r11, GUEST_R11
.endm

.macro general_but_rax do
	changed_by_functions \do
	\do rbx, GUEST_RBX
	\do rbp, GUEST_RBP
	\do r12, GUEST_R12
	\do r13, GUEST_R13
	\do r14, GUEST_R14
	\do r15, GUEST_R15
.endm

.macro load register, place
	movq \place(%rax), %\register
.endm

.macro store register, place
	movq %\register, \place(%rax)
.endm

.macro load_vectors
	.irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	vmovdqu GUEST_YMM0+\number*GUEST_YMM_BYTES(%rax), %ymm\number
	.endr
.endm

.macro store_vectors
	.irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	vmovdqu %ymm\number, GUEST_YMM0+\number*GUEST_YMM_BYTES(%rax)
	.endr
.endm

/* --- flags, by way of %rax --- */

.macro keep_flags
	lahf
	seto %al
	movq %rax, direct_state_flags
.endm

.macro take_flags
	movq direct_state_flags, %rax
	addb $0x7f, %al
	sahf
.endm

/* --- the ways in and out --- */

/* A function without arguments, which returns when direct code is left: may_enter() says where to go on. */
	.globl direct_enter
direct_enter:
	movq %rsp, direct_crossing_host_sp
	movq %rbp, %rdi
	call *direct_crossing_may_enter
	jmp *%rax

/* %rbp: the guest state. */
	.globl direct_go_on
direct_go_on:
	ldmxcsr direct_state_modes
	movq %rbp, %rax
	load_vectors
	take_flags
	movq %rbp, %rax
	general_but_rax load
	movq GUEST_RSP(%rax), %rsp
	movq GUEST_RAX(%rax), %rax
	jmp *direct_crossing_code

.macro leave name, way
	.globl direct_leave_\name
direct_leave_\name:
	movq %rax, KEPT_RAX
	movl $\way, direct_way
	jmp direct_leave_any
.endm

	leave precise, LEAVES_PRECISE
	leave plain, LEAVES_PLAIN
	leave link, LEAVES_LINK

direct_leave_any:
	movq direct_crossing_guest, %rax
	general_but_rax store
	store_vectors
	movq %rsp, GUEST_RSP(%rax)
	movq direct_crossing_host_sp, %rsp
	stmxcsr direct_state_modes
	ldmxcsr direct_usual_modes
	pushfq
	popq direct_crossing_flags
	vzeroupper
	movq %rax, %rbp
	movq KEPT_RAX, %rcx
	movq %rcx, GUEST_RAX(%rax)
	movq %rbp, %rdi
	movl direct_way, %esi
	call *direct_crossing_was_left
	jmp *%rax

/* --- visits: a function of the tool, and back; %rcx is borrowed, and says which function --- */

.macro each_xmm do
	.irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	\do \number
	.endr
.endm

.macro save_xmm number
	movaps %xmm\number, 16*\number(%rsp)
.endm

.macro load_xmm number
	movaps 16*\number(%rsp), %xmm\number
.endm

	.globl direct_load_x87
direct_load_x87:
	movl $VISITS_X87, %ecx
	jmp direct_visit
	.globl direct_make_request
direct_make_request:
	movl $VISITS_REQUEST, %ecx
direct_visit:
	movq %rax, KEPT_RAX
	keep_flags
	movq direct_crossing_guest, %rax
	general_but_rax store
	movq %rsp, GUEST_RSP(%rax)
	movq %rax, %rdi
	movq KEPT_RCX, %rax
	movq %rax, GUEST_RCX(%rdi)
	movq KEPT_RAX, %rax
	movq %rax, GUEST_RAX(%rdi)
	movq direct_crossing_host_sp, %rsp
	subq $256, %rsp
	each_xmm save_xmm
	stmxcsr direct_state_modes
	ldmxcsr direct_usual_modes
	call *direct_crossing_visits(, %rcx, 8)
	ldmxcsr direct_state_modes
	each_xmm load_xmm
	take_flags
	movq direct_crossing_guest, %rax
	changed_by_functions load
	movq GUEST_RSP(%rax), %rsp
	movq GUEST_RAX(%rax), %rax
	jmp *direct_state_resume

/* --- stores whose V bits are not clear ---
 *
 * %rcx is borrowed. They clear the V bits if all bytes are addressable, and go on; or they fail, and code goes on where
 * the store is left to precise code. */

.macro borrow_two
	movq %rax, KEPT_RAX
	movq %rdx, KEPT_RDX
	keep_flags
.endm

.macro give_two_back
	take_flags
	movq KEPT_RDX, %rdx
	movq KEPT_RAX, %rax
.endm

/* A bit for each line of bytes says that something there is watched: then the store fails. */
.macro make_defined_watching bytes
	.globl direct_make_defined_watching_\bytes
direct_make_defined_watching_\bytes:
	borrow_two
	movq direct_state_store_address, %rcx
	movq direct_crossing_watched_tags, %rdx
	leaq \bytes-1(%rcx), %rax
	shrq $TAGS_LINE_BITS, %rcx
	shrq $TAGS_LINE_BITS, %rax
	cmpq $TAGS_LINE_LAST, %rax
	ja direct_store_fails
	btq %rcx, (%rdx)
	jc direct_store_fails
	btq %rax, (%rdx)
	jc direct_store_fails
	give_two_back
	movq KEPT_RCX, %rcx
	jmp direct_make_defined_\bytes
.endm

/* `load`: an instruction that loads at least `bytes` A bits wherever they begin in a byte; `mask`: so many bits. */
.macro make_defined bytes, load, mask, clear:vararg
	.globl direct_make_defined_\bytes
direct_make_defined_\bytes:
	borrow_two
	movq direct_state_store_address, %rcx
	leaq -RED_ZONE(%rsp), %rdx
	cmpq %rdx, %rcx
	jb 1f
	cmpq %rsp, %rcx
	jae 0f
	movl $1, direct_state_redzone_used
0:	movq direct_crossing_sp_on_entry, %rdx
	subq $RED_ZONE+\bytes, %rdx
	cmpq %rdx, %rcx
	jbe 3f
	jmp 2f
	/* Below the red zone A bits may still be those of the stack as it was. */
1:	movq direct_crossing_sp_on_entry, %rdx
	subq $RED_ZONE+\bytes, %rdx
	cmpq %rdx, %rcx
	ja direct_store_fails
2:	movq %rcx, %rdx
	shrq $3, %rdx
	movabsq $A_BITS, %rax
	\load (%rax, %rdx), %rax
	andl $7, %ecx
	shrq %cl, %rax
	testl $\mask, %eax
	jnz direct_store_fails
	movq direct_state_store_address, %rcx
3:	movabsq $V_BITS, %rax
	\clear
	give_two_back
	movq KEPT_RCX, %rcx
	jmp *direct_state_resume
.endm

.macro clear_10
	movq $0, (%rax, %rcx)
	movw $0, 8(%rax, %rcx)
.endm

.macro clear_16
	movq $0, (%rax, %rcx)
	movq $0, 8(%rax, %rcx)
.endm

.macro clear_32
	clear_16
	movq $0, 16(%rax, %rcx)
	movq $0, 24(%rax, %rcx)
.endm

	.irp bytes, 1, 2, 4, 8, 16, 32, 10
	make_defined_watching \bytes
	.endr
	make_defined 1, movzbq, 1, movb $0, (%rax, %rcx)
	make_defined 2, movzwq, 3, movw $0, (%rax, %rcx)
	make_defined 4, movzwq, 0xf, movl $0, (%rax, %rcx)
	make_defined 8, movzwq, 0xff, movq $0, (%rax, %rcx)
	make_defined 10, movslq, 0x3ff, clear_10
	make_defined 16, movslq, 0xffff, clear_16
	make_defined 32, movq, 0xffffffff, clear_32

/* A probe of the stack, far below its pointer, where nothing is addressable: nothing changes. */
	.globl direct_probe
direct_probe:
	borrow_two
	movq direct_state_store_address, %rcx
	cmpq direct_state_probe_start, %rcx
	jb 1f
	cmpq direct_state_probe_last, %rsp
	ja 1f
	movq %rcx, %rdx
	shrq $3, %rdx
	movabsq $A_BITS, %rax
	movzwl (%rax, %rdx), %eax
	andl $7, %ecx
	shrl %cl, %eax
	notl %eax
	testb $0xff, %al
	jnz direct_store_fails
	give_two_back
	movq KEPT_RCX, %rcx
	jmp *direct_state_resume
1:	give_two_back
	movl $VISITS_PROBE, %ecx
	jmp direct_visit

	.globl direct_store_fails
direct_store_fails:
	give_two_back
	movq KEPT_RCX, %rcx
	jmp *direct_state_store_leave

/* --- returns and indirect jumps, which leave flags as they are --- */

/* Compilers have nothing in %r10 and %r11 at calls and returns, so nobody waits for them. */
.macro borrow_three
	movq %rcx, KEPT_RCX
	movq %r10, KEPT_RAX
	movq %r11, KEPT_RDX
.endm

.macro give_three_back
	movq KEPT_RDX, %r11
	movq KEPT_RAX, %r10
	movq KEPT_RCX, %rcx
.endm

/* %rcx: the guest's target, as the table has it. Then %rcx is zero if the table has it, and %r11 the host's. */
.macro look_up
	movzwl %cx, %r11d
	leal (%r11, %r11), %r11d
	movq direct_table(, %r11, 8), %r10
	movq direct_table+WAY_HOST(, %r11, 8), %r11
	notq %r10
	leaq 1(%rcx, %r10), %rcx
.endm

/* One turn less until the time slice ends; %rcx is zero when it does. */
.macro count_turn
	movl direct_state_turns, %ecx
	leal -1(%rcx), %ecx
	movl %ecx, direct_state_turns
.endm

/* The red zone so far above the stack pointer as %r11 says, word by word: its V bits are set. */
.macro give_red_zone_up
	.irp below, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128
	movq $-1, %gs:V_BIAS-\below(%rsp, %r11)
	.endr
	movl $0, direct_state_redzone_used
.endm

/* `kind`: a suffix of the names; where nothing is checked, the stack has no V bits. */
.macro return_to kind, checks
	.balign 32
	.globl direct_return_to\kind
direct_return_to\kind:
	borrow_three
	.if \checks
	movl direct_state_redzone_used, %ecx
	jrcxz 1f
	jmp 9f
1:	movq $-1, %gs:V_BIAS(%rsp)
	.endif
	count_turn
	jrcxz 8f
	/* By way of an address, as Zen foresees for (%rsp) what the host's call has put there. */
	leaq (%rsp), %rcx
	movq (%rcx), %rcx
	movq %rcx, direct_state_go_on_at
	notq %rcx
	look_up
	jrcxz 2f
	give_three_back
	movl $VISITS_RETURN, %ecx
	jmp direct_visit
2:
	.globl direct_return_puts\kind
direct_return_puts\kind:
	movq %r11, (%rsp)
	give_three_back
	.globl direct_return\kind
direct_return\kind:
	ret
8:	movq (%rsp), %rcx
	movq %rcx, direct_state_go_on_at
	.globl direct_return_leaves\kind
direct_return_leaves\kind:
	give_three_back
	leaq 8(%rsp), %rsp
	jmp direct_leave_plain
	.if \checks
9:	movl direct_state_given_up, %r11d
	notq %r11
	leaq 1(%r11), %r11
	give_red_zone_up
	jmp 1b
	.endif
.endm

	return_to , 1
	return_to _counting, 0

/* Code of indirect jumps, which is pasted where they are: the processor foresees each by itself. */
	.globl direct_jump
direct_jump:
	borrow_three
	count_turn
	jrcxz 3f
	movq direct_state_target, %rcx
	look_up
	jrcxz 2f
	jmp *direct_state_jump_missed
2:	movq %r11, direct_state_target
	give_three_back
	jmp *direct_state_target
3:	jmp *direct_state_jump_over
	.globl direct_jump_end
direct_jump_end:

.macro go_on_at_target
	movq direct_state_target, %rcx
	movq %rcx, direct_state_go_on_at
	give_three_back
.endm

	.globl direct_jump_missed
direct_jump_missed:
	go_on_at_target
	movl $VISITS_JUMP, %ecx
	jmp direct_visit
	.globl direct_jump_over
direct_jump_over:
	go_on_at_target
	jmp direct_leave_plain

	.bss
	.balign 4
direct_way: .zero 4 /* enum direct_way_out */
	.section .rodata
	.balign 4
direct_usual_modes: .long USUAL_MODES
	.section .note.GNU-stack, "", @progbits
