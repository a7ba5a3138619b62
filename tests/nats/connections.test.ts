import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test } from "vitest";
import { keepConnected } from "@/lib/nats/connect";
import { startNats } from "./server";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test("lost connections to the broker are freed", async () => {
  const nats = await startNats();
  closers.push(nats.close);
  const stopping = new AbortController();
  const made: WeakRef<object>[] = [];
  const running = keepConnected(
    { NATS_URL: nats.url },
    { name: "test", signal: stopping.signal },
    (connection) => {
      made.push(new WeakRef(connection));
      void connection.close();
    },
  );
  closers.push(async () => {
    stopping.abort();
    await running;
  });
  const lost = () => made.slice(0, 3);

  await expect.poll(() => made.length, { timeout: 20_000 }).toBeGreaterThan(4);
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");

  await expect
    .poll(() => {
      collect();
      return lost().map((connection) => connection.deref() === undefined);
    })
    .toEqual([true, true, true]);
});
