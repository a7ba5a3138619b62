import type { Sql } from "@/db/client";
import { scopes } from "@/db/enums";
import { newSecret } from "@/lib/outbound/signature";
import { json } from "./attack";

type Place = { origin: string; adminKey: string };
export type Tenant = { accountId: string; keys: string[] };

/** Creates an account with this many keys with all scopes, through the API. */
export async function makeTenant(place: Place, name: string, keys = 1): Promise<Tenant> {
  const { id: accountId } = await post(place, "/v1/accounts", { name });
  const issued: string[] = [];
  for (let n = 0; n < keys; n++) {
    const draft = { name: `${name} ${n}`, accountId, scopes };
    issued.push((await post(place, "/v1/api-keys", draft)).key);
  }
  return { accountId, keys: issued };
}

/** Creates a webhook for successful videos. */
export async function makeWebhook(place: Place, accountId: string, callbackUrl: string) {
  const draft = { callbackUrl, events: ["VIDEO_GENERATION_SUCCESS"] };
  await post(place, `/v1/webhooks?account=${accountId}`, draft);
}

async function post({ origin, adminKey }: Place, path: string, body: object) {
  const answer = await fetch(origin + path, {
    method: "POST",
    headers: json(adminKey),
    body: JSON.stringify(body),
  });
  const made = (await answer.json()) as { id: string; key: string; message?: string };
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${made.message}`);
  return made;
}

/** Creates this many webhooks for successful videos by SQL; the API would take minutes. */
export async function addWebhooks(sql: Sql, accountId: string, url: string, count: number) {
  await sql`
    with made as (
      insert into webhooks (id, account_id, callback_url, events)
      select new_id(), ${accountId}, ${url} || '/ok/' || n, '{VIDEO_GENERATION_SUCCESS}'
      from generate_series(1, ${count}::int) n returning id
    )
    insert into webhook_secrets (id, webhook_id, secret) select new_id(), id, ${newSecret()} from made`;
  await sql`analyze webhooks, webhook_secrets`;
}

/** Inserts this many deliveries into the account's log, a tenth of them failed. */
export async function addHistory(sql: Sql, accountId: string, count: number) {
  await sql`
    with hook as (
      insert into webhooks (id, account_id, callback_url, events)
      values (new_id(), ${accountId}, 'https://gone.example/', '{AVATAR_TRAINING_FAILED}') returning id
    ), pairs as materialized (
      select new_id() as id, new_id() as event_id, n from generate_series(1, ${count}::int) n
    ), happened as (
      insert into events (id, account_id, name, data, subject)
      select event_id, ${accountId}, 'AVATAR_TRAINING_FAILED', '{"avatarId":"a"}', 'a' from pairs
    )
    insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger, status,
      attempts, cause, status_code, finished_at)
    select pairs.id, ${accountId}, event_id, hook.id, 'AVATAR_TRAINING_FAILED', 'https://gone.example/',
      'event', case when n % 10 = 0 then 'failed' else 'delivered' end, 1,
      case when n % 10 = 0 then 'http_5xx' end, case when n % 10 = 0 then 500 else 200 end, now()
    from pairs cross join hook`;
  await sql`analyze events, deliveries`;
}
