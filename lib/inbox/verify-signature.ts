import { and, desc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { webhookSecrets, webhooks } from "@/db/schema/webhooks";
import { validAccountSecrets } from "@/lib/account-secrets/sealed-secret";
import { publicHalf } from "@/lib/outbound/signing-key";
import { inboxUrl } from "@/lib/protocol/inbox-address";
import type { Header } from "@/lib/queue/attempt-result";
import { openSecret } from "@/lib/secrets/sealed-secret";
import { Checker, candidateOf } from "@/lib/signature-check/checker";
import { diagnose } from "@/lib/signature-check/diagnose";
import { readRequest } from "@/lib/signature-check/read-request";
import { stillValid } from "@/lib/sql";

type Bin = { token: string; accountId: string };
type Signed = { sender: string; headers: Header[]; body: Buffer };
/** The webhook whose secret made the signature, null for a one-shot callback; or the reason why the signature is not valid. */
type SignatureResult =
  | { webhookId: string | null; fault: null }
  | { webhookId: null; fault: string };

/** Verifies a request as a receiver does, with the secrets of the webhook that sent it, if that points to the bin. */
export async function verifySignature(
  db: Database,
  bin: Bin,
  { sender, headers, body }: Signed,
): Promise<SignatureResult> {
  const text = body.toString();
  const request = readRequest({ headers: Object.fromEntries(headers), body: text });
  if ("reason" in request) return { webhookId: null, fault: request.message };
  const candidates = await secretsOf(db, bin, sender);
  if (candidates.length === 0) return { webhookId: null, fault: noCandidate };
  const content = Buffer.from(`${request.id}.${request.timestamp}.${text}`);
  const checker = new Checker(request.signatures);
  const fitting = candidates.find((one) => checker.fits(one, content));
  if (fitting) return { webhookId: fitting.webhookId, fault: null };
  // The event is unchanged, so the secret is the cause.
  const { message } = diagnose(candidates, request, { body: text, timestamps: [] }, checker);
  return { webhookId: null, fault: message };
}

const noCandidate =
  "No webhook of this account that points to the bin sent the request, so there is no secret to verify with.";

async function secretsOf(db: Database, { token, accountId }: Bin, webhookId: string) {
  const [sender] = await db
    .select({ oneShot: webhooks.oneShot })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.id, webhookId),
        eq(webhooks.accountId, accountId),
        eq(webhooks.callbackUrl, inboxUrl(token)),
      ),
    );
  if (!sender) return [];
  const opened = sender.oneShot
    ? await accountSecretsOf(db, accountId)
    : await secretsOfWebhook(db, webhookId);
  // A one-shot callback is stored as a webhook, which the API does not show.
  const shown = sender.oneShot ? null : webhookId;
  return opened.map((secret) => ({ webhookId: shown, ...candidateOf("given", secret) }));
}

async function accountSecretsOf(db: Database, accountId: string): Promise<string[]> {
  return (await validAccountSecrets(db, [accountId])).map(({ secret }) => secret);
}

async function secretsOfWebhook(db: Database, webhookId: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(webhookSecrets)
    .where(and(eq(webhookSecrets.webhookId, webhookId), stillValid(webhookSecrets.validUntil)))
    .orderBy(desc(webhookSecrets.createdAt));
  return rows
    .map(openSecret)
    .map(({ scheme, secret }) => (scheme === "v1a" ? publicHalf(secret) : secret));
}
