"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ReadProblem } from "@/components/page/read-problem";
import { useAccountLink, useChosenAccount } from "@/components/scope/account-scope";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { textLink } from "@/components/ui/text-link";
import type { EventName } from "@/db/enums";
import { accountQueries } from "@/lib/accounts/queries";
import { dot, formatPlural, formatUrl } from "@/lib/format";
import { settingsQueries } from "@/lib/settings/queries";
import { useLabels } from "@/lib/settings/use-labels";
import { useSubscribed } from "./use-subscribed";

/** Webhooks subscribed to this event type, of the chosen account or of all, as the catalogue counts them. */
export function Subscribers({ name }: { name: EventName }) {
  const account = useChosenAccount() ?? undefined;
  const { subscribed = [], total, failure } = useSubscribed(name, account);
  const labelOf = useLabels();
  const ownerOf = useOwners();
  const withAccount = useAccountLink();
  return (
    <Card title="Subscribed webhooks" hint={total ? formatPlural(total, "webhook") : undefined}>
      <ReadProblem what="Webhooks" failure={failure} hasData={total !== undefined} />
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
                className="-outline-offset-2! tap wrap-anywhere block min-h-6 rounded-sm py-1.5 text-accent text-sm underline-offset-2 hover:underline"
              >
                {labelOf(id) || formatUrl(callbackUrl)}
                <span className="block text-faint text-xs">
                  {[ownerOf(id), labelOf(id) && formatUrl(callbackUrl)].filter(Boolean).join(dot)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {total !== undefined && total > subscribed.length && (
        <Link href={withAccount(`/webhooks?event=${name}`)} className={`mt-3 text-sm ${textLink}`}>
          {formatPlural(total - subscribed.length, "other")}
        </Link>
      )}
    </Card>
  );
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
