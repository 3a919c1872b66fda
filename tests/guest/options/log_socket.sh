# SPDX-License-Identifier: GPL-2.0-or-later
# --log-socket sends the report over TCP; when nobody listens there, it goes to stderr.
# uses: lose.c
# needs: python3
. "$SRC/lib.sh"
cat >listen.py <<'PYTHON'
import socket
server = socket.create_server(("127.0.0.1", 0))
with open("port.new", "w") as port:
    port.write(str(server.getsockname()[1]))
import os
os.rename("port.new", "port")
server.settimeout(30)
connection = server.accept()[0]
with open("received", "wb") as received:
    while data := connection.recv(65536):
        received.write(data)
PYTHON
python3 listen.py &
wait_for test -f port
port=$(cat port)
checker "--log-socket=127.0.0.1:$port" "$BIN/lose" 2>stderr
wait $!
expect received "1,337 bytes in 1 blocks are definitely lost" "ERROR SUMMARY: 1 errors from 1 contexts"
reject stderr "definitely lost"

checker "--log-socket=127.0.0.1:$port" "$BIN/lose" 2>unheard
expect unheard "1,337 bytes in 1 blocks are definitely lost"
