import { afterEach } from "vitest";
import { connectDatabase } from "@/db/client";
import { bootstrap } from "@/lib/bootstrap";
import { readEnvironment } from "@/lib/env";
import { channels } from "@/lib/queue/notify";
import { makers } from "@/tests/make";
import { startReceiver } from "@/tests/receiver";
import { type Behaviour, behave } from "./behaviour";
import { startPostgres } from "./postgres";
import { key, programs } from "./programs";

type Closer = () => Promise<unknown>;
const closers: Closer[] = [];
/** Last in, first out. */
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export function onEnd(close: Closer): void {
  closers.push(close);
}

/** A Postgres, programs on it and receivers, all of which a test can kill. */
export async function openWorld(settings: Record<string, string> = {}, folder?: string) {
  const postgres = await startPostgres(settings, folder);
  onEnd(postgres.close);
  const running = programs(postgres.url);
  onEnd(() => running.close());
  const db = connectDatabase(postgres.url, 1);
  await bootstrap(db, readEnvironment({ BOOTSTRAP_API_KEY: key }));
  await db.$client.end();
  const make = makers(postgres.sql);
  const [account] = await postgres.sql`select id from accounts`;

  return {
    worker: running.worker,
    web: running.web,
    postgres,
    sql: postgres.sql,
    make,
    /** A receiver with a webhook. A short deadline also shortens the lease of a killed worker. */
    async subscribe(
      behaviour: Behaviour = () => ({ status: 200 }),
      deadlineSeconds = 1,
      maxConcurrency?: number,
    ) {
      const receiver = await startReceiver();
      onEnd(receiver.close);
      const kept = behave(behaviour);
      receiver.answer(kept.answer);
      const accountId = account?.id;
      const limits = { deadlineSeconds, ...(maxConcurrency && { maxConcurrency }) };
      const draft = { accountId, callbackUrl: receiver.url, ...limits };
      const webhook = await make.webhook(draft);
      const { succeeded, inFlight } = kept;
      const seen = { succeeded, inFlight };
      return { ...receiver, webhook, webhookId: webhook.id, secret: webhook.secret, ...seen };
    },
    /** Number of workers that listen for due deliveries: these can be asked to stop. The API listens to other channels. */
    async listening(): Promise<number> {
      const [row] = await postgres.sql`
        select count(*)::int as n from pg_stat_activity
        where query like 'listen %' and query like ${`%"${channels.due}"%`}`;
      return row?.n;
    },
    /** Ends leases of dead workers instead of waiting for them. */
    expireLeases: () => postgres.sql`update queue set due_at = now() where leased`,
  };
}
