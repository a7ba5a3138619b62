import { randomUUID } from "node:crypto";
import { inject, test } from "vitest";
import { openClient } from "@/db/driver";
import { startPgBouncer } from "@/tests/pgbouncer";
import { makeHome } from "@/tests/product";
import { startReceiver } from "@/tests/receiver";

const key = "pooled-key";

test("the whole product migrates, delivers and replays behind PgBouncer", async () => {
  const { url } = inject("postgres");
  const own = new URL(url);
  own.pathname = `/test_${randomUUID().replaceAll("-", "")}`;
  const server = openClient(url, { max: 1, limitMs: 30_000 });
  await server.unsafe(`create database ${own.pathname.slice(1)}`);
  const pooler = await startPgBouncer(own.href);
  const home = await makeHome();
  const receiver = await startReceiver();
  const product = home.start({
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: own.href,
    MASTER_KEY: process.env.MASTER_KEY ?? "",
    BOOTSTRAP_API_KEY: key,
    ALLOW_PRIVATE_CIDRS: "127.0.0.0/8",
  });
  const address = await product.address();
  const post = (path: string, body: object) =>
    fetch(`${address}/v1/${path}`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  await post("webhooks", { callbackUrl: receiver.url, events: ["VIDEO_GENERATION_SUCCESS"] });
  await post("events", { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "v-1" } });
  await receiver.waitFor(1);
  await post("replays", { filter: { since: "2020-01-01T00:00:00Z" }, ratePerSecond: 20 });
  await receiver.waitFor(2);

  await home.close();
  await receiver.close();
  await pooler.stop();
  await server.unsafe(`drop database ${own.pathname.slice(1)} with (force)`);
  await server.end();
});
