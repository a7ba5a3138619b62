import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { startDnsServer, type Zone } from "@/tests/dns-server";
import { targetPolicy } from "./policy";
import { resolver } from "./resolve";

const strict = targetPolicy({ ALLOW_PRIVATE_CIDRS: "", CALLBACK_HTTPS_ONLY: false });
const good = { addresses: ["93.184.216.34"], ttl: 300 };

let server: Awaited<ReturnType<typeof startDnsServer>>;
afterEach(() => server.close());

async function resolverFor(zone: Zone) {
  server = await startDnsServer(zone);
  return resolver(strict, [server.address]);
}

test("gives every address of a name, of both families", async () => {
  const addresses = ["93.184.216.34", "93.184.216.35", "2606:2800:220:1:248:1893:25c8:1946"];
  const resolve = await resolverFor({ "hooks.example": { addresses, ttl: 300 } });
  expect(await resolve("hooks.example")).toEqual([
    { address: addresses[0], family: 4 },
    { address: addresses[1], family: 4 },
    { address: addresses[2], family: 6 },
  ]);
});

test("a name without addresses is an answer, an empty one", async () => {
  const resolve = await resolverFor({ "bare.example": { addresses: [], ttl: 300 } });
  expect(await resolve("gone.example")).toEqual([]);
  expect(await resolve("bare.example")).toEqual([]);
});

test("a name server that fails for one family does not take the addresses of the other", async () => {
  const resolve = await resolverFor({ "hooks.example": { ...good, failing: ["AAAA"] } });
  expect(await resolve("hooks.example")).toEqual([{ address: "93.184.216.34", family: 4 }]);
});

test("an answer for one family is looked up again after two seconds, whatever its TTL", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const resolve = await resolverFor({ "hooks.example": { ...good, failing: ["AAAA"] } });
  await resolve("hooks.example");
  vi.advanceTimersByTime(2000);
  await resolve("hooks.example");
  const asked = () => server.asked.filter((question) => question === "A hooks.example");
  await expect.poll(asked).toHaveLength(2);
});

test("a name server that never answers for one family does not hold back the other until it is asked again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const resolve = await resolverFor({ "hooks.example": { ...good, silent: ["AAAA"] } });
  const found = resolve("hooks.example");
  while (vi.getTimerCount() === 0) await new Promise(setImmediate);
  vi.advanceTimersByTime(3000);
  expect(await found).toEqual([{ address: "93.184.216.34", family: 4 }]);
  expect(server.asked.filter((question) => question === "AAAA hooks.example")).toHaveLength(1);
});

test("a name server that never answers for one family delays only the first look-up, and the next ones are not stale", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const zone: Zone = { "hooks.example": { ...good, ttl: 1, silent: ["AAAA"] } };
  const resolve = await resolverFor(zone);
  const resolveAfter = async (ms: number) => {
    const found = resolve("hooks.example");
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(ms);
    return found;
  };
  await resolveAfter(3000);
  for (const address of ["93.184.216.35", "93.184.216.36"]) {
    zone["hooks.example"] = { addresses: [address], ttl: 1, silent: ["AAAA"] };
    vi.advanceTimersByTime(2000);
    expect(await resolveAfter(50)).toEqual([{ address, family: 4 }]);
  }
  // No query was repeated, so nobody waited for the time limit of one.
  expect(server.asked.filter((question) => question === "AAAA hooks.example")).toHaveLength(3);
});

test("a name server that answers with a failure is not said to be silent", async () => {
  const resolve = await resolverFor({ "hooks.example": { ...good, failing: ["A", "AAAA"] } });
  await expect(resolve("hooks.example")).rejects.toMatchObject({
    reason: "dns",
    message: "The DNS servers could not look up hooks.example (SERVFAIL).",
  });
});

test("the hosts file is read only while private ranges are allowed", async () => {
  const resolve = await resolverFor({});
  expect(await resolve("localhost")).toEqual([]);
  expect(server.asked).toContain("A localhost");
  const trial = targetPolicy({ ALLOW_PRIVATE_CIDRS: "127.0.0.0/8", CALLBACK_HTTPS_ONLY: false });
  const found = await resolver(trial, [server.address])("localhost");
  expect(found).toContainEqual({ address: "127.0.0.1", family: 4 });
});

test("names with a silent server do not delay others", async () => {
  const silent = Array.from({ length: 50 }, (_, n) => `silent-${n}.example`);
  const resolve = await resolverFor({
    ...Object.fromEntries(silent.map((name) => [name, null])),
    "hooks.example": good,
  });
  let ended = 0;
  const stuck = silent.map((name) => resolve(name).finally(() => ended++));
  await expect.poll(() => new Set(server.asked).size).toBe(100);

  expect(await resolve("hooks.example")).toEqual([{ address: "93.184.216.34", family: 4 }]);
  expect(ended).toBe(0);

  const results = await Promise.allSettled(stuck);
  expect(results).toEqual(
    silent.map((name) => ({
      status: "rejected",
      reason: expect.objectContaining({
        reason: "dns",
        message: `The DNS servers did not answer for ${name}.`,
      }),
    })),
  );
});

test("a name that many ask for at once is looked up once, and then known", async () => {
  const resolve = await resolverFor({ "hooks.example": good });
  const answers = await Promise.all(Array.from({ length: 100 }, () => resolve("hooks.example")));
  await resolve("hooks.example");
  expect(new Set(answers.map(([first]) => first?.address))).toEqual(new Set(["93.184.216.34"]));
  expect(server.asked).toHaveLength(2);
  expect(new Set(server.asked)).toEqual(new Set(["A hooks.example", "AAAA hooks.example"]));
});
