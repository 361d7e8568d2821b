"""A small MCP client over stdio, with the standard library alone.

The transcript, the benchmark and the tests that look at raw messages use it; the tests of real
clients use the published ones.
"""
import collections
import json
import os
import subprocess
import threading
import time

REVISION = "2025-11-25"


class McpError(Exception):
    """A JSON-RPC error answer."""

    def __init__(self, error):
        super().__init__(f"{error.get('code')}: {error.get('message')}")
        self.code = error.get("code")
        self.message = error.get("message", "")
        self.data = error.get("data")


class ServerGone(Exception):
    """The server ended, or did not answer in time."""


class Server:
    """A running server. Requests may come from several threads."""

    def __init__(self, command, env=None, stderr=subprocess.DEVNULL):
        environment = None if env is None else {**os.environ, **env}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr,
            env=environment, bufsize=0)
        self.notifications = collections.deque(maxlen=10_000)
        self.server_info = {}
        self._next_id = 0
        self._answers = {}
        self._gone = False
        self._changed = threading.Condition()
        self._write_lock = threading.Lock()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _read(self):
        pending = b""
        while True:
            try:
                piece = os.read(self.process.stdout.fileno(), 1 << 20)
            except OSError:
                piece = b""
            if not piece:
                break
            lines = (pending + piece).split(b"\n")
            pending = lines.pop()
            messages = [json.loads(line) for line in lines if line.strip()]
            with self._changed:
                for message in messages:
                    if isinstance(message, dict) and "method" in message:
                        self.notifications.append(message)
                    else:
                        key = message.get("id") if isinstance(message, dict) else None
                        self._answers[key] = message
                self._changed.notify_all()
        with self._changed:
            self._gone = True
            self._changed.notify_all()

    def send(self, message):
        """Writes one message: an object, or bytes as they are."""
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        with self._write_lock:
            self.process.stdin.write(line + b"\n")

    def begin(self, method, params=None):
        """Sends a request and returns its id; answer() waits for it."""
        with self._write_lock:
            self._next_id += 1
            request_id = self._next_id
        message = {"jsonrpc": "2.0", "id": request_id, "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)
        return request_id

    def answer(self, request_id, timeout=60):
        """The whole answer message of a request (or of a None id: an error without one)."""
        deadline = time.monotonic() + timeout
        with self._changed:
            while request_id not in self._answers:
                left = deadline - time.monotonic()
                if self._gone or left <= 0:
                    state = "ended" if self._gone else f"gave no answer within {timeout} s"
                    raise ServerGone(f"the server {state} (exit status {self.process.poll()})")
                self._changed.wait(left)
            return self._answers.pop(request_id)

    def request(self, method, params=None, timeout=60):
        message = self.answer(self.begin(method, params), timeout)
        if "error" in message:
            raise McpError(message["error"])
        return message["result"]

    def notify(self, method, params=None):
        message = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)

    def initialize(self, revision=REVISION, timeout=60):
        self.server_info = self.request("initialize", {
            "protocolVersion": revision, "capabilities": {},
            "clientInfo": {"name": "codecalc-test", "version": "1"}}, timeout)
        self.notify("notifications/initialized")
        return self.server_info

    def list_tools(self, timeout=60):
        tools, cursor = [], None
        while True:
            page = self.request("tools/list", {"cursor": cursor} if cursor else {}, timeout)
            tools += page["tools"]
            cursor = page.get("nextCursor")
            if not cursor:
                return tools

    def call(self, name, arguments=None, timeout=120, **params):
        """The whole result of tools/call."""
        return self.request(
            "tools/call", {"name": name, "arguments": arguments or {}, **params}, timeout)

    def call_tool(self, name, arguments=None, timeout=120):
        """The structured result of tools/call."""
        result = self.call(name, arguments, timeout)
        if "structuredContent" in result:
            return result["structuredContent"]
        return json.loads(result["content"][0]["text"])

    def close(self, timeout=10):
        """Ends the input, as a client does, and returns the exit status."""
        try:
            self.process.stdin.close()
        except OSError:
            pass
        try:
            self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._reader.join(timeout)
        self.process.stdout.close()
        return self.process.returncode
