import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accountSecrets } from "@/db/schema/accounts";
import { webhookHeaders, webhookSecrets } from "@/db/schema/webhooks";
import { api } from "./client";
import { account, db, webhook } from "./world";

describe("what is secret in the database", () => {
  test("is encrypted: signing secrets, those of the account, their copies and headers", async () => {
    const { key, id } = await account();
    const { id: webhookId } = await webhook(key);
    const headers = { authorization: "Bearer canary" };
    await api(`PUT /v1/webhooks/${webhookId}/settings`, { key, body: { headers } });
    const callbackUrl = "https://once.example/";
    const body = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "v" }, callbackUrl };
    await api("POST /v1/events", { key, body });
    await api(`POST /v1/accounts/${id}/secret/rotate`, { key, body: { overlapSeconds: 3600 } });

    const rows = await db.execute(sql`
      select secret as text from ${webhookSecrets} s join webhooks w on w.id = s.webhook_id
      where w.account_id = ${id}
      union all select secret from ${accountSecrets} where account_id = ${id}
      union all select headers from ${webhookHeaders} where webhook_id = ${webhookId}`);

    // One of the webhook, two of the account with their copies, one of headers.
    expect(rows).toHaveLength(6);
    for (const { text } of rows) expect(text).toMatch(/^v1:[0-9a-f]{8}:[A-Za-z0-9+/]+=*$/);
  });

  test("is not read from another row, and whoever asks is told what to do", async () => {
    const { key } = await account();
    const [mine, other] = [await webhook(key), await webhook(key)];
    const [row] = await db
      .select()
      .from(webhookSecrets)
      .where(eq(webhookSecrets.webhookId, other.id));
    await db
      .update(webhookSecrets)
      .set({ secret: row!.secret })
      .where(eq(webhookSecrets.webhookId, mine.id));

    const { status, body } = await api(`GET /v1/webhooks/${mine.id}/secret`, { key });

    expect([status, body.code]).toEqual([409, 40900]);
    expect(body.message).toContain("belongs to another row");
  });
});
