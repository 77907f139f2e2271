"""What the tests of `pns serve` share: a server of their own and clients that speak its protocol."""
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time

PNS = os.environ["PNS"]


def check(condition, sentence):
    if not condition:
        sys.exit("FAILED: " + sentence)


def matches(found, expected):
    """'*' matches anything; a key or last element '...' allows more of them."""
    if expected == "*":
        return True
    if isinstance(expected, dict):
        if not isinstance(found, dict):
            return False
        more = "..." in expected
        keys = [key for key in expected if key != "..."]
        if not more and set(found) - set(keys) - {"..."}:
            return False
        return all(key in found and matches(found[key], expected[key]) for key in keys)
    if isinstance(expected, list):
        if not isinstance(found, list):
            return False
        if expected and expected[-1] == "...":
            expected = expected[:-1]
            found = found[: len(expected)]
        return len(found) == len(expected) and all(map(matches, found, expected))
    return type(found) is type(expected) and found == expected


class Lines:
    """One connection: objects go out and come in, a line each."""

    def __init__(self, reader, writer, closer):
        self.reader, self.writer, self.close = reader, writer, closer

    def send(self, *objects):
        text = "".join(json.dumps(o) + "\n" if isinstance(o, dict) else o for o in objects)
        self.writer.write(text.encode() if isinstance(text, str) else text)
        self.writer.flush()

    def take(self):
        line = self.reader.readline()
        return json.loads(line) if line else None

    def ask(self, **request):
        """The answer that is no report."""
        self.send(request)
        while True:
            answer = self.take()
            if answer is None or answer.get("type") not in ("progress", "checkpoint") or \
               request["type"] == "progress":
                return answer


class Server:
    def __init__(self, *arguments, stdio=False, environment=None):
        self.process = subprocess.Popen(
            [PNS, "serve", *arguments], stdin=subprocess.PIPE if stdio else subprocess.DEVNULL,
            stdout=subprocess.PIPE if stdio else subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.where = []
        self.pid = self.process.pid
        if stdio:
            self.lines = Lines(self.process.stdout, self.process.stdin, self.process.stdin.close)
            return
        for argument in arguments:
            if argument == "--listen":
                line = self.process.stderr.readline().decode()
                found = re.match(r"pns: listening on ([^,\n]+)", line)
                check(found, "the server said '%s'" % line)
                self.where.append(found.group(1))

    def socket(self, index=0, timeout=60):
        where = self.where[index]
        if where.startswith("unix:"):
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            connection.settimeout(timeout)
            connection.connect(where[5:])
            return connection
        host, port = where.rsplit(":", 1)
        return socket.create_connection((host.strip("[]"), int(port)), timeout=timeout)

    def client(self, index=0):
        connection = self.socket(index)
        stream = connection.makefile("rwb")
        return Lines(stream, stream, lambda: (stream.close(), connection.close()))

    def rss_kib(self):
        with open("/proc/%d/status" % self.pid) as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1))

    def descriptors(self):
        return len(os.listdir("/proc/%d/fd" % self.pid))

    def end(self, signal=15, expected=4):
        self.process.send_signal(signal)
        status = self.process.wait(20)
        check(status == expected, "the server ended with %d, expected %d" % (status, expected))


def folder():
    return tempfile.mkdtemp(prefix="pns-serve-")


def until(condition, sentence, seconds=60):
    end = time.time() + seconds
    while not condition():
        check(time.time() < end, sentence)
        time.sleep(0.01)
