import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "./eventually";
import { type ChaosProxy, startProxy } from "./proxy";

let server: Server;
let proxy: ChaosProxy;
/** Data that the server received. It echoes everything, and resets the connection on request. */
let arrived: string[];
const clients: Socket[] = [];

beforeEach(async () => {
  arrived = [];
  server = createServer((socket) => {
    socket
      .on("error", () => {})
      .on("data", (bytes) => {
        arrived.push(bytes.toString());
        if (arrived.at(-1) === "reset") socket.resetAndDestroy();
        else socket.write(bytes);
      });
    socket.on("end", () => socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  proxy = await startProxy({ host: "127.0.0.1", port });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await proxy.close();
  await new Promise((resolve) => server.close(resolve));
});

/** A connection, the data it received, and how it ended. */
function dial() {
  const socket = connect({ port: proxy.port, host: "127.0.0.1", noDelay: true });
  const heard = { text: "", pieces: 0, end: "" };
  socket
    .on("data", (bytes) => {
      heard.text += bytes;
      heard.pieces++;
    })
    .on("end", () => {
      heard.end ||= "close";
    })
    .on("error", (error: NodeJS.ErrnoException) => {
      heard.end ||= error.code ?? "";
    });
  clients.push(socket);
  return { socket, heard };
}

test("passes bytes both ways, and the end of each side", async () => {
  const { socket, heard } = dial();
  socket.end("hello");
  await eventually(() => expect(heard).toMatchObject({ text: "hello", end: "close" }));
  await eventually(() => expect(proxy.open()).toBe(0));
});

test("latency delays each direction by itself and keeps the order", async () => {
  proxy.trouble({ up: { latencyMs: 40 }, down: { latencyMs: 60 } });
  const { socket, heard } = dial();
  const begun = performance.now();
  for (const part of ["one ", "two ", "three"]) socket.write(part);
  await eventually(() => expect(heard.text).toBe("one two three"));
  expect(performance.now() - begun).toBeGreaterThanOrEqual(99);
});

test("a slow line drips", async () => {
  proxy.trouble({ down: { bytesPerSecond: 200 } });
  const { socket, heard } = dial();
  const begun = performance.now();
  socket.write("x".repeat(30));
  await eventually(() => expect(heard.text).toHaveLength(30));
  expect(heard.pieces).toBeGreaterThan(1);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(90);
});

test("splits data into pieces", async () => {
  proxy.trouble({ up: { sliceBytes: 1 } });
  const { socket, heard } = dial();
  const text = "0123456789".repeat(5);
  socket.write(text);
  await eventually(() => expect(heard.text).toBe(text));
  expect(arrived.length).toBeGreaterThan(1);
});

test("silence towards the server holds requests; towards the client responses", async () => {
  const { socket, heard } = dial();
  proxy.trouble({ up: { silent: true } });
  socket.write("first");
  await expect.poll(() => socket.bytesWritten).toBe(5);
  expect(arrived).toEqual([]);
  proxy.trouble({ down: { silent: true } });
  await eventually(() => expect(arrived).toEqual(["first"]));
  expect(heard.text).toBe("");
  proxy.mend();
  await eventually(() => expect(heard.text).toBe("first"));
});

test("a silent machine accepts new connections and hides the end of open ones", async () => {
  const old = dial();
  old.socket.write("a");
  await eventually(() => expect(old.heard.text).toBe("a"));
  proxy.silence();
  const fresh = dial();
  await once(fresh.socket, "connect");
  fresh.socket.end("b");
  old.socket.end();
  expect([old.heard.end, fresh.heard]).toEqual(["", { text: "", pieces: 0, end: "" }]);
  proxy.mend();
  await eventually(() => expect(fresh.heard).toMatchObject({ text: "b", end: "close" }));
});

test.each([
  ["close", "close"],
  ["reset", "ECONNRESET"],
] as const)("after so many bytes the line breaks: %s", async (breakBy, end) => {
  proxy.trouble({ down: { breakAfterBytes: 4, breakBy } });
  const { socket, heard } = dial();
  socket.write("0123456789");
  await eventually(() => expect(heard.end).toBe(end));
  expect(heard.text).toBe("0123");
  await eventually(() => expect(proxy.open()).toBe(0));
});

test.each([
  ["cut", "close"],
  ["reset", "ECONNRESET"],
] as const)("%s breaks open connections and refuses new ones until mended", async (how, end) => {
  const { socket, heard } = dial();
  socket.write("a");
  await eventually(() => expect(heard.text).toBe("a"));
  proxy[how]();
  await eventually(() => expect(heard.end).toBe(end));
  const turned = dial();
  await eventually(() => expect(turned.heard.end).toBe(end));
  expect(proxy.refused()).toBe(1);
  proxy.mend();
  const again = dial();
  again.socket.write("b");
  await eventually(() => expect(again.heard.text).toBe("b"));
});

test("a reset by the server reaches the client as one", async () => {
  const { socket, heard } = dial();
  socket.write("reset");
  await eventually(() => expect(heard.end).toBe("ECONNRESET"));
});
