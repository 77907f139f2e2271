#!/bin/bash
# Clients that leave, stay silent or are too many; numbers and files that are used again; the end of the
# server while pages ask.
. "$(dirname "$0")/../support/serve.sh"
python3 - <<'END'
import json, os, resource, shutil, socket, subprocess, threading, time
from serve import *

work = folder()
paged = Server("--listen", "127.0.0.1:0", "--listen", "unix:" + work + "/paged", "--web")
silent, since = [paged.client(0), paged.client(1)], time.time()

# ---- numbers come back as they were sent, and whole ones may be written with a point ----
server = Server("--folder", work, stdio=True)
for number in (0.8444218515250481, 1e-300, 3, 2 ** 63 - 1, -7, 1234567890.125, 0.1):
    answer = server.lines.ask(id=number, type="version")
    check(answer["id"] == number and answer["type"] == "version", "id %r came back as %r" % (number, answer["id"]))
server.lines.send(dict(id=0.8444218515250481, type="solve", game="hex:3", threads=1.0, expansions=1e3, memory=6.4e7))
check(server.lines.take()["verdict"] == "proven", "1e3 expansions")
status = server.lines.ask(id=1, type="status", target=0.8444218515250481)
check(status["solves"][0]["target"] == 0.8444218515250481, "%s" % status)
for field, value, shown in (("expansions", 2.5, "2.5"), ("expansions", 1e18, "1e+18"), ("threads", 1e300, "1e+300")):
    answer = server.lines.ask(id=1, type="solve", game="hex:3", **{field: value})
    check("%s is '%s" % (field, shown) in answer["error"]["message"], "%s" % answer)

# ---- a checkpoint can be gone on from while the solve that wrote it is still kept ----
for number in range(3):
    answer = server.lines.ask(id="c%d" % number, type="solve", game="connect4:5x5", threads=1,
                              expansions=15000, checkpoint="state")
    check(answer.get("reason") == "expansions", "%s" % answer)
    check(answer["expansions"] >= 15000 * (number + 1), "it did not go on: %s" % answer["expansions"])
server.lines.close()
check(server.process.wait(10) == 0, "exit")

# ---- who leaves takes what he asked for along ----
slow = work + "/slow-check"
with open(slow, "w") as file:
    file.write("#!/bin/sh\necho $$ >>%s/checks\nexec sleep 60\n" % work)
os.chmod(slow, 0o755)
shutil.copy(PNS, work + "/pns")
os.rename(slow, work + "/pns-check")
copied = PNS
import serve
serve.PNS = work + "/pns"
server = Server("--folder", work, "--listen", "127.0.0.1:0", "--listen", "unix:" + work + "/socket")
serve.PNS = copied

def checks():
    try:
        with open(work + "/checks") as file:
            return [int(line) for line in file]
    except FileNotFoundError:
        return []

leaver = server.client(1)
for number in range(5):
    leaver.send(dict(id=number, type="verify", file="state"))
until(lambda: len(checks()) == 1, "no check began")
leaver.close()
until(lambda: not os.path.exists("/proc/%d" % checks()[0]), "the check of a client that is gone goes on")
time.sleep(0.3)
check(len(checks()) == 1, "checks of a client that is gone begin: %s" % checks())

good = server.client(1)
gone = server.socket(0)
gone.sendall(b'{"id":1,"type":"solve","game":"connect4:7x6"}\n')
until(lambda: good.ask(id=1, type="status")["running"] == 1, "no solve began")
gone.close()
half = server.socket(0)
half.sendall(b'{"id":1,"type":"solve","game":"connect4:7x6","time":"7s"}\n')
half.shutdown(socket.SHUT_WR)
until(lambda: good.ask(id=1, type="status")["running"] == 1, "the solve of a closed TCP client goes on", 6.5)
said = [json.loads(line) for line in half.makefile("rb")]
check([a["type"] for a in said] == ["alive", "result"], "half closed: %s" % said)

# ---- nothing but newlines, by three at once, hinders nobody ----
def cpu_s():
    with open("/proc/%d/stat" % server.pid) as file:
        words = file.read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

