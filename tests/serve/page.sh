#!/bin/bash
# The page of --web in a headless Chromium: a solve started from the form, watched, stopped; a proof
# browsed. Screenshots, light and dark, wide and narrow, go to $PNS_BUILD/screenshots. Then the HTTP
# side alone: tokens, and what browsers send when another page has led them here.
. "$(dirname "$0")/../support/serve.sh"
export PNS_BUILD=${PNS_BUILD:-$PNS_SOURCE/build/release}
python3 - <<'END'
import http.client, json, os, struct, sys, time
from serve import *
import browser as browsers

work = folder()
server = Server("--listen", "127.0.0.1:0", "--web", "--memory", "512M")
address = server.where[0]
TYPE = {"Content-Type": "application/json"}

def http_ask(method, url, body=None, where=None, **headers):
    connection = http.client.HTTPConnection(where or address, timeout=30)
    connection.putrequest(method, url, skip_host="Host" in headers)
    text = json.dumps(body).encode() if isinstance(body, dict) else body or b""
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    if text:
        connection.putheader("Content-Length", str(len(text)))
    connection.endheaders(text)
    answer = connection.getresponse()
    return answer.status, answer.read(), answer

# ---- HTTP ----
JSON = dict(Content_Type="application/json")
version = {"id": 1, "type": "version"}
status, body, answer = http_ask("GET", "/")
check(status == 200 and b"<title>pns</title>" in body, "the page")
check("default-src 'none'" in answer.getheader("Content-Security-Policy"), "its policy")
check(b"http://" not in body.replace(b"http://www.w3.org/2000/svg", b"") and b"https://" not in body,
      "the page names another host")
status, body, _ = http_ask("POST", "/request", version, **JSON)
check(status == 200 and json.loads(body)["type"] == "version", "POST /request: %s" % body)
status, body, _ = http_ask("POST", "/request", dict(id=7, type="solve", game="hex:3"), **JSON)
check(status == 200 and json.loads(body)["verdict"] == "proven" and json.loads(body)["id"] == 7, "%s" % body)
check(json.loads(http_ask("POST", "/request", b"{", **JSON)[1])["error"]["position"] == 1, "malformed")
check(http_ask("POST", "/request?wait=0", dict(id=8, type="version"), **JSON)[0] == 202, "wait=0")
events = json.loads(http_ask("GET", "/events")[1])
check([e["id"] for e in events["events"]] == [8] and events["last"] == 1, "%s" % events)
for expected, method, url, headers in (
        (403, "GET", "/", dict(Host="evil.example")), (403, "GET", "/events", dict(Host="evil.example:80")),
        (403, "GET", "/", dict(Host="")), (200, "GET", "/", dict(Host="localhost:1")),
        (200, "GET", "/", dict(Host="[::1]:80")), (200, "GET", "/", dict(Host="127.0.0.1")),
        (403, "GET", "/events", dict(Origin="http://evil.example")), (403, "GET", "/", dict(Origin="null")),
        (200, "GET", "/events", dict(Origin="http://" + address)), (404, "GET", "/etc/passwd", {}),
        (405, "GET", "/request", {}), (405, "POST", "/events", {}), (415, "POST", "/request", {}),
        (415, "POST", "/request", dict(Content_Type="text/plain")),
        (403, "POST", "/request", dict(Content_Type="application/json", Origin="http://evil.example"))):
    found = http_ask(method, url, version if method == "POST" else None, **headers)[0]
    check(found == expected, "%s %s %s: %d, expected %d" % (method, url, headers, found, expected))
check(http_ask("POST", "/request", b" " * (2 << 20), **JSON)[0] == 413, "a body that is too long")
lines = server.client()      # the same port still speaks lines
check(lines.ask(id=1, type="version")["type"] == "version", "lines on the same port")

