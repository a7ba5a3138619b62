import type { Context } from "@/lib/context";
import { found } from "@/lib/protocol/problem";
import { classifyHealth } from "./classify-health";
import { sparkline } from "./hours";
import { measured } from "./measured";

export async function listHealth(ctx: Context) {
  return (await measured(ctx)).map(toHealth);
}

export async function readHealth(ctx: Context, webhookId: string) {
  return toHealth(found(await measured(ctx, webhookId)));
}

function toHealth({ hours, dayAgo, ...facts }: Awaited<ReturnType<typeof measured>>[number]) {
  return { ...classifyHealth(facts), hours: sparkline(dayAgo, hours) };
}
