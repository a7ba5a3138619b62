import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { uuidv7 } from "uuidv7";
import type { Sql } from "@/db/client";
import type { EventName } from "@/db/enums";
import type { Claimed, Target } from "./claimed";
import type { Happening } from "./happening";
import { insertion } from "./insertion";
import { noRoom, type Room } from "./room";

/** An event as it was stored. */
export type Told = { id: string; event: EventName; createdAt: Date; deliveryIds: string[] };

/** What became of deliveries as they were stored. */
export type Stored = {
  /** Leased to this process from the start, as far as it had room. */
  claimed: Claimed[];
  /** Webhooks of which some wait in lane 1. */
  aside: string[];
  /** Some are left to whoever claims first. */
  isLeft: boolean;
  /** Whose events they were. */
  accountIds: string[];
};
export type Enqueued = Stored & { told: Told[] };

/** Executes the one statement: in a transaction, or prepared. */
export type Run = (statement: SQL) => Promise<unknown>;

const dialect = new PgDialect();

/** Planned once for each connection. Drizzle's own `execute` would plan it each time. */
export function prepared(client: Sql): Run {
  return (statement) => {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    return client.unsafe(text, params as string[], { prepare: true });
  };
}

type Answer = {
  createdMs: number;
  /** The event by its place among those given, from 1; the webhook only if the delivery is claimed. */
  made: [place: number, deliveryId: string, webhookId: string | null][] | null;
  targets: Target[] | null;
  aside: string[] | null;
  left: boolean | null;
};

/**
 * Stores events with one delivery and one queue row for each webhook that listens, in one statement:
 * together or not at all.
 */
export async function enqueue(
  run: Run,
  happenings: Happening[],
  room: Room = noRoom,
): Promise<Enqueued> {
  const given = happenings.map((happening) => ({ ...happening, id: uuidv7() }));
  const claimedAt = performance.now();
  const [answer] = (await run(insertion(given, room))) as Answer[];
  const { createdMs = 0, made, targets, aside, left } = answer ?? {};
  const createdAt = new Date(createdMs);
  const told = given.map(({ id, event }): Told => ({ id, event, createdAt, deliveryIds: [] }));
  const targetOf = new Map(targets?.map((target) => [target.webhookId, target]));

  const claimed = (made ?? []).flatMap(([place, deliveryId, webhookId]) => {
    told[place - 1]?.deliveryIds.push(deliveryId);
    const [happening, target] = [given[place - 1], webhookId && targetOf.get(webhookId)];
    if (!happening || !target) return [];
    const { id: eventId, event, data, testOf } = happening;
    const first = testOf === undefined ? asEvent : asTest;
    return [{ ...target, ...first, deliveryId, eventId, event, data, now: createdAt, claimedAt }];
  });
  const accountIds = [...new Set(happenings.map(({ accountId }) => accountId))];
  return { told, claimed, aside: aside ?? [], isLeft: left ?? false, accountIds };
}

const asEvent = { attempt: 1, step: 1, trigger: "event" } as const;
const asTest = { attempt: 1, step: 0, trigger: "test" } as const;
