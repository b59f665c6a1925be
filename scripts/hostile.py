#!/usr/bin/env python3
"""Sends `tsume serve` what it must survive: bodies of 100 MB, 1,000 connections at a time, headers that never end, connections
that break off. Afterwards the page must answer, the memory be what it was, and one signal end the server within a second.

Usage: scripts/hostile.py [PROGRAM]     needs Linux (/proc)
"""
import json, os, random, signal, socket, subprocess, sys, threading, time

program = sys.argv[1] if len(sys.argv) > 1 else "target/release/tsume"
server = subprocess.Popen([program, "serve", "--hash", "64MiB", "--threads", "1"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
address = server.stdout.readline().strip()
port, path = int(address.split(":")[2].split("/")[0]), "/" + address.split("/", 3)[3]
host = f"127.0.0.1:{port}"


def connect(timeout=20):
    connection = socket.create_connection(("127.0.0.1", port), timeout)
    return connection


def head(method, target, more=""):
    return f"{method} {target} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n{more}\r\n".encode()


def read(connection):
    data = b""
    try:
        while part := connection.recv(65536):
            data += part
    except OSError:
        pass
    return data


def ask(request):
    body = json.dumps(request).encode()
    with connect() as connection:
        connection.sendall(head("POST", path + "api", f"Content-Length: {len(body)}\r\n") + body)
        return read(connection)


def memory():
    for line in open(f"/proc/{server.pid}/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1]) >> 10


def check(what):
    start = time.monotonic()
    answer = ask({"do": "solve", "game": "shogi", "position": "4k4/9/4P4/9/9/9/9/9/9 b G 1"})
    assert b'"verdict":"mate"' in answer, (what, answer[:300])
    print(f"{what}: answers in {time.monotonic() - start:.2f} s, {memory()} MiB", flush=True)


check("at rest")
usual = memory()

# 100 MB with the right token and with a wrong one, announced and in chunks.
for target in [path + "api", "/" + "0" * 32 + "/api"]:
    for chunked in [False, True]:
        with connect() as connection:
            more = "Transfer-Encoding: chunked\r\n" if chunked else "Content-Length: 100000000\r\n"
            try:
                connection.sendall(head("POST", target, more))
                for _ in range(100):
                    connection.sendall((b"f4240\r\n" if chunked else b"") + b" " * 1_000_000 + (b"\r\n" if chunked else b""))
            except OSError:
                pass
            status = read(connection).split(b" ")[1:2]
            assert status != [b"200"], (target, status)
check("bodies of 100 MB")

# 1,000 connections: silent ones, half a header, a header that trickles.
def trickle(connection, until):
    try:
        connection.sendall(head("GET", path)[:-2])
        while time.monotonic() < until:
            connection.sendall(b"X: y\r\n")
            time.sleep(0.5)
    except OSError:
        pass

connections = []
for i in range(1000):
    try:
        connections.append(connect(5))
        connections[-1].sendall(head("GET", path)[: i % 60])
    except OSError:
        pass
until = time.monotonic() + 15
threads = [threading.Thread(target=trickle, args=(c, until), daemon=True) for c in connections[:100]]
for thread in threads:
    thread.start()
start = time.monotonic()
for connection in connections[100:]:
    connection.close()
check(f"{len(connections)} connections, 100 of them trickling")
assert time.monotonic() - start < 30
for thread in threads:
    thread.join()
for connection in connections:
    connection.close()

# Requests that break off at every place, and bytes at random.
chance = random.Random(1)
whole = head("POST", path + "api", "Content-Length: 40\r\n") + b'{"do":"position","game":"maka_dai_dai"} '
for i in range(2000):
    with connect() as connection:
        cut = whole[: chance.randrange(len(whole))]
        connection.sendall(cut if i % 2 else bytes(chance.randrange(256) for _ in range(len(cut))))
check("2,000 broken requests")

# Hundreds of searches whose readers leave at once.
for _ in range(300):
    with connect() as connection:
        body = json.dumps({"do": "solve", "game": "shogi", "position": "4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1"}).encode()
        connection.sendall(head("POST", path + "api", f"Content-Length: {len(body)}\r\n") + body)
time.sleep(1)  # The last of them notices that its reader has left.
check("300 searches without readers")
assert memory() < usual + 150, (usual, memory())

start = time.monotonic()
server.send_signal(signal.SIGTERM)
assert server.wait(5) == 143
print(f"ended in {time.monotonic() - start:.2f} s")
