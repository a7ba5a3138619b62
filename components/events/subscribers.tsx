"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useAccountLink, useChosenAccount } from "@/components/scope/account-scope";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import type { EventName } from "@/db/enums";
import { accountQueries } from "@/lib/accounts/queries";
import { formatPlural, formatUrl } from "@/lib/format";
import { settingsQueries } from "@/lib/settings/queries";
import { useLabels } from "@/lib/settings/use-labels";
import { webhookSearchQueries } from "@/lib/webhook-search/queries";
import { isCut, type Webhook, webhookQueries } from "@/lib/webhooks/queries";

/** Most webhooks of the list that the server searched. */
const listed = 100;

/** Webhooks subscribed to this event type, of the chosen account or of all, as the catalogue counts them. */
export function Subscribers({ name }: { name: EventName }) {
  const { subscribed, total } = useSubscribed(name);
  const labelOf = useLabels();
  const ownerOf = useOwners();
  const withAccount = useAccountLink();
  return (
    <Card title="Subscribed webhooks" hint={total ? formatPlural(total, "webhook") : undefined}>
      {total === 0 && (
        <div className="grid justify-items-start gap-3">
          <p className="text-soft">
            No webhook is subscribed. Published events are stored and not sent.
          </p>
          <ButtonLink href={`/webhooks/new?events=${name}`}>New webhook</ButtonLink>
        </div>
      )}
      {subscribed.length > 0 && (
        <ul className="-my-1.5 max-h-64 overflow-y-auto">
          {subscribed.map(({ id, callbackUrl }) => (
            <li key={id} className="border-line not-last:border-b">
              <Link
                href={`/webhooks/${id}/deliveries?event=${name}`}
                prefetch={false}
                className="-outline-offset-2! wrap-anywhere block min-h-6 rounded-sm py-1.5 text-accent text-sm underline-offset-2 hover:underline"
              >
                {labelOf(id) || formatUrl(callbackUrl)}
                <span className="block text-faint text-xs">
                  {[ownerOf(id), labelOf(id) && formatUrl(callbackUrl)].filter(Boolean).join(" · ")}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {total !== undefined && total > subscribed.length && (
        <Link
          href={withAccount(`/webhooks?event=${name}`)}
          className="mt-3 inline-block text-accent text-sm underline-offset-2 hover:underline"
        >
          {formatPlural(total - subscribed.length, "other")}
        </Link>
      )}
    </Card>
  );
}

/** Returns the webhooks to list and the number of all. Where a list lacks some, the server searches. */
function useSubscribed(name: EventName): { subscribed: Webhook[]; total: number | undefined } {
  const account = useChosenAccount() ?? undefined;
  const { data: newest } = useQuery(webhookQueries.list(account));
  const isMany = isCut(newest);
  const search = { event: name, sort: "name" as const, limit: listed, ...(account && { account }) };
  const { data: found } = useQuery({ ...webhookSearchQueries.found(search), enabled: isMany });
  if (isMany) {
    return { subscribed: found?.webhooks.map(({ webhook }) => webhook) ?? [], total: found?.total };
  }
  const subscribed = newest?.filter(({ events }) => events.includes(name));
  return { subscribed: subscribed ?? [], total: subscribed?.length };
}

/** Returns a look-up of the account of a webhook; undefined while only one account is shown. */
function useOwners(): (webhookId: string) => string | undefined {
  const chosen = useChosenAccount();
  const { data: settings } = useQuery(settingsQueries.list());
  const { data } = useQuery(accountQueries.list());
  if (chosen || !data || data.accounts.length < 2) return () => undefined;
  const names = new Map(data.accounts.map(({ id, name }) => [id, name]));
  const owners = new Map(settings?.map(({ webhookId, accountId }) => [webhookId, accountId]));
  return (webhookId) => names.get(owners.get(webhookId) ?? "");
}
