import { and, eq } from "drizzle-orm";
import { attempts, deliveries } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { type Context, owned } from "@/lib/context";
import { deliveryBody } from "@/lib/outbound/body";
import { publicHalf } from "@/lib/outbound/signing-key";
import { Id } from "@/lib/protocol/ids";
import { openSecret } from "@/lib/secrets/sealed-secret";
import { validSecrets } from "@/lib/secrets/valid-secrets";
import { ownedById } from "@/lib/sql";
import { type Candidate, Checker, candidateOf } from "./checker";
import type { SignatureCheck, SignatureCheckDraft } from "./contract";
import { diagnose, type Known } from "./diagnose";
import { readRequest } from "./read-request";

/** Checks a signature. Never returns a signature, so the endpoint cannot be used to sign. */
export async function checkSignature(
  ctx: Context,
  draft: SignatureCheckDraft,
): Promise<SignatureCheck> {
  const { secret, webhookId = "" } = draft;
  const candidates: Candidate[] =
    secret === undefined ? await candidatesOf(ctx, webhookId) : [candidateOf("given", secret)];
  const request = readRequest(draft);
  if ("reason" in request) return { valid: false, secret: null, ...request };
  const content = Buffer.from(`${request.id}.${request.timestamp}.${request.body}`);
  const checker = new Checker(request.signatures);
  const fitting = candidates.find((one) => checker.fits(one, content));
  if (fitting) return success(fitting, Number(request.timestamp));
  const known = await knownOf(ctx, request.id);
  return { valid: false, secret: null, ...diagnose(candidates, request, known, checker) };
}

const words = {
  given: "this secret",
  current: "the current secret",
  previous: "a previous secret whose overlap lasts",
  signing_key: "the webhook's signing key",
};
/** Clock tolerance of receivers that follow Standard Webhooks. */
const toleranceSeconds = 300;

function success({ name }: Candidate, timestamp: number): SignatureCheck {
  const age = Math.round(Math.abs(Date.now() / 1000 - timestamp));
  const late =
    age > toleranceSeconds
      ? ` Its timestamp is ${age} seconds off; receivers refuse more than ${toleranceSeconds}.`
      : "";
  const message = `The signature was made with ${words[name]}.${late}`;
  return { valid: true, secret: name, reason: null, message };
}

async function candidatesOf(ctx: Context, webhookId: string): Promise<Candidate[]> {
  const rows = await validSecrets(ctx, webhookId);
  return rows.map(openSecret).map(({ scheme, secret, validUntil }) => {
    if (scheme === "v1a") return candidateOf("signing_key", publicHalf(secret));
    return candidateOf(validUntil === null ? "current" : "previous", secret);
  });
}

/** Returns the body and the signing times of an event, if the caller may see it. */
async function knownOf(ctx: Context, id: string): Promise<Known> {
  if (!Id.safeParse(id).success) return null;
  const [event] = await ctx.db
    .select()
    .from(events)
    .where(ownedById(ctx, events, id));
  if (!event) return null;
  const made = await ctx.db
    .select({ startedAt: attempts.startedAt })
    .from(attempts)
    .innerJoin(deliveries, eq(deliveries.id, attempts.deliveryId))
    .where(and(eq(deliveries.eventId, id), owned(ctx, deliveries.accountId)))
    .limit(attemptLimit);
  const seconds = made.map(({ startedAt }) => `${Math.floor(startedAt.getTime() / 1000)}`);
  return { body: deliveryBody(event.name, event.data), timestamps: [...new Set(seconds)] };
}
const attemptLimit = 200;
