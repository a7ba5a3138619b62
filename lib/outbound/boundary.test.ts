import type { LookupAddress } from "node:dns";
import { fetch, request } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startDnsServer } from "@/tests/dns-server";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { guardedAgent } from "./connector";
import type { Origins } from "./origins";
import { targetPolicy } from "./policy";
import { type Resolve, resolver } from "./resolve";

const policy = (ranges: string) =>
  targetPolicy({ ALLOW_PRIVATE_CIDRS: ranges, CALLBACK_HTTPS_ONLY: false });
const [strict, trial] = [policy(""), policy("127.0.0.0/8")];
const inside: LookupAddress = { address: "127.0.0.1", family: 4 };
const blocked = { reason: "blocked" };

let receiver: Receiver;
let port: string;
let agents: Origins[] = [];
beforeEach(async () => {
  receiver = await startReceiver();
  ({ port } = new URL(receiver.url));
});
afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.destroy()));
  agents = [];
  await receiver.close();
});

function agentOf(allowed: typeof strict, resolve?: Resolve): Origins {
  const agent = guardedAgent(allowed, resolve);
  agents.push(agent);
  return agent;
}

async function get(dispatcher: Origins, host = "hooks.example") {
  const { statusCode, body } = await request(`http://${host}:${port}/`, { dispatcher });
  await body.dump();
  return statusCode;
}

describe("one denied address of a name blocks all, in any position", () => {
  const open = ["1.1.1.1", "8.8.8.8", "2606:4700:4700::1111"];
  const bad = [
    "127.0.0.1",
    "10.0.0.1",
    "169.254.169.254",
    "::1",
    "fd00:ec2::254",
    "64:ff9b::7f00:1",
  ];
  const cases = bad.flatMap((one) => open.map((_, at) => [one, at] as const));

  test.each(cases)("%s after %i others", async (one, at) => {
    const addresses = [...open.slice(0, at), one, ...open.slice(at)].map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
    await expect(get(agentOf(strict, async () => addresses))).rejects.toMatchObject(blocked);
  });
});

test("cached addresses are checked with every connection", async () => {
  const zone = { "hooks.example": { addresses: ["127.0.0.1"], ttl: 300 } };
  const server = await startDnsServer(zone);
  const resolve = resolver(strict, [server.address]);

  expect(await get(agentOf(trial, resolve))).toBe(200);
  await expect(get(agentOf(strict, resolve))).rejects.toMatchObject(blocked);
  await expect(get(agentOf(strict, resolve))).rejects.toMatchObject(blocked);

  expect(server.asked).toHaveLength(2);
  expect(receiver.received).toHaveLength(1);
  await server.close();
});

test("a connection that one policy opened carries no request of another", async () => {
  const [wide, narrow] = [
    agentOf(trial, async () => [inside]),
    agentOf(strict, async () => [inside]),
  ];

  expect(await get(wide)).toBe(200);
  await expect(get(narrow)).rejects.toMatchObject(blocked);
  expect(await get(wide)).toBe(200);
  expect(receiver.received).toHaveLength(2);
});

test("a closed agent keeps no connection open after a change of policy", async () => {
  const agent = agentOf(trial, async () => [inside]);
  expect(await get(agent)).toBe(200);
  await agent.destroy();
  await expect(get(agent)).rejects.toThrow("destroyed");
  expect(receiver.received).toHaveLength(1);
});

test.each(["127.0.0.2", "[::1]", "[::ffff:127.0.0.2]", "0", "2130706434", "169.254.169.254"])(
  "even a client that follows redirects gets no further than the connector lets it: %s",
  async (host) => {
    receiver.answer({ status: 307, headers: { location: `http://${host}:${port}/` } });
    const dispatcher = agentOf(policy("127.0.0.1/32"), async () => [inside]);

    const sent = fetch(`http://hooks.example:${port}/`, { dispatcher });

    await expect(sent).rejects.toMatchObject({ cause: blocked });
    expect(receiver.received).toHaveLength(1);
  },
);

describe("an invalid DNS answer is a failure", () => {
  test.each<[string, Resolve]>([
    ["no address", async () => []],
    ["an error", () => Promise.reject(Object.assign(new Error("SERVFAIL"), { reason: "dns" }))],
  ])("%s", async (_what, resolve) => {
    await expect(get(agentOf(trial, resolve))).rejects.toMatchObject({ reason: "dns" });
  });

  test.each(["", "nonsense", "127.0.0.1\0", "fe80::1%lo", "127.1"])(
    "the address %j",
    async (address) => {
      const agent = agentOf(policy("0.0.0.0/0,::/0"), async () => [{ address, family: 4 }]);
      await expect(get(agent)).rejects.toMatchObject(blocked);
    },
  );
});
