import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerCalls } from "../role";

/** Reads a request and responds: the minimal cost of a Node HTTP server. */
const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(202).end('{"id":""}'));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

const calls = { url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
export type NoOpServer = typeof calls;
answerCalls(calls);
