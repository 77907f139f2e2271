#!/bin/bash
# Who gets in, and at which files.
. "$(dirname "$0")/../support/serve.sh"
python3 - <<'END'
import os, shutil, socket, stat, subprocess, sys, time
from serve import *

def refused(part, *arguments):
    found = subprocess.run([PNS, "serve", *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=20)
    text = found.stderr.decode()
    check(found.returncode == 1 and part in text and text.count("\n") == 1,
          "%s: exit %d, '%s', expected '%s'" % (arguments, found.returncode, text, part))

work = folder()
token_file, token = work + "/token", "correct-horse-battery"
with open(os.open(token_file, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
    file.write(token + "\n")

# ---- addresses ----
for where in ("0.0.0.0:0", "[::]:0", "192.0.2.1:8000"):
    refused("can be reached from other machines", "--listen", where)
refused("--allow-remote without --token-file", "--listen", "0.0.0.0:0", "--allow-remote")
refused("expected unix:PATH or ADDRESS:PORT", "--listen", "example.org:80")
refused("expected unix:PATH or ADDRESS:PORT", "--listen", "127.0.0.1")
refused("expected unix:PATH or ADDRESS:PORT", "--listen", "127.0.0.1:70000")
refused("--web without --listen", "--web")
refused("No such file", "--token-file", work + "/none", "--listen", "127.0.0.1:0")
os.chmod(token_file, 0o644)
refused("can be read by others", "--token-file", token_file, "--listen", "127.0.0.1:0")
os.chmod(token_file, 0o600)
short = work + "/short"
with open(os.open(short, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
    file.write("abc\n")
refused("too short", "--token-file", short, "--listen", "127.0.0.1:0")
refused("expected a folder", "--folder", work + "/none")
refused("solves is '0'", "--solves", "0")
refused("did you mean --listen", "--lisen", "127.0.0.1:0")
refused("requests say what to solve", "hex:3")

# ---- the token ----
server = Server("--listen", "0.0.0.0:0", "--allow-remote", "--token-file", token_file)
server.where[0] = "127.0.0.1:" + server.where[0].rsplit(":", 1)[1]
for message in ({"id": 1, "type": "version"}, {"id": 1, "type": "hello"},
                {"id": 1, "type": "hello", "token": token[:-1]},
                {"id": 1, "type": "hello", "token": token + "x"},
                {"id": 1, "type": "hello", "token": ""}, {"id": 1, "type": "hello", "token": 7},
                {"id": 1, "type": "solve", "game": "hex:3"}):
    line = server.client()
    line.send(message, dict(id=2, type="version"))
    answer = line.take()
    check(answer["type"] == "error" and answer["id"] == 1, "%s was answered by %s" % (message, answer))
    check(answer["error"]["field"] == "token" or line.take() is None, "it went on after %s" % message)
line = server.client()
check(line.ask(id=1, type="hello", token=token)["type"] == "version", "the right token")
check(line.ask(id=2, type="show", game="hex:3")["type"] == "position", "after the token")
line.close()
server.end()

# ---- a browser that was led here ----
server = Server("--listen", "127.0.0.1:0", "--listen", "unix:" + work + "/socket")
check(stat.S_IMODE(os.stat(work + "/socket").st_mode) == 0o600, "others may connect")
browser = server.socket()
browser.sendall(b'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n\r\n{"id":1,"type":"solve","game":"hex:3"}\n')
said = b"".join(iter(lambda: browser.recv(4096), b""))
check(b"this is HTTP" in said and b"result" not in said, "%r" % said)
second = subprocess.run([PNS, "serve", "--listen", "unix:" + work + "/socket"], capture_output=True,
                        timeout=10, stdin=subprocess.DEVNULL)
check(b"in use" in second.stderr, "%r" % second.stderr)
server.process.kill()
server.process.wait()
server = Server("--listen", "unix:" + work + "/socket")   # what a kill left is no hindrance
server.end()
check(not os.path.exists(work + "/socket"), "the socket is left")

# ---- files ----
inside, outside = work + "/in", work + "/out"
os.makedirs(inside + "/sub")
os.mkdir(outside)
with open(inside + "/tree.txt", "w") as file:
    file.write("root or a b\na win\nb loss\n")
shutil.copy(inside + "/tree.txt", outside + "/tree.txt")
os.symlink(outside, inside + "/link")
os.symlink(outside + "/tree.txt", inside + "/tree-link")
os.symlink(outside + "/stolen", inside + "/trap.part")
os.symlink(outside + "/stolen", inside + "/trap2.new")
os.mkfifo(inside + "/pipe")
bad = ["../out/x", "/etc/x", outside + "/x", "link/x", "sub/../../out/x", "", ".", "..", "sub/", "/",
       "./x", "trap", "trap2", "x\u0001", "pipe", "sub", "n" * 300, "a/" * 600 + "x"]
server = Server("--folder", inside, stdio=True)
ask = server.lines.ask
for number, path in enumerate(bad):
    for request in (dict(type="solve", game="hex:3", certificate=path),
                    dict(type="solve", game="hex:3", checkpoint=path),
                    dict(type="solve", game="hex:3", value=True, certificate=path),
                    dict(type="verify", file=path)):
        field = [key for key in ("certificate", "checkpoint", "file") if key in request][0]
        answer = ask(id=number, **request)
        check(answer["type"] == "error" and answer["error"]["field"] == field and
              "inside the folder" in answer["error"]["message"], "%s: %s" % (request, answer))
for path in ("../out/tree.txt", outside + "/tree.txt", "tree-link", "link/tree.txt", "pipe", "sub"):
    for kind in ("solve", "show", "moves"):
        answer = ask(id=1, type=kind, game="andor:" + path)
        check(answer["type"] == "error" and answer["error"]["field"] == "game", "%s: %s" % (path, answer))
for game in ("./game.so", "/lib/x.so", "sub/game.so:3"):
    check(ask(id=1, type="show", game=game)["error"]["field"] == "game", game)
check(ask(id=1, type="show", game="hex:3", game_command="touch " + outside + "/run")["warnings"], "a command")
check(ask(id=2, type="solve", game="andor:tree.txt", certificate="sub/proof")["verdict"] == "proven", "inside")
check(ask(id=3, type="verify", file="sub/proof")["valid"] is True, "verify inside")
check(ask(id=4, type="solve", game="hex:3", certificate="-q")["verdict"] == "proven", "a name like an option")
check(ask(id=5, type="verify", file="-q")["valid"] is True, "verify it")
with open(inside + "/sub/proof", "r+b") as file:
    file.seek(-2, 2)
    byte = file.read(1)
    file.seek(-2, 2)
    file.write(bytes([byte[0] ^ 0x41]))
answer = ask(id=6, type="verify", file="sub/proof")
check(answer["valid"] is False and answer["offset"] > 0 and answer["reason"], "%s" % answer)
check(ask(id=7, type="verify", file="tree.txt")["type"] in ("error", "verified"), "no certificate")
check(sorted(os.listdir(outside)) == ["tree.txt"], "files outside: %s" % os.listdir(outside))
server.lines.close()
check(server.process.wait(10) == 0, "exit")

server = Server(stdio=True)
for request in (dict(type="solve", game="hex:3", certificate="x"), dict(type="solve", game="andor:x"),
                dict(type="verify", file="x")):
    answer = server.lines.ask(id=1, **request)
    check("without --folder" in answer["error"]["message"], "%s" % answer)
server.lines.close()
server.process.wait(10)

# ---- memory ----
server = Server("--memory", "256M", "--solves", "3", stdio=True)
check(server.lines.ask(id=1, type="solve", game="hex:3", memory="300M")["error"]["field"] == "memory",
      "more than there is")
for number in range(3):
    server.lines.send(dict(id=number, type="solve", game="connect4:7x6", memory="120M", threads=1))
until(lambda: server.lines.ask(id="s", type="status")["running"] == 2, "two do not run")
status = server.lines.ask(id="s", type="status")
check(status["running"] == 2 and status["waiting"] == 1 and
      status["memory_bytes"]["used"] == 240 << 20, "%s" % status)
time.sleep(2)
check(server.rss_kib() < 256 << 10, "%d KiB resident of 256 MiB" % server.rss_kib())
server.lines.send(dict(id="q", type="quit"))
check(server.process.wait(10) == 0, "exit")
shutil.rmtree(work)
print("addresses, token, files and memory are guarded")
END
