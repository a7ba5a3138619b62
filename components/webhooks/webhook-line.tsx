"use client";

import { useQuery } from "@tanstack/react-query";
import { AccountOwner } from "@/components/accounts/account-owner";
import { EventTags, EventWords } from "@/components/events/event-tags";
import { settingsQueries } from "@/lib/settings/queries";
import type { Webhook } from "@/lib/webhooks/queries";

type Props = { webhook: Webhook; url: string | undefined };

/** URL where a label is the title, account where there are several, and event types. */
export function WebhookLine({ webhook: { id, events }, url }: Props) {
  return (
    <div className="flex min-h-5.5 items-center gap-x-3 gap-y-1.5 text-sm flex-wrap max-sm:gap-y-0.5">
      {url && <span className="wrap-anywhere min-w-0 max-sm:line-clamp-2">{url}</span>}
      <Owner id={id} />
      <span className="max-sm:hidden">
        <EventTags events={events} />
      </span>
      <span className="min-w-0 truncate sm:hidden">
        <EventWords events={events} />
      </span>
    </div>
  );
}

/** Account of the webhook, while there is more than one. */
function Owner({ id }: { id: string }) {
  const { data: settings } = useQuery(settingsQueries.one(id));
  return <AccountOwner id={settings?.accountId} />;
}
