import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerCalls, standApart } from "../role";

const tickMs = 5;

standApart();

/** Answers at a given rate, in order of arrival, so that an attacker sends as many requests as to the product. */
const waiting: ServerResponse[] = [];
let perSecond = 0;
let due = 0;
const server = createServer((request, response) => {
  request.resume().on("end", () => waiting.push(response));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", 4096, resolve));
let lookedAt = performance.now();
setInterval(() => {
  const now = performance.now();
  // Unused answers are not saved up for longer than a tenth of a second.
  due = Math.min(due + ((now - lookedAt) / 1000) * perSecond, Math.max(1, perSecond / 10));
  lookedAt = now;
  for (; due >= 1 && waiting.length > 0; due--) waiting.shift()?.writeHead(202).end('{"id":""}');
}, tickMs);

const calls = {
  url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  pace(rate: number): void {
    perSecond = rate;
  },
};
export type PacedServer = typeof calls;
answerCalls(calls);
