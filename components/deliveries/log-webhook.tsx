import Link from "next/link";
import { Ago } from "@/components/time/moment";
import { aboveRow, Cell } from "@/components/ui/table";
import type { Delivery } from "@/lib/deliveries/queries";
import { formatTarget } from "@/lib/format";

/** `known` is false once the webhook was deleted: there is no page of it to go to. */
export type LogWebhook = { lastTriggeredAt: string | undefined; known: boolean };

type Props = { delivery: Delivery; webhook: LogWebhook };

export function LogWebhookCell({ delivery: { callbackUrl, webhookId }, webhook }: Props) {
  return (
    <Cell className="max-w-0 max-md:order-4 max-md:col-span-2 max-md:max-w-full">
      <span className="block truncate" title={callbackUrl}>
        {webhookId && webhook.known ? (
          <Link
            href={`/webhooks/${webhookId}/deliveries`}
            prefetch={false}
            className={`${aboveRow} rounded-sm hover:underline`}
          >
            {formatTarget(callbackUrl)}
          </Link>
        ) : (
          formatTarget(callbackUrl)
        )}
      </span>
      <span className="block truncate text-faint text-xs">
        {webhookId ? <LastTriggered {...webhook} /> : "one-shot callback"}
      </span>
    </Cell>
  );
}

function LastTriggered({ lastTriggeredAt, known }: LogWebhook) {
  if (!known) return "webhook deleted";
  if (!lastTriggeredAt) return "never triggered";
  return (
    <>
      last triggered <Ago at={lastTriggeredAt} />
    </>
  );
}
