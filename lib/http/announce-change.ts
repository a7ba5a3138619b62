import { announce } from "@/lib/changes/announce";
import type { Context } from "@/lib/context";
import type { Endpoint } from "@/lib/protocol/endpoint";
import { engine } from "./database";

type Named = { id?: string; accountId?: string; webhookId?: string };
type Input = { params?: Named };

/** Announces the change of a completed request to the dashboard. The intake announces published events itself. */
export function announceChange(
  endpoint: Endpoint,
  ctx: Context,
  input: object,
  reply: unknown,
): void {
  if (endpoint.method === "GET" || endpoint.access === "events:write") return;
  const [, , kind = ""] = endpoint.path.split("/");
  const { params } = input as Input;
  const made: Named = Object(reply);
  const id = params?.id ?? made.id;
  const account = ctx.accountId ?? made.accountId;
  const webhook = kind === "webhooks" ? id : made.webhookId;
  announce(engine(), { kind, account, webhook, id });
}
