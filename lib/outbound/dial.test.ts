import dns, { type LookupAddress } from "node:dns";
import { readFileSync } from "node:fs";
import { createServer, type ServerOptions } from "node:https";
import {
  type AddressInfo,
  connect as connectTcp,
  createServer as createTcpServer,
  type LookupFunction,
} from "node:net";
import { connect } from "node:tls";
import { Worker } from "node:worker_threads";
import { Agent, request } from "undici";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { makeAuthority } from "@/tests/certificates";
import { connected, dial } from "./dial";
import { throughProxy } from "./tunnel";

const authority = makeAuthority();
afterAll(authority.close);
const ca = readFileSync(authority.file);

test("a receiver that requires a client certificate is named, though it says so after the handshake", async () => {
  const port = await listen({ requestCert: true, rejectUnauthorized: true, ca });
  await expect(post(port)).rejects.toMatchObject({
    reason: "tls",
    message: "hooks.example requires a client certificate, and Postback has none.",
  });
});

test("a port that serves plain HTTP is named as such", async () => {
  const plain = createTcpServer((socket) => {
    socket.on("error", () => {}).end("HTTP/1.1 400 Bad Request\r\n\r\n");
  });
  await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void plain.close());

  await expect(post((plain.address() as AddressInfo).port)).rejects.toMatchObject({
    reason: "tls",
    message: expect.stringMatching(
      /^hooks\.example answered without TLS \(ERR_SSL_\w+\); this port may serve plain HTTP\.$/,
    ),
  });
});

test("a TLS connection that breaks ends the request at once, and not at its deadline", async () => {
  const port = await listen({});
  const relay = createTcpServer((socket) => {
    const receiver = connectTcp(port, "127.0.0.1");
    receiver.pipe(socket.on("error", () => {}));
    socket.pipe(receiver.on("error", () => {}));
    asked = () => socket.write(forgedRecord);
    socket.once("close", () => receiver.destroy());
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void relay.close());

  await expect(post((relay.address() as AddressInfo).port)).rejects.toMatchObject({
    reason: "tls",
    message:
      "The TLS connection to hooks.example broke (ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC).",
  });
});

const twoAddresses: LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

test("connects after a lost packet, although the other address of the receiver has no route", async () => {
  const port = `${await listenBusy()}`;
  const [host, timeoutMs] = ["hooks.example", 60_000];
  const socket = dial({ host, port, addresses: twoAddresses, secure: false, timeoutMs });
  onTestFinished(() => void socket.destroy());
  setImmediate(accept);
  await connected(socket, host, timeoutMs);
  expect(socket.remoteAddress).toBe("127.0.0.1");
});

test("every address is tried within the time limit of all", async () => {
  const port = await listenBusy();
  const open = createTcpServer().listen(port, "127.0.0.3");
  onTestFinished(() => void open.close());
  await new Promise((resolve) => open.once("listening", resolve));
  const addresses = ["127.0.0.1", "127.0.0.3"].map((address) => ({ address, family: 4 }));
  const timeoutMs = 200;
  const socket = dial({ host: "a.example", port: `${port}`, addresses, secure: false, timeoutMs });
  onTestFinished(() => void socket.destroy());
  await connected(socket, "a.example", 1500);
  expect(socket.remoteAddress).toBe("127.0.0.3");
});

test("an egress proxy is connected to after a lost packet, too", async () => {
  const proxy = new URL(`http://proxy.example:${await listenBusy()}`);
  const answerAll: LookupFunction = (_host, _options, answer) => answer(null, twoAddresses);
  const system = vi.spyOn(dns, "lookup").mockImplementation(answerAll as typeof dns.lookup);
  onTestFinished(() => system.mockRestore());
  const receiver = { host: "hooks.example", port: "", secure: false };
  const opened = throughProxy(proxy, receiver, 60_000);
  setImmediate(accept);
  const { socket, phases } = await opened;
  onTestFinished(() => void socket.destroy());
  expect(socket.remoteAddress).toBe("127.0.0.1");
  expect(phases).toEqual({ dnsMs: null, connectMs: expect.any(Number), tlsMs: null });
});

test("the time of TLS begins when the connection is established", async () => {
  const socket = connect({
    host: "127.0.0.1",
    port: await listen({}),
    servername: "hooks.example",
    ca,
  });
  onTestFinished(() => void socket.destroy());
  const aDayMs = 86_400_000;
  const { tlsMs } = await connected(socket, "hooks.example", 5000, aDayMs);
  expect(tlsMs).toBeLessThan(aDayMs);
});

test("a connection that is not established in time is closed", async () => {
  const addresses = [{ address: "127.0.0.1", family: 4 }];
  const port = `${await listenBusy()}`;
  const socket = dial({ host: "hooks.example", port, addresses, secure: false, timeoutMs: 50 });
  await expect(connected(socket, "hooks.example", 50)).rejects.toMatchObject({ reason: "timeout" });
  expect(socket.destroyed).toBe(true);
});

/** Lets the busy receiver accept connections. */
let accept = () => {};

/** Starts a receiver that accepts nothing and has a full queue, so that the kernel drops the packet that opens the next connection. */
async function listenBusy(): Promise<number> {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const busy = new Worker(
    `const { parentPort, workerData } = require("node:worker_threads");
    const server = require("node:net").createServer((socket) => {
      socket.on("error", () => {}).write("HTTP/1.1 200 OK\\r\\n\\r\\n");
    });
    server.listen({ port: 0, host: "127.0.0.1", backlog: 1 });
    server.once("listening", () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(workerData, 0, 0);
    });`,
    { eval: true, workerData: flag },
  );
  onTestFinished(() => void busy.terminate());
  accept = () => {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  };
  const port = await new Promise<number>((resolve) => busy.once("message", resolve));
  for (let n = 0; n < 2; n++) {
    const queued = connectTcp(port, "127.0.0.1").on("error", () => {});
    await new Promise<void>((resolve) => queued.once("connect", resolve));
    onTestFinished(() => void queued.destroy());
  }
  return port;
}

/** Application data of TLS that no key has encrypted. */
const forgedRecord = Buffer.from([0x17, 3, 3, 0, 64, ...Array(64).fill(7)]);

/** Called when a receiver has a request. */
let asked = () => {};

/** Starts a receiver that never responds. Returns its port. */
async function listen(options: ServerOptions): Promise<number> {
  const { keyFile, certFile } = authority.certificate("DNS:hooks.example", 1);
  const pair = { key: readFileSync(keyFile), cert: readFileSync(certFile) };
  const server = createServer({ ...pair, ...options }, () => asked());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

/** Sends a request over a connection that trusts the authority. */
function post(port: number) {
  const agent = new Agent({
    connect(_options, done) {
      const socket = connect({ host: "127.0.0.1", port, servername: "hooks.example", ca });
      connected(socket, "hooks.example", 5000).then(
        () => done(null, socket),
        (error) => done(error, null),
      );
    },
  });
  onTestFinished(() => agent.destroy());
  const dispatcher = { dispatcher: agent, headersTimeout: 60_000 };
  return request("https://hooks.example/", { method: "POST", body: "{}", ...dispatcher });
}
