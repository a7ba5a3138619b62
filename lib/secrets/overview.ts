import type { Context } from "@/lib/context";
import { publicHalf } from "@/lib/outbound/signing-key";
import { readSecret } from "./kept-secret";
import { validSecrets } from "./valid";

export async function listSecrets(ctx: Context, webhookId: string) {
  const rows = await validSecrets(ctx, webhookId);
  const pair = rows.find(({ scheme }) => scheme === "v1a");
  return {
    secrets: rows.filter(({ scheme }) => scheme === "v1"),
    signingKey: pair && {
      publicKey: publicHalf(readSecret(pair).secret),
      createdAt: pair.createdAt,
    },
  };
}
