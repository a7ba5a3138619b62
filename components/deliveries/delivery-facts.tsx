import Link from "next/link";
import type { ReactNode } from "react";
import { Ago, Moment } from "@/components/time/moment";
import { CopyButton } from "@/components/ui/copy-button";
import type { EventName } from "@/db/enums";
import { eventTypes } from "@/db/event-types";
import type { DeliveryDetail } from "@/lib/deliveries/queries";
import { formatUrl } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import { capitalize } from "@/lib/words";
import { deliveryTriggers } from "./trigger-words";

export function DeliveryFacts({ delivery }: { delivery: DeliveryDetail }) {
  const { id, eventId, webhookId, callbackUrl, createdAt, trigger, event, data, traceId } =
    delivery;
  const [kind, subject] = subjectOf(event, data);
  const label = useLabels()(webhookId);
  const url = formatUrl(callbackUrl);
  return (
    <section aria-labelledby={`facts-${id}`} className="min-w-0">
      <h2 id={`facts-${id}`} className="mb-1.5 font-semibold">
        Details
      </h2>
      <dl className="grid grid-cols-1 gap-y-1 text-sm">
        <Fact name={webhookId ? "Webhook" : "One-shot"}>
          {webhookId ? (
            <To href={`/webhooks/${webhookId}/deliveries`} firm={!!label}>
              {label || url}
            </To>
          ) : (
            <span className="truncate">{url}</span>
          )}
          {label && (
            <span title={url} className="truncate text-faint">
              {url}
            </span>
          )}
        </Fact>
        {subject && (
          <Fact name={kind}>
            <To href={`/deliveries?q=${encodeURIComponent(subject)}`} id>
              {subject}
            </To>
            <CopyButton text={subject} label={`Copy ${kind.toLowerCase()} id`} />
          </Fact>
        )}
        <Fact name="Created">
          <span className="flex flex-wrap gap-x-1.5 [&_time]:whitespace-normal">
            <Moment at={createdAt} />
            <span className="text-faint">
              <Ago at={createdAt} />, by {deliveryTriggers[trigger].toLowerCase()}
            </span>
          </span>
        </Fact>
        <Fact name="Event">
          <To href={`/events/published/${eventId}`} id>
            {eventId}
          </To>
          <CopyButton text={eventId} label="Copy event id" />
        </Fact>
        <Fact name="Delivery">
          <code className="truncate font-mono text-xs">{id}</code>
          <CopyButton text={id} label="Copy delivery id" />
        </Fact>
        {traceId && (
          <Fact name="Trace">
            <code className="truncate font-mono text-xs">{traceId}</code>
            <CopyButton text={traceId} label="Copy trace id" />
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-7 min-w-0 items-center gap-3">
      <dt className="w-18 shrink-0 text-faint">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1">{children}</dd>
    </div>
  );
}

/** Returns the kind and the id of an event's subject: `["Video", "video-1"]` for a `videoId`. */
function subjectOf(event: EventName, data: DeliveryDetail["data"]) {
  const { subject } = eventTypes[event].data;
  const kind = capitalize(subject).replace(/Id$/, "");
  return [kind, String(data[subject] ?? "")] as const;
}

type ToProps = {
  href: string;
  /** In the font of ids. */
  id?: boolean;
  /** Leaves the lack of space to what follows. */
  firm?: boolean;
  children: ReactNode;
};

function To({ href, id = false, firm = false, children }: ToProps) {
  return (
    <Link
      href={href}
      prefetch={false}
      className={`truncate rounded-sm text-accent leading-6 underline-offset-2 pointer-coarse:py-2.5 hover:underline ${firm ? "max-w-3/5 shrink-0" : ""} ${id ? "font-mono text-xs leading-6!" : ""}`}
    >
      {children}
    </Link>
  );
}
