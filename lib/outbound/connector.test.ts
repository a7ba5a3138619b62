import { execFileSync } from "node:child_process";
import type { LookupAddress } from "node:dns";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { request } from "undici";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startEgressProxy } from "@/tests/egress-proxy";
import { guardedAgent } from "./connector";
import { targetPolicy } from "./policy";
import type { Resolve } from "./resolve";

const policy = (ranges: string) =>
  targetPolicy({ ALLOW_PRIVATE_CIDRS: ranges, CALLBACK_HTTPS_ONLY: false });
const strict = policy("");
const trial = policy("127.0.0.0/8");

const inside: LookupAddress = { address: "127.0.0.1", family: 4 };
const outside: LookupAddress = { address: "1.1.1.1", family: 4 };

let connections = 0;
const answer: RequestListener = (_request, response) => {
  response.setHeader("connection", "close").end("here");
};

const closers: (() => unknown)[] = [];
afterEach(async () => {
  connections = 0;
  await Promise.all(closers.splice(0).map((close) => close()));
});

describe("with nothing allowed, no spelling of this machine is reached", () => {
  test.each([
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "0",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[::]",
  ])("%s", async (host) => {
    const port = await listen(createServer(answer));

    await expect(get(`http://${host}:${port}`, strict)).rejects.toMatchObject({
      reason: "blocked",
    });
    expect(connections).toBe(0);
  });
});

describe("one private address among those of a name blocks them all", () => {
  test.each([
    ["last", [outside, inside]],
    ["first", [inside, outside]],
    ["alone", [inside]],
    ["mapped into IPv6", [{ address: "::ffff:127.0.0.1", family: 6 }]],
  ])("%s", async (_where, addresses) => {
    const port = await listen(createServer(answer));

    const sent = get(`http://hooks.example:${port}`, strict, async () => addresses);

    await expect(sent).rejects.toMatchObject({
      reason: "blocked",
      message: expect.not.stringContaining("127.0.0.1"),
    });
    expect(connections).toBe(0);
  });
});

test("a connection looks its name up once and uses the checked address", async () => {
  const port = await listen(createServer(answer));
  const answers = [[inside], [{ address: "10.0.0.1", family: 4 }]];
  const agent = guardedAgent(trial, async () => answers.shift() ?? []);
  closers.push(() => agent.close());

  const first = await request(`http://hooks.example:${port}`, { dispatcher: agent });

  expect(await first.body.text()).toBe("here");
  expect(answers).toHaveLength(1);
  await expect(
    request(`http://hooks.example:${port}`, { dispatcher: agent }),
  ).rejects.toMatchObject({ reason: "blocked" });
});

test("where loopback is allowed, its address and the name localhost are reached", async () => {
  const port = await listen(createServer(answer));

  expect(await get(`http://127.0.0.1:${port}`, trial)).toBe("here");
  expect(await get(`http://localhost:${port}`, policy("127.0.0.0/8,::1/128"))).toBe("here");
});

test("an allowed address that leads to another one is blocked", async () => {
  const port = await listen(createServer(answer));

  // The system takes 0.0.0.0 for this machine.
  await expect(get(`http://0.0.0.0:${port}`, policy("0.0.0.0/32"))).rejects.toMatchObject({
    reason: "blocked",
  });
});

describe("through a proxy", () => {
  test("the receiver is named as its URL does, with the port of its scheme", async () => {
    const proxy = await startEgressProxy();
    closers.push(() => proxy.close());
    proxy.behave(300);
    const hosts = ["http://hooks.example", "https://hooks.example", "http://[2606:4700::1111]"];

    for (const host of [...hosts, "https://hooks.example:8443"])
      await expect(get(host, via(proxy))).rejects.toMatchObject({ reason: "internal" });

    expect(proxy.asked.map(({ authority }) => authority)).toEqual([
      "hooks.example:80",
      "hooks.example:443",
      "[2606:4700::1111]:80",
      "hooks.example:8443",
    ]);
  });

  test.each([
    ["http://localhost", strict],
    ["http://10.0.0.1", strict],
    ["http://10.0.0.1", trial],
  ])("it is not asked for %s, which the policy denies", async (url, allowed) => {
    const proxy = await startEgressProxy();
    closers.push(() => proxy.close());

    await expect(get(url, via(proxy, allowed))).rejects.toMatchObject({ reason: "blocked" });
    expect(proxy.asked).toEqual([]);
  });
});

