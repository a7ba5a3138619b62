import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { alive, family, type Home, makeHome, type Product, until } from "@/tests/product";
import { choosePort } from "./ports";

let home: Home;
beforeEach(async () => {
  home = await makeHome({ prepared: true });
});
afterEach(() => home.close());

async function call(product: Product, body?: object): Promise<Response | null> {
  const url = `${await product.address()}/v1/webhooks`;
  const headers = { "x-api-key": await home.apiKey(), "content-type": "application/json" };
  const request = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  return fetch(url, request).catch(() => null);
}

const webhook = { callbackUrl: "http://127.0.0.1:4999/kept", events: ["VIDEO_GENERATION_SUCCESS"] };

/** Waits until the product responds again, and returns what it stored. */
async function webhooksAfterAll(product: Product): Promise<unknown> {
  const answer = await until(async () => {
    const response = await call(product);
    return response?.ok ? response : null;
  });
  return answer.json();
}

test("after kill -9 of the supervisor the next start keeps port and data", async () => {
  const PORT = String(await choosePort());
  const killed = home.start({ PORT });
  await call(killed, webhook);
  const processes = family(killed.pid, "dist/");
  process.kill(killed.pid, "SIGKILL");

  const next = home.start({ PORT });
  expect(await webhooksAfterAll(next)).toMatchObject([webhook]);
  // The process itself, and perhaps the one that still prepares pages.
  expect(processes).not.toEqual([]);
  expect(alive(processes)).toEqual([]);
});

test("after kill -9 of supervisor and Postgres together, too", async () => {
  const killed = home.start();
  await call(killed, webhook);
  process.kill(await home.postmaster(), "SIGKILL");
  process.kill(killed.pid, "SIGKILL");

  expect(await webhooksAfterAll(home.start())).toMatchObject([webhook]);
});

test("a first start that was cancelled, or ended before it had written its password, is repeated", async () => {
  const fresh = await makeHome();
  try {
    const cancelled = fresh.start();
    const creating = await until(() => family(cancelled.pid, "bin/initdb")[0]);
    process.kill(creating, "SIGSTOP");
    const processes = family(cancelled.pid);
    process.kill(-cancelled.pid, "SIGINT");
    expect([await cancelled.ended, cancelled.err()]).toEqual([0, ""]);
    // The servers of initdb are killed with it, but are no children of the supervisor: nobody waits for their end.
    await until(() => alive(processes).length === 0);
    await writeFile(path.join(fresh.dir, "postgres-password"), "");
    const product = fresh.start();
    expect(await product.address()).toContain("http://");
    expect(await product.stop()).toBe(0);
  } finally {
    await fresh.close();
  }
});

test("Postgres comes back after kill -9, at the same address", async () => {
  const product = home.start();
  await call(product, webhook);
  const before = await home.postmaster();
  process.kill(before, "SIGKILL");

  await until(async () => (await home.postmaster().catch(() => before)) !== before);
  expect(await webhooksAfterAll(product)).toMatchObject([webhook]);
  // No name twice: collectors refuse such a line, or keep either value.
  const line = /.*embedded Postgres exited; restarting.*/.exec(product.out())?.[0] ?? "";
  expect([line.match(/"pid":/g), JSON.parse(line).postgres]).toEqual([['"pid":'], before]);
  expect(await product.stop()).toBe(0);
});

test("an adopted Postgres is supervised too", async () => {
  const killed = home.start();
  await call(killed, webhook);
  process.kill(killed.pid, "SIGKILL");
  const product = home.start();
  await product.address();
  const before = await home.postmaster();
  process.kill(before, "SIGKILL");

  await until(async () => (await home.postmaster().catch(() => before)) !== before);
  expect(await webhooksAfterAll(product)).toMatchObject([webhook]);
});

test.each(["whole", "worker"])("the %s process comes back after kill -9", async (name) => {
  const product = home.start({ WORKERS: "1" });
  await call(product, webhook);
  const [before = 0] = family(product.pid, `dist/${name}.js`);
  process.kill(before, "SIGKILL");

  const after = await until(() =>
    family(product.pid, `dist/${name}.js`).find((pid) => pid !== before),
  );
  expect(alive([after])).toEqual([after]);
  expect(await webhooksAfterAll(product)).toMatchObject([webhook]);
});
