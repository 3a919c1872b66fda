      *> SPDX-License-Identifier: GPL-2.0-or-later
      *> GnuCOBOL: displaying, arithmetic, strings, files, calls.
      *>
      *> long: its compiler or its start takes seconds
      *> build: cobc -x -free -g $SRC -o $BIN
      *> features: display compute string unstring inspect table date accept call file
identification division.
program-id. hello.
environment division.
input-output section.
file-control.
    select passwd assign to "/etc/passwd" organization is line sequential file status is file-state.
data division.
file section.
fd passwd.
01 passwd-line pic x(200).
working-storage section.
01 feature pic x(20).
01 planted pic x(20).
01 file-state pic xx.
01 number-1 pic 9(6)v99 value 12.5.
01 number-2 pic z(6)9.99.
01 text-1 pic x(60).
01 word-1 pic x(20).
01 word-2 pic x(20).
01 i pic 9(4).
01 lost usage pointer.
01 number-table.
   05 one-number pic 9(4) occurs 10 times.
procedure division.
main-part.
    accept feature from argument-value
    accept planted from environment "PLANT"
    if planted not = spaces
        call "malloc" using by value 1337 returning lost
        set lost to null
    end-if
    evaluate feature
    when "display"
        display "hello " 42
    when "compute"
        compute number-2 = number-1 ** 2 / 3
        display number-2
    when "string"
        string "hello" delimited by size " world" delimited by size into text-1
        display text-1
    when "unstring"
        unstring "hello world" delimited by space into word-1 word-2
        display word-2
    when "inspect"
        move "hello" to text-1
        inspect text-1 replacing all "l" by "L"
        display text-1
    when "table"
        perform varying i from 1 by 1 until i > 10
            move i to one-number(i)
        end-perform
        sort one-number descending key one-number
        display one-number(1)
    when "date"
        display function current-date
    when "accept"
        accept word-1 from time
        display function upper-case(word-1)
    when "call"
        call "getpid" returning i
        display function length(feature)
    when "file"
        open input passwd
        read passwd at end display "empty" end-read
        close passwd
    when other
        move 99 to return-code
    end-evaluate
    stop run.
