import { and, eq } from "drizzle-orm";
import { inboxBins } from "@/db/schema/inbox";
import { type Context, owned } from "@/lib/context";
import { env } from "@/lib/env";
import { guardedAgent } from "@/lib/outbound/connector";
import type { Origins } from "@/lib/outbound/origins";
import { targetPolicy } from "@/lib/outbound/policy";
import { assertAllowedTarget } from "@/lib/outbound/target";
import { inboxTokenOf } from "@/lib/protocol/inbox-address";
import type { ReachabilityCheck } from "./contract";
import { probe } from "./probe";

/** Tests a callback URL. A URL that the policy denies is refused as when saving; every other result is a finding. */
export async function checkReachability(
  ctx: Context,
  callbackUrl: string,
): Promise<ReachabilityCheck> {
  const policy = targetPolicy(env());
  assertAllowedTarget(callbackUrl, policy);
  const token = inboxTokenOf(callbackUrl);
  if (token) return checkBin(ctx, token);
  agent ??= guardedAgent(policy);
  return probe(callbackUrl, agent);
}

/** Made for the first test, and kept for the next. */
let agent: Origins | undefined;

async function checkBin(ctx: Context, token: string): Promise<ReachabilityCheck> {
  const [bin] = await ctx.db
    .select({ name: inboxBins.name })
    .from(inboxBins)
    .where(and(eq(inboxBins.token, token), owned(ctx, inboxBins.accountId)));
  if (bin) {
    const message = `The bin ${bin.name} of the built-in inbox. Deliveries do not leave this server.`;
    return { finding: "inbox", reachable: true, message };
  }
  const message = "The built-in inbox has no such bin: deliveries would be answered 404.";
  return { finding: "inbox", reachable: false, message };
}