secret = work + "/token"
with open(os.open(secret, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
    file.write("correct-horse-battery\n")
guarded = Server("--listen", "127.0.0.1:0", "--web", "--token-file", secret)
for expected, header in ((401, {}), (401, dict(Authorization="Bearer wrong-horse-battery")),
                         (401, dict(Authorization="correct-horse-battery")),
                         (200, dict(Authorization="Bearer correct-horse-battery"))):
    for method, url in (("POST", "/request"), ("GET", "/events")):
        found = http_ask(method, url, version if method == "POST" else None, guarded.where[0],
                         **JSON, **header)[0]
        check(found == expected, "token %s: %d, expected %d" % (header, found, expected))
check(http_ask("GET", "/", where=guarded.where[0])[0] == 200, "the page itself holds nothing")
print("HTTP: hosts, origins, types and tokens are guarded")

# ---- the browser ----
program = browsers.find()
if program is None:
    guarded.end()
    server.end()
    print("skipped: no chromium, so nobody looked at the page; script/bootstrap test installs it")
    sys.exit(77)
shots = os.environ["PNS_BUILD"] + "/screenshots"
os.makedirs(shots, exist_ok=True)
browser = browsers.Browser(program)
seen = []

def shoot(name, width, height, dark=False):
    browser.look(width, height, dark)
    time.sleep(0.3)
    overflow = browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    check(overflow <= 0, "%s is %s pixels wider than the window" % (name, overflow))
    path = "%s/%s.png" % (shots, name)
    browser.shoot(path)
    with open(path, "rb") as file:
        check(struct.unpack(">II", file.read(24)[16:])[0] == width, "the width of " + path)
    seen.append(name)

def fill(**fields):
    for name, value in fields.items():
        browser.run("(() => { const e = document.getElementById('%s'); e.value = %s; "
                    "if (e.onchange) e.onchange(); })()" % (name, json.dumps(value)))

def text(name):
    return browser.run("document.getElementById('%s').textContent" % name)

def click(name):
    browser.run("document.getElementById('%s').click()" % name)

browser.look(1280, 900, False)
browser.call("Page.navigate", url="http://%s/" % address)
browser.until("typeof games !== 'undefined' && games.length > 5 && document.getElementById('goal').options.length > 5")
fill(game="hex", parameters="99")
click("start")
browser.until("document.getElementById('notice').textContent.includes('99')")

fill(game="connect4", parameters="7x6", threads="1", memory="64M")
click("start")
browser.until("document.querySelectorAll('#rootmoves tr').length === 7")
browser.until("document.querySelectorAll('#chart polyline').length === 3 && series.get(chosen).length > 8")
check("Searching" in text("claim"), text("claim"))
browser.until("document.getElementById('line').textContent.split(' ').length > 3")
check(browser.run("[...document.querySelectorAll('#figures b')].every(e => e.textContent !== '')"), "figures")
browser.until("document.querySelectorAll('#tree li').length === 8")
first = browser.run("document.querySelector('#figures div:nth-child(3) b').textContent")
browser.until("document.querySelector('#figures div:nth-child(3) b').textContent !== '%s'" % first)
shoot("running-light", 1280, 1000)
shoot("running-dark", 1280, 1000, True)
click("stop")
browser.until("document.getElementById('claim').textContent.startsWith('Unknown')")
check("stop" in text("state"), text("state"))

fill(game="hex", parameters="4", moves="c2", goal="first-wins", threads="", memory="")
click("start")
browser.until("document.getElementById('claim').textContent.startsWith('Proven: the first player')")
browser.until("document.querySelectorAll('#tree li').length === 16")
# The proof is walked down: of the opponent's first reply the best answer, until the game is over.
depth = 0
while True:
    opened = browser.run("(() => { const rows = [...document.querySelectorAll('#tree .node')].filter(r => "
                         "!r.nextSibling && !r.querySelector('button').disabled && r.querySelector('.proven')); "
                         "const lists = document.querySelectorAll('#tree ul'); "
                         "const row = [...lists[lists.length - 1].querySelectorAll(':scope > li > .node')][0]; "
                         "if (!row.querySelector('.proven') && !row.textContent.includes('first wins')) return 'lost'; "
                         "const b = row.querySelector('button'); if (b.disabled) return 'over: ' + row.textContent; "
                         "b.click(); return 'open'; })()")
    check(opened != "lost", "a move that is not proven in a proof")
    if opened.startswith("over"):
        break
    depth += 1
    browser.until("document.querySelectorAll('#tree ul').length === %d" % (depth + 2))
    check(depth < 16, "the proof has no end")
check("first wins" in opened, opened)
check("after" in text("drawing"), "no drawing")
shoot("proof-light", 1280, 1000)
shoot("proof-dark", 1280, 1000, True)
shoot("narrow-light", 390, 844)
shoot("narrow-dark", 390, 844, True)

browser.look(1280, 900, False)
fill(game="mnk", parameters="3x3x3", moves="b2 a1", goal="value")
click("start")
browser.until("document.getElementById('claim').textContent.startsWith('Value: draw')")
before = browser.run("document.querySelectorAll('#list button').length")
browser.call("Page.reload")
browser.until("document.querySelectorAll('#list button').length >= 2")
browser.until("document.getElementById('claim').textContent.startsWith('Value: draw')")
browser.run("document.querySelectorAll('#list button')[1].click()")
browser.until("document.querySelectorAll('#rootmoves tr').length === 15")
click("forget")
browser.until("document.getElementById('empty').hidden === false")

browser.faults = [f for f in browser.faults if "401" not in f]
check(not browser.faults, "the page's faults: %s" % browser.faults)
browser.call("Page.navigate", url="http://%s/" % guarded.where[0])
browser.until("document.getElementById('entry').hidden === false")
shoot("token-light", 1280, 900)
browser.run("document.getElementById('token').value = 'correct-horse-battery'; "
            "document.querySelector('#tokenform button').click()")
browser.until("typeof games !== 'undefined' && games.length > 5")
browser.end()
guarded.end()
server.end()
print("the page in Chromium: a solve watched and stopped, a proof of %d plies browsed; %s" %
      (depth, " ".join(seen)))
END
