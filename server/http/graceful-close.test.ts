import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { makeHome, until } from "@/tests/product";
import { gracefulClose } from "./graceful-close";

test("a stop answers a request whose body arrives slowly, ends new streams and cuts silent connections", async () => {
  const home = await makeHome({ prepared: true });
  const product = home.start();
  const port = Number(new URL(await product.address()).port);
  const open = async () => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    return socket;
  };
  const body = JSON.stringify({
    event: "VIDEO_GENERATION_SUCCESS",
    data: { videoId: "v-1", videoName: "Hello", extras: {} },
  });
  const caller = ["host: a", `x-api-key: ${await home.apiKey()}`];
  const head = [
    "POST /v1/events HTTP/1.1",
    ...caller,
    "content-type: application/json",
    `content-length: ${body.length}`,
    // Its answer shows that the request has arrived.
    "expect: 100-continue",
  ];
  const [slow, silent, streaming] = [await open(), await open(), await open()];
  streaming.write("GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n");
  await once(streaming, "data");
  slow.write(`${head.join("\r\n")}\r\n\r\n`);
  slow.write(body.slice(0, 20));
  await once(slow, "data");

  const stopped = product.stop();
  await until(async () => {
    const accepted = await open().catch(() => null);
    accepted?.destroy();
    return accepted === null;
  });
  streaming.write(`GET /v1/stream HTTP/1.1\r\n${caller.join("\r\n")}\r\n\r\n`);
  expect(await text(streaming)).toMatch(/^HTTP\/1.1 200 .+\r\n\r\n0\r\n\r\n$/s);
  silent.resume();
  await once(silent, "close");
  const answer = text(slow);
  slow.write(body.slice(20));
  expect(await answer).toContain("HTTP/1.1 202 ");
  expect(await stopped).toBe(0);
  await home.close();
});

test("after the stop began kept connections serve one more request, and each response ends its connection", async () => {
  const waiting: ServerResponse[] = [];
  // More than the buffers of the system hold.
  const largeBytes = 30_000_000;
  const server = createServer();
  const close = gracefulClose(server);
  server.on("request", ({ url }, response) => {
    if (url === "/slow") waiting.push(response);
    else response.end(url === "/large" ? "x".repeat(largeBytes) : "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const keep = async () => {
    const socket = connect(port, "127.0.0.1");
    const ask = (...paths: string[]) =>
      socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join(""));
    ask("/");
    expect(String(await once(socket, "data"))).toContain("Connection: keep-alive");
    return { socket, ask };
  };
  const [used, idle, slow] = [await keep(), await keep(), await keep()];
  const [piped, large] = [await keep(), await keep()];
  slow.ask("/slow");
  large.ask("/large");
  await once(large.socket, "readable");
  await until(() => waiting.length === 1);

  let endStreams = () => {};
  const streams = new Promise<void>((resolve) => (endStreams = resolve));
  const closed = close(() => streams);
  await expect(once(connect(port, "127.0.0.1"), "connect")).rejects.toThrow("ECONNREFUSED");
  used.ask("/");
  expect(await text(used.socket)).toMatch(/^HTTP\/1.1 200 OK\r\nconnection: close\r\n/);
  piped.ask("/slow", "/");
  await until(() => waiting.length === 2);
  waiting[1]?.end();
  expect((await text(piped.socket)).match(/^connection: .+/gim)).toEqual([
    "connection: keep-alive",
    "connection: close",
  ]);
  waiting[0]?.end();
  expect(await text(slow.socket)).toMatch(/^HTTP\/1.1 200 OK\r\nconnection: close\r\n/);
  endStreams();
  expect(await text(idle.socket)).toBe("");
  expect((await text(large.socket)).length).toBeGreaterThan(largeBytes);
  await closed;
});