describe("says why there is no connection", () => {
  test("dns: the name has no address", async () => {
    await expect(get("http://hooks.example", trial, async () => [])).rejects.toMatchObject({
      reason: "dns",
      message: "The name hooks.example has no address in DNS.",
    });
  });

  test("dns: the servers are silent, within the time limit of connecting", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    closers.push(() => vi.useRealTimers());
    const silent = () => new Promise<never>(() => {});
    const refused = expect(get("http://hooks.example", trial, silent)).rejects.toMatchObject({
      reason: "dns",
      message: "DNS took too long to answer for hooks.example.",
    });
    await vi.advanceTimersByTimeAsync(5000);
    await refused;
  });

  test("connect: nothing listens", async () => {
    const server = createTcpServer();
    const port = await listen(server);
    await new Promise((closed) => server.close(closed));

    const sent = get(`http://hooks.example:${port}`, trial, async () => [inside]);

    await expect(sent).rejects.toMatchObject({
      reason: "connect",
      message: "hooks.example refused the connection: nothing listens on that port.",
    });
  });

  test("tls: the other side speaks none", async () => {
    const port = await listen(createServer(answer));

    await expect(get(`https://127.0.0.1:${port}`, trial)).rejects.toMatchObject({ reason: "tls" });
  });

  test("tls: a self-signed certificate, even where the environment would let it pass", async () => {
    const { names, ...options } = selfSigned();
    const port = await listen(createTlsServer(options, answer));
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    closers.push(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);

    const proxy = await startEgressProxy();
    closers.push(() => proxy.close());

    for (const chosen of [trial, via(proxy)])
      await expect(
        get(`https://hooks.example:${port}`, chosen, async () => [inside]),
      ).rejects.toMatchObject({
        reason: "tls",
        message: "The certificate of hooks.example is self-signed.",
      });
    expect(names).toEqual(["hooks.example", "hooks.example"]);
  });

  test("internal: the egress proxy has a self-signed certificate, likewise", async () => {
    const { names, ...options } = selfSigned();
    const server = createTlsServer(options);
    server.on("connect", (_request, socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"));
    const proxy = new URL(`https://localhost:${await listen(server)}`);
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    closers.push(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);

    await expect(get("http://hooks.example", { ...strict, proxy })).rejects.toMatchObject({
      reason: "internal",
      message: expect.stringContaining("hooks.example:80: DEPTH_ZERO_SELF_SIGNED_CERT."),
    });
    expect(names).toEqual(["localhost"]);
  });
});

function via({ port }: { port: number }, allowed = strict) {
  return { ...allowed, proxy: new URL(`http://127.0.0.1:${port}`) };
}

async function get(url: string, allowed: typeof strict, resolve?: Resolve): Promise<string> {
  const agent = guardedAgent(allowed, resolve);
  closers.push(() => agent.destroy());
  const { body } = await request(url, { dispatcher: agent });
  return body.text();
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.on("connection", () => {
    connections++;
  });
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Options of a server of TLS with a certificate of its own. `names` are those that it is asked for. */
function selfSigned() {
  const dir = mkdtempSync(path.join(tmpdir(), "postback-tls-"));
  closers.push(() => rmSync(dir, { recursive: true }));
  const [key, cert] = [path.join(dir, "key.pem"), path.join(dir, "cert.pem")];
  const subject = ["-subj", "/CN=hooks.example", "-addext", "subjectAltName=DNS:hooks.example"];
  const files = ["-keyout", key, "-out", cert, "-days", "1"];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject, ...files], {
    stdio: "ignore",
  });
  const names: string[] = [];
  const SNICallback = (name: string, done: (error: null) => void) => {
    names.push(name);
    done(null);
  };
  return { key: readFileSync(key), cert: readFileSync(cert), names, SNICallback };
}
