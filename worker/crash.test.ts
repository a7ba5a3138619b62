import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import { bundleProgram } from "@/tests/bundle-program";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";
import type { FailPoint } from "./fail-point";

const program = await bundleProgram("worker/main.ts", "crashing-worker");

let sql: Sql;
let url: string;
let make: ReturnType<typeof makers>;
let receiver: Receiver;
const children: ChildProcess[] = [];
beforeEach(async () => {
  // Each test has a database, because Postgres still runs the last statement of a killed worker: it may claim a delivery.
  ({ sql, url } = await freshDatabase());
  make = makers(sql);
  receiver = await startReceiver();
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => end(child, "SIGKILL")));
  await receiver.close();
});

describe("a worker that dies loses nothing", () => {
  test.each<[FailPoint, number, string[]]>([
    ["after_claim", 1, ["internal", "delivered"]],
    ["before_send", 1, ["internal", "delivered"]],
    ["after_send", 2, ["internal", "delivered"]],
    ["before_record", 2, ["internal", "delivered"]],
    ["after_record", 1, ["delivered"]],
  ])("%s: %i copies arrive", async (point, copies, log) => {
    const { id, eventId } = await make.delivery(await make.webhook({ callbackUrl: receiver.url }));

    const [, signal] = await once(startWorker({ POSTBACK_FAILPOINT: point }), "exit");
    expect(signal).toBe("SIGKILL");
    // Ends the lease instead of waiting for it.
    await sql`update queue set due_at = now() where delivery_id = ${id}`;
    startWorker();

    await eventually(async () => expect(await status(id)).toBe("delivered"));
    expect(receiver.received).toHaveLength(copies);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(
      new Set([eventId]),
    );
    expect(await causes(id)).toEqual(log);
    expect(await sql`select 1 from queue where delivery_id = ${id}`).toHaveLength(0);
  });
});

test("SIGTERM lets it finish what it has begun: nothing is sent twice", async () => {
  receiver.answer((response) => setTimeout(() => response.end(), 150));
  const hook = await make.webhook({ callbackUrl: receiver.url });
  for (let n = 0; n < 30; n++) await make.delivery(hook);

  for (let started = 0; receiver.received.length < 30; started++) {
    const worker = startWorker({ WORKER_CONCURRENCY: "5" });
    await receiver.waitFor(Math.min(receiver.received.length + 3, 30));
    expect(await end(worker, "SIGTERM")).toBe(0);
    expect(started).toBeLessThan(10);
  }

  const [left] = await sql`select count(*)::int as n from queue where webhook_id = ${hook.id}`;
  expect(left?.n).toBe(0);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(30);
  expect(receiver.received).toHaveLength(30);
});

test("a worker makes the log's days ahead, on its own", async () => {
  const fresh = await freshDatabase();
  const days = () => fresh.sql`
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'deliveries'::regclass and c.relname > 'deliveries_' || to_char(now() + interval '1 day', 'YYYYMMDD')
      and c.relname <> 'deliveries_default'`;
  expect(await days()).toHaveLength(0);

  startWorker({ DATABASE_URL: fresh.url });

  await eventually(async () => expect(await days()).not.toHaveLength(0));
});

test("without a database it says so in one sentence", async () => {
  const worker = startWorker({ DATABASE_URL: "" }, "pipe");
  const said: Buffer[] = [];
  worker.stderr?.on("data", (chunk) => said.push(chunk));

  expect((await once(worker, "close"))[0]).toBe(1);
  expect(Buffer.concat(said).toString().trim()).toBe(
    "Set DATABASE_URL: the worker shares the database of the web process.",
  );
});

function startWorker(env: Record<string, string> = {}, stderr: "inherit" | "pipe" = "inherit") {
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "ignore", stderr],
    env: {
      ...process.env,
      NODE_ENV: "test",
      LOG_LEVEL: "fatal",
      DATABASE_URL: url,
      ALLOW_PRIVATE_CIDRS: "127.0.0.0/8",
      ...env,
    },
  });
  children.push(child);
  return child;
}

/** Returns the exit code. */
async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, "exit");
    child.kill(signal);
    await exit;
  }
  return child.exitCode;
}

async function status(id: string): Promise<string> {
  const [row] = await sql`select status from deliveries where id = ${id}`;
  return row?.status;
}

async function causes(id: string): Promise<string[]> {
  const rows = await sql`
    select coalesce(cause, 'delivered') as cause from attempts
    where delivery_id = ${id} order by number`;
  return rows.map(({ cause }) => cause);
}
