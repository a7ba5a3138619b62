import { type SQL, sql } from "drizzle-orm";
import { accounts, apiKeys, invitations, users } from "@/db/schema/accounts";
import { deliveries } from "@/db/schema/deliveries";
import { inboxBins } from "@/db/schema/inbox";
import { webhooks } from "@/db/schema/webhooks";

type Values = Record<string, unknown> | undefined;
type Changed = {
  action: string;
  target?: string | undefined;
  webhook?: string | null | undefined;
  before?: Values;
  after?: Values;
};

/** SQL expression: name of a changed object, as it is now, or from the values of the entry if it is deleted. */
export function targetName({ action, target, webhook, before, after }: Changed): SQL {
  const [noun = ""] = action.split(".");
  const current = currentName(noun, target, webhook);
  const past = nameIn(before) ?? nameIn(after) ?? null;
  return current ? sql`coalesce((${current}), ${past})` : sql`${past}`;
}

/** Returns the name in changed values: label, name, e-mail address, or URL without its query. */
export function nameIn(values: Values): string | undefined {
  const { label, name, email, callbackUrl } = values ?? {};
  const url = typeof callbackUrl === "string" ? callbackUrl.replace(/\?.*$/s, "") : undefined;
  return [label, name, email, url].find(
    (text): text is string => typeof text === "string" && text !== "",
  );
}

function currentName(noun: string, target?: string, webhook?: string | null): SQL | undefined {
  if (!target) return undefined;
  switch (noun) {
    case "user":
    case "session":
      return sql`select ${users.email} from ${users} where ${users.id} = ${target}`;
    case "api_key":
      return sql`select ${apiKeys.name} from ${apiKeys} where ${apiKeys.id} = ${target}`;
    case "account":
    case "account_secret":
    case "sample_data":
      return sql`select ${accounts.name} from ${accounts} where ${accounts.id} = ${target}`;
    case "invitation":
      return sql`select ${invitations.email} from ${invitations} where ${invitations.id} = ${target}`;
    case "inbox_bin":
      return sql`select ${inboxBins.name} from ${inboxBins} where ${inboxBins.id} = ${target}`;
    case "delivery": {
      const to = webhook ? sql`coalesce(' → ' || (${webhookName(webhook)}), '')` : sql`''`;
      return sql`select ${deliveries.event} || ${to} from ${deliveries} where ${deliveries.id} = ${target}`;
    }
    default:
      return webhook ? webhookName(webhook) : undefined;
  }
}

function webhookName(id: string): SQL {
  const url = sql`split_part(${webhooks.callbackUrl}, '?', 1)`;
  return sql`select coalesce(nullif(${webhooks.label}, ''), ${url}) from ${webhooks} where ${webhooks.id} = ${id}`;
}
