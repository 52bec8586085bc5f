#!/usr/bin/env python3
"""Asks the running service thousands of generated questions about every call of its own document.

Fails on an answer of 5xx, a status or a shape that the document does not have, and on fewer cases than wanted.
The service is the debug build with a database of its own in a folder that is removed afterwards.
"""

import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEDGER = ROOT / "target" / "debug" / "ledger"
TOOLS = ROOT / "target" / "fuzz"
CASES_MIN = 5_000
EXAMPLES = 70
PLAYERS = 40
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def call(url, path, body):
    body = json.dumps({"ts": int(time.time() * 1000), **body}).encode()
    request = urllib.request.Request(f"{url}/api/v1/{path}", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        told = json.load(answer)
    if told["error"] != 0:
        sys.exit(f"{path} answered {told}")
    return told["data"]


def wait_until_ready(url, server):
    for _ in range(600):
        if server.poll() is not None:
            sys.exit(f"the service ended with {server.returncode}")
        try:
            with urllib.request.urlopen(f"{url}/health/ready", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.1)
    sys.exit("the service was not ready within a minute")


def login(url, env, number):
    launch = subprocess.run(
        [LEDGER, "dev-login", "--tg-id", str(number)], env=env, check=True, capture_output=True, text=True
    ).stdout.strip()
    token = call(url, "login/telegram", {"init_data": launch, "inviter": ""})["token"]
    version = {"token": token, "req_id": f"00000000-0000-4000-8000-{number:012}", "version": "1"}
    call(url, "user/accept_terms", version)
    return token


def install():
    program = TOOLS / "bin" / "st"
    wanted = (pathlib.Path(__file__).parent / "requirements.txt").read_text()
    mark = TOOLS / "installed"
    if not mark.exists() or mark.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", TOOLS], check=True)
        pip = [TOOLS / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-r", pathlib.Path(__file__).parent / "requirements.txt"], check=True)
        mark.write_text(wanted)
    return program


def ask(program, url, tokens, folder):
    """Asks, shows what came of it, and tells the exit code and how many cases there were."""
    hooks = str(pathlib.Path(__file__).parent / "hooks.py")
    env = {**os.environ, "FUZZ_TOKENS": json.dumps(tokens), "SCHEMATHESIS_HOOKS": hooks}
    options = {
        "--checks": CHECKS,
        "--phases": "coverage,fuzzing",
        "--max-examples": str(EXAMPLES),
        "--seed": os.environ.get("FUZZ_SEED", "1"),
        "--suppress-health-check": "all",
        "--warnings": "off",
        "--workers": "2",
        "--generation-database": "none",
    }
    words = [word for option in options.items() for word in option]
    command = [program, "run", f"{url}/openapi.json", "--no-color", *words]
    done = subprocess.run(command, env=env, cwd=folder, stdout=subprocess.PIPE, text=True)
    print(done.stdout)
    cases = re.search(r"([\d,]+) generated", done.stdout)
    return done.returncode, int(cases[1].replace(",", "")) if cases else 0


def main():
    program = install()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        port, staff = free_port(), free_port()
        env = {
            "PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", name), "RUST_LOG": "warn",
            "LEDGER_DATA": str(folder / "data"), "LEDGER_HTTP": f"127.0.0.1:{port}",
            "LEDGER_STAFF_HTTP": f"127.0.0.1:{staff}", "LEDGER_BOT_TOKEN": "7000000000:AAFuzzingFuzzingFuzzingFuzzingFuzzing",
        }
        url = f"http://127.0.0.1:{port}"
        server = subprocess.Popen([LEDGER, "serve"], env=env, cwd=ROOT, stdout=subprocess.DEVNULL)
        try:
            wait_until_ready(url, server)
            tokens = [login(url, env, number) for number in range(1_000, 1_000 + PLAYERS)]
            code, cases = ask(program, url, tokens, folder)
            alive = server.poll() is None
        finally:
            server.terminate()
            server.wait(60)
    if not alive:
        sys.exit("the service ended while it was asked")
    if cases < CASES_MIN:
        sys.exit(f"{cases} cases are fewer than {CASES_MIN}")
    sys.exit(code)


if __name__ == "__main__":
    main()
