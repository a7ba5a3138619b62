import type { Metadata } from "next";
import { uuidOf } from "@/app/uuid-of";
import { formatTarget } from "@/lib/format";
import { pageContext } from "@/lib/http/page-context";
import { readSettings } from "@/lib/settings/operations";
import { readWebhook } from "@/lib/webhooks/operations";

/** Returns the title of a webhook's page: its label, else host and path, and the tab. */
export async function titleOf(params: Promise<{ id: string }>, tab: string): Promise<Metadata> {
  const ctx = await pageContext("webhooks:read");
  const id = await uuidOf(params);
  const name = await Promise.all([readSettings(ctx, id), readWebhook(ctx, id)]).then(
    ([{ label }, { callbackUrl }]) => label || formatTarget(callbackUrl),
    () => "Webhook",
  );
  return { title: `${name} · ${tab}` };
}
