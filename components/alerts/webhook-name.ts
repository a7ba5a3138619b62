import type { Alerts } from "@/lib/alerts/queries";
import { formatUrl } from "@/lib/format";

type About = Pick<Alerts["latest"][number], "webhookId" | "label" | "callbackUrl">;

/** Returns the label of the webhook that an alert is about, else its URL, else its id; undefined for a test. */
export function webhookName({ webhookId, label, callbackUrl }: About): string | undefined {
  return label ?? (callbackUrl ? formatUrl(callbackUrl) : webhookId);
}