flooding = [server.socket(0) for _ in range(3)]
ending, sent = [], [0, 0, 0]

def flood(place):
    while not ending:
        sent[place] += flooding[place].send(b"\n" * (1 << 16))

threads = [threading.Thread(target=flood, args=(place,)) for place in range(3)]
began = cpu_s()
for thread in threads: thread.start()
for _ in range(20): check(good.ask(id=1, type="version")["type"] == "version", "an answer in the flood")
used = (cpu_s() - began) / sum(sent) * (1 << 20)     # of processor time, which other programs do not change
ending.append(True)
for thread in threads: thread.join()
check(used < 0.08, "%.3f s of processor time for 1 MiB of newlines" % used)

# ---- more clients than descriptors: the others are answered, and nobody spins ----
for connection in flooding: connection.close()
until(lambda: good.ask(id=1, type="status")["clients"] == 1, "those who sent newlines are still here", 30)
resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (48, 48))
crowd = [server.socket(0) for _ in range(60)]
time.sleep(0.3)
began = cpu_s()
time.sleep(1.5)
check(cpu_s() - began < 0.3, "%.2f s of processor time for clients that find no place" % (cpu_s() - began))
check(good.ask(id=1, type="version")["type"] == "version", "an answer in the crowd")
for connection in crowd: connection.close()
server.end()
found = subprocess.run(["bash", "-c", 'ulimit -n 100 && exec "$PNS" serve --listen 127.0.0.1:0'],
                       capture_output=True, timeout=20)
check(found.returncode == 1 and b"expected fewer --clients" in found.stderr, "%s" % found.stderr)

# ---- who does not show the token keeps no memory busy ----
secret = work + "/token"
with open(os.open(secret, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
    file.write("correct-horse-battery\n")
guarded = Server("--listen", "127.0.0.1:0", "--web", "--token-file", secret)
before, strangers = guarded.rss_kib(), [guarded.socket(0) for _ in range(60)]
for connection in strangers:
    connection.sendall(b"POST /request HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                       b"Content-Length: 1048576\r\n\r\n" + b" " * 1000000)
time.sleep(0.5)
check(guarded.rss_kib() - before < 30 << 10, "strangers have %d KiB" % (guarded.rss_kib() - before))
for connection in strangers: connection.close()
guarded.end()

# ---- who waits for no answer is told when too much is being looked up ----
serve.PNS = work + "/pns"
busy = Server("--folder", work, "--listen", "127.0.0.1:0", "--web")
serve.PNS = copied
asking, body = busy.socket(0), b'{"id":1,"type":"verify","file":"state"}'
said = asking.makefile("rb")
codes = []
for _ in range(66):
    asking.sendall(b"POST /request?wait=0 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                   b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    codes.append(int(said.readline().split()[1]))
    length = [int(line.split(b":")[1]) for line in iter(said.readline, b"\r\n") if line.lower().startswith(b"content-length")]
    said.read(length[0])
check(codes == [202] * 64 + [503] * 2, "66 requests that wait for nothing: %s" % codes)
busy.end()

# ---- with a page a client may take its time, and the server may end while pages ask ----
for _ in range(3):
    ended = Server("--listen", "127.0.0.1:0", "--web")
    body = b'{"id":1,"type":"show","game":"hex:11"}'
    request = (b"POST /request HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
               b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    stop = []

    def pump():
        try:
            connection = ended.socket(0)
            while not stop:
                connection.sendall(request)
                connection.recv(65536)
        except OSError:
            pass

    threads = [threading.Thread(target=pump) for _ in range(12)]
    for thread in threads: thread.start()
    time.sleep(0.4)
    ended.end()
    stop.append(True)
    for thread in threads: thread.join()
time.sleep(max(0, since + 11 - time.time()))
for line in silent:
    check(line.ask(id=1, type="version")["type"] == "version", "a client that was silent for 11 s")
paged.end()
shutil.rmtree(work)
print("clients leave, wait and crowd without harm")
END
