import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "undici";
import { afterEach, beforeEach, expect, test } from "vitest";
import { guardedAgent } from "./connector";
import { targetPolicy } from "./policy";

const policy = targetPolicy({ ALLOW_PRIVATE_CIDRS: "127.0.0.0/8", CALLBACK_HTTPS_ONLY: false });

let server: Server;
let port: number;
let held: ServerResponse[];
const agent = () => guardedAgent(policy, async () => [{ address: "127.0.0.1", family: 4 }]);

beforeEach(async () => {
  held = [];
  server = createServer((asked, response) => {
    if (asked.url === "/held") held.push(response);
    else response.end("here");
  });
  // Longer than this test, so that the sender closes the connection.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const open = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

test("the latest origins keep a connection, and requests under way end", async () => {
  const dispatcher = agent();
  const get = async (host: number | string, path = "/") => {
    const { body } = await request(`http://${host}.example:${port}${path}`, { dispatcher });
    return body.text();
  };
  const [slow, cut] = [get("slow", "/held"), get("cut", "/held")];
  await expect.poll(() => held.length).toBe(2);
  for (let host = 1; host <= 600; host += 50) {
    const hosts = Array.from({ length: 50 }, (_, n) => host + n);
    await Promise.all(hosts.map((one) => get(one)));
  }

  // The requests under way run on pools that no longer count among the 500.
  await expect.poll(open).toBeLessThanOrEqual(502);
  held[0]!.end("late");
  expect(await Promise.race([slow, cut])).toBe("late");
  await dispatcher.destroy();
  expect(await Promise.allSettled([slow, cut])).toContainEqual({
    status: "rejected",
    reason: expect.any(Error),
  });
});

test("an origin takes as many requests at once as there are", async () => {
  const dispatcher = agent();
  const all = Array.from({ length: 64 }, () =>
    request(`http://hooks.example:${port}/held`, { dispatcher }),
  );
  await expect.poll(() => held.length).toBe(64);
  for (const response of held) response.end();
  expect((await Promise.all(all)).map(({ statusCode }) => statusCode)).toEqual(Array(64).fill(200));
  await dispatcher.destroy();
});
