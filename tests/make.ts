import { uuidv7 } from "uuidv7";
import type { Sql } from "@/db/client";
import type { DeliveryStatus, EventName, Trigger } from "@/db/enums";
import { newSecret } from "@/lib/outbound/signature";

type WebhookDraft = {
  accountId?: string;
  callbackUrl?: string;
  deadlineSeconds?: number;
  maxConcurrency?: number;
  paused?: boolean;
  /** No request was ever sent to it. */
  isNew?: boolean;
};
type DeliveryDraft = {
  id?: string;
  event?: EventName;
  data?: string;
  trigger?: Trigger;
  status?: DeliveryStatus;
  /** State of its queue row. */
  attempt?: number;
  step?: number;
  dueAt?: Date | "infinity";
  resumeAt?: Date | "infinity" | null;
};

/** Factories that insert rows by SQL, as the API would store them. */
export function makers(sql: Sql) {
  async function account(): Promise<string> {
    const id = uuidv7();
    await sql`insert into accounts (id, name) values (${id}, ${id})`;
    return id;
  }

  async function webhook(draft: WebhookDraft = {}) {
    const { callbackUrl = "https://hooks.example/", deadlineSeconds = 1, paused = false } = draft;
    const { maxConcurrency = 64, isNew = false } = draft;
    const id = uuidv7();
    const accountId = draft.accountId ?? (await account());
    const secret = newSecret();
    await sql`
      insert into webhooks (id, account_id, callback_url, events, deadline_seconds, max_concurrency,
        paused_at, pause_reason, last_triggered_at)
      values (${id}, ${accountId}, ${callbackUrl}, ${["VIDEO_GENERATION_SUCCESS"]}, ${deadlineSeconds},
        ${maxConcurrency}, ${paused ? new Date() : null}, ${paused ? "person" : null},
        ${isNew ? null : new Date()})`;
    await sql`
      insert into webhook_secrets (id, webhook_id, secret) values (${uuidv7()}, ${id}, ${secret})`;
    return { id, accountId, secret, callbackUrl };
  }

  /** Webhooks of one account, without secrets: enough for deliveries that are stored but not sent. */
  async function webhooks(accountId: string, count: number): Promise<void> {
    await sql`
      insert into webhooks (id, account_id, callback_url, events)
      select new_id(), ${accountId}, 'https://hooks.example/' || n, '{VIDEO_GENERATION_SUCCESS}'
      from generate_series(1, ${count}) n`;
  }

  /** A delivery of an event to the webhook, due now by default. */
  async function delivery(
    {
      id: webhookId,
      accountId,
      callbackUrl,
    }: { id: string; accountId: string; callbackUrl: string },
    draft: DeliveryDraft = {},
  ) {
    const { id = uuidv7() } = draft;
    const eventId = uuidv7();
    const { event = "VIDEO_GENERATION_SUCCESS", data = `{"videoId":"${id}"}` } = draft;
    const { trigger = "event", status = "pending", attempt = 0, step = attempt } = draft;
    const dueAt = draft.dueAt ?? new Date(Date.now() - 1000);
    // In one transaction: the queue check of a worker repairs a delivery without its row.
    await sql.begin((transaction) => [
      transaction`
      insert into events (id, account_id, name, data, subject)
      values (${eventId}, ${accountId}, ${event}, ${data}, ${id})`,
      transaction`
      insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger, status, attempts)
      values (${id}, ${accountId}, ${eventId}, ${webhookId}, ${event}, ${callbackUrl},
        ${trigger === "resend" ? "event" : trigger}, ${status}, ${attempt})`,
      transaction`
      insert into queue (delivery_id, event_id, webhook_id, account_id, attempt, step, trigger, due_at,
        resume_at)
      values (${id}, ${eventId}, ${webhookId}, ${accountId}, ${attempt}, ${step}, ${trigger},
        ${at(dueAt)}::text::timestamptz, ${at(draft.resumeAt)}::text::timestamptz)`,
    ]);
    return { id, eventId };
  }

  return { account, webhook, webhooks, delivery };
}

/** As text, because the client has no infinite dates. */
function at(time: Date | "infinity" | null | undefined): string | null {
  return time instanceof Date ? time.toISOString() : (time ?? null);
}
