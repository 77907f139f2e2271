"""A headless Chromium, driven through a pair of pipes (--remote-debugging-pipe)."""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time


def find():
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="pns-browser-")
        to_browser, self.to = os.pipe()
        self.back, from_browser = os.pipe()

        def wire():  # the browser reads from 3 and writes to 4
            high = [os.dup(to_browser), os.dup(from_browser)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        arguments = [program, "--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run",
                     "--disable-dev-shm-usage", "--disable-background-networking", "--disable-extensions",
                     "--hide-scrollbars", "--user-data-dir=" + self.profile, "about:blank"]
        if os.geteuid() == 0:
            arguments.insert(1, "--no-sandbox")  # root has no other way
        self.process = subprocess.Popen(arguments, preexec_fn=wire, close_fds=False, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.rest, self.session, self.faults = 0, b"", None, []
        page = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")

    def read(self):
        while b"\0" not in self.rest:
            part = os.read(self.back, 1 << 16)
            if not part:
                raise EOFError("the browser ended")
            self.rest += part
        line, self.rest = self.rest.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, **parameters):
        self.number += 1
        message = dict(id=self.number, method=method, params=parameters)
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("method") == "Runtime.exceptionThrown":
                details = answer["params"]["exceptionDetails"]
                self.faults.append(details.get("exception", {}).get("description", details["text"]))
            if answer.get("method") == "Log.entryAdded" and answer["params"]["entry"]["level"] == "error":
                self.faults.append(answer["params"]["entry"]["text"])
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]))
                return answer["result"]

    def run(self, script):
        """The value of an expression in the page; promises are waited for."""
        found = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in found:
            raise RuntimeError("%s: %s" % (script, found["exceptionDetails"]))
        return found["result"].get("value")

    def until(self, script, seconds=20):
        end = time.time() + seconds
        while True:
            try:
                found = self.run(script)
            except RuntimeError:  # the page is just being loaded
                found = None
            if found:
                return found
            if time.time() > end:
                raise RuntimeError("never true: %s; the page says: %s" % (script, self.run("document.body.innerText")))
            time.sleep(0.05)

    def look(self, width, height, dark):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[dict(name="prefers-color-scheme", value="dark" if dark else "light")])

    def shoot(self, path):
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def end(self):
        self.process.terminate()
        self.process.wait(10)
        shutil.rmtree(self.profile, ignore_errors=True)
