import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { holdDocument } from "./hold-document";

test("a document that ended while it was held is not written again to a slow client", async () => {
  const errors: unknown[] = [];
  let response: ServerResponse | undefined;
  const server = createServer((_, answering) => {
    response = answering;
    answering.on("error", (error) => errors.push(error));
    holdDocument(answering);
    // More than the buffers of the connection take while the client reads nothing.
    answering.write("<!DOCTYPE html>");
    answering.end(Buffer.alloc(32 * 1024 * 1024));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  client.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");

  await delay(400);
  expect(response?.writableFinished).toBe(false);
  expect(errors).toEqual([]);
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
});
