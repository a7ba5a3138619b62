import Link from "next/link";
import { Moment } from "@/components/time/moment";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import type { DeliveryDetail } from "@/lib/deliveries/queries";
import { formatUrl } from "@/lib/format";

const triggerWords = {
  event: "A published event",
  test: "A test event",
  resend: "A resend",
  replay: "A replay",
} as const;

const link = "truncate rounded-sm text-accent underline-offset-2 hover:underline";

export function DeliveryFacts({ delivery }: { delivery: DeliveryDetail }) {
  const { id, eventId, webhookId, callbackUrl, createdAt, trigger } = delivery;
  return (
    <Facts>
      <Fact name={webhookId ? "Webhook" : "One-shot callback"} wide>
        {webhookId ? (
          <Link href={`/webhooks/${webhookId}/deliveries`} className={link}>
            {formatUrl(callbackUrl)}
          </Link>
        ) : (
          <span className="truncate">{formatUrl(callbackUrl)}</span>
        )}
      </Fact>
      <Fact name="Created (UTC)">
        <Moment at={createdAt} />
      </Fact>
      <Fact name="Caused by">{triggerWords[trigger]}</Fact>
      <Fact name="Event" wide>
        <Link href={`/events/published/${eventId}`} className={`${link} font-mono text-xs`}>
          {eventId}
        </Link>
        <CopyButton text={eventId} label="Copy event id" />
      </Fact>
      <Fact name="Delivery" wide>
        <code className="truncate font-mono text-xs">{id}</code>
        <CopyButton text={id} label="Copy delivery id" />
      </Fact>
    </Facts>
  );
}
