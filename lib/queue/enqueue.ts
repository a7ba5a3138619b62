import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { uuidv7 } from "uuidv7";
import type { Sql } from "@/db/client";
import type { EventName } from "@/db/enums";
import { deliveries, queue } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { type Claimed, type Target, targetJson } from "./claimed";
import { busyOf, busyWith, crowded, leaseMarginSeconds, noRoom, type Room } from "./room";

export type Happening = {
  accountId: string;
  event: EventName;
  /** JSON text, sent on byte for byte. */
  data: string;
  /** The `videoId` or `avatarId` in it. */
  subject: string;
  /** To this webhook only, once, as a test. */
  testOf?: string;
  /** Also to the webhook that stands for its own `callbackUrl`. */
  oneShot?: string;
};

/** An event as it was stored. */
export type Told = { id: string; event: EventName; createdAt: Date; deliveryIds: string[] };

export type Enqueued = {
  told: Told[];
  /** Leased to this process from the start, as far as it had room. */
  claimed: Claimed[];
  /** The others were left to the workers. */
  isAllClaimed: boolean;
};

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

type Given = Happening & { id: string };
type Row = {
  id: string;
  createdMs: number;
  deliveryIds: string[] | null;
  /** Of what is claimed: the deliveries and their webhooks. */
  claimed: [deliveryId: string, webhookId: string][] | null;
  /** In the first row only. */
  targets: Target[] | null;
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
  const rows = (await run(statement(given, room))) as Row[];
  const stored = new Map(rows.map((row) => [row.id, row]));
  const told = given.map(({ id, event }) => {
    const { createdMs = 0, deliveryIds } = stored.get(id) ?? {};
    return { id, event, createdAt: new Date(createdMs), deliveryIds: deliveryIds ?? [] };
  });
  const claimed = claimedOf(given, stored, claimedAt);
  const count = told.reduce((sum, { deliveryIds }) => sum + deliveryIds.length, 0);
  return { told, claimed, isAllClaimed: claimed.length === count };
}

function claimedOf(given: Given[], stored: Map<string, Row>, claimedAt: number): Claimed[] {
  const targets = [...stored.values()].flatMap((row) => row.targets ?? []);
  const targetOf = new Map(targets.map((target) => [target.webhookId, target]));
  return given.flatMap(({ id: eventId, event, data, testOf }) => {
    const { claimed, createdMs = 0 } = stored.get(eventId) ?? {};
    const trigger = testOf === undefined ? ("event" as const) : ("test" as const);
    const first = { attempt: 1, step: testOf === undefined ? 1 : 0, trigger };
    const rest = { ...first, eventId, event, data, now: new Date(createdMs), claimedAt };
    return (claimed ?? []).flatMap(([deliveryId, webhookId]) => {
      const target = targetOf.get(webhookId);
      return target ? [{ ...target, ...rest, deliveryId }] : [];
    });
  });
}

function statement(given: Given[], room: Room): SQL {
  return sql`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(given)}::text::json) as g(
        id uuid, "accountId" uuid, event text, data text, subject text, "testOf" uuid, "oneShot" uuid)
    ), told as (
      insert into ${events} (id, account_id, name, data, subject, test)
      select id, "accountId", event, data, subject, "testOf" is not null from given
      returning id, created_at
    ), ${listening(room)}, logged as (
      insert into ${deliveries} (id, account_id, event_id, webhook_id, one_shot, event,
        callback_url, trigger)
      select delivery_id, account_id, event_id, webhook_id, one_shot, event, callback_url, trigger
      from listening
    ), queued as (
      insert into ${queue} (delivery_id, event_id, webhook_id, trigger, leased, attempt, step, due_at)
      select delivery_id, event_id, webhook_id, trigger, claimed, claimed::int,
        (claimed and scheduled)::int,
        case when claimed then now() + (deadline_seconds + ${leaseMarginSeconds}) * interval '1 second'
          when parked then 'infinity' else now() end
      from listening
    )
    select told.id, (extract(epoch from told.created_at) * 1000)::float8 as "createdMs",
      l.delivery_ids as "deliveryIds", l.claimed,
      case when 1 = row_number() over () then (
        select json_agg(${sql.raw(targetJson)})
        from ${webhooks} w left join ${receivers} r on r.webhook_id = w.id
        where w.id in (select webhook_id from listening where claimed)
      ) end as targets
    from told left join (
      select event_id, array_agg(delivery_id::text) as delivery_ids,
        json_agg(json_build_array(delivery_id, webhook_id)) filter (where claimed) as claimed
      from listening group by event_id
    ) l on l.event_id = told.id`;
}

const addressee = sql.raw(
  `w.id as webhook_id, w.one_shot, w.callback_url, w.deadline_seconds, w.max_concurrency, w.paused_at,
    w.rate_per_second`,
);

/** The deliveries to make. A webhook that is served apart from others goes by the lanes, which see to that. */
function listening(room: Room): SQL {
  return sql`
    offer as materialized (
      select ${room.slots}::int as slots, ${room.limit}::int as row_limit,
        ${JSON.stringify(busyOf(room))}::text::jsonb as busy
    ), matched as materialized (
      select new_id() as delivery_id, g.id as event_id, g."accountId" as account_id, g.event,
        g."testOf" is null as scheduled,
        case when g."testOf" is null then 'event' else 'test' end as trigger,
        g.webhook_id, g.one_shot, g.callback_url, g.deadline_seconds, g.max_concurrency,
        g.paused_at is not null and g."testOf" is null as parked,
        g.rate_per_second is not null or r.slow_since is not null or r.open_until is not null as apart
      from (
        select g.*, ${addressee} from given g
          join ${webhooks} w on w.account_id = g."accountId" and not w.one_shot
            and w.events @> array[g.event]
        where g."testOf" is null
        union all
        select g.*, ${addressee} from given g
          join ${webhooks} w on w.id in (g."testOf", g."oneShot") and w.account_id = g."accountId"
      ) g left join ${receivers} r on r.webhook_id = g.webhook_id
    ), listening as materialized (
      select *, not parked and not (scheduled and apart) and nth <= row_limit
        and not ${sql.raw(crowded)} as claimed
      from (
        select matched.*, b.*, offer.slots, offer.row_limit, row_number() over () as nth,
          row_number() over (partition by matched.webhook_id) as place,
          row_number() over (partition by b.room is not null) as turn
        from matched cross join offer
          cross join lateral ${sql.raw(busyWith("matched.webhook_id"))} b
      ) ranked
    )`;
}
