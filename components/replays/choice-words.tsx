"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAccountName } from "@/components/accounts/use-account-name";
import { statusNames } from "@/components/log-view/filter-words";
import { Moment } from "@/components/time/moment";
import type { Cause, StatusWord } from "@/db/enums";
import { causeNames } from "@/lib/deliveries/cause-names";
import { listed } from "@/lib/deliveries/view";
import { formatPlural, formatTarget } from "@/lib/format";
import { useWebhookNames } from "@/lib/webhook-search/use-webhook-names";

type Props = {
  choice: { filter?: object | undefined; ids?: string[] | undefined };
  /** Time of the count. */
  asOf?: string | undefined;
};
type Filter = Record<string, unknown>;

/** The selection of a replay, in words. */
export function ChoiceWords({ choice: { filter, ids }, asOf }: Props) {
  if (ids)
    return <Words>{[formatPlural(ids.length, "selected delivery", "selected deliveries")]}</Words>;
  const {
    from,
    since = from,
    to,
    endedFrom,
    endedTo,
    q,
    webhook,
    account,
    ...lists
  } = (filter ?? {}) as Filter;
  const bounds = {
    "created from": since,
    "created until": to,
    from: endedFrom,
    until: endedTo ?? (to ? undefined : asOf),
  };
  const words: ReactNode[] = [
    ...listed(lists.status).map((status) => statusNames[status as StatusWord] ?? status),
    ...listed(lists.event),
    ...listed(lists.cause).map((cause) => causeNames[cause as Cause] ?? cause),
    ...listed(lists.trigger).map((trigger) => `trigger ${trigger}`),
    ...listed(webhook).map((id) => <Target key={id} id={id} />),
    account ? <Owner key="account" id={String(account)} /> : undefined,
    q ? `matching “${String(q)}”` : undefined,
    ...Object.entries(bounds).map(([word, at]) =>
      at ? <Bound key={word} word={word} at={String(at)} /> : undefined,
    ),
  ].filter(Boolean);
  return <Words>{words.length > 0 ? words : ["All deliveries"]}</Words>;
}

function Words({ children }: { children: ReactNode[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {children.map((word, position) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: words of one choice keep their order
          key={position}
          className="wrap-anywhere inline-flex min-h-5.5 items-center gap-1 rounded-md bg-idle-wash px-1.5 py-0.5 text-idle text-xs"
        >
          {word}
        </li>
      ))}
    </ul>
  );
}

function Bound({ word, at }: { word: string; at: string }) {
  return (
    <>
      {word} <Moment at={at} />
    </>
  );
}

/** A webhook that was deleted is named by the URL of its last delivery in the log. */
function Target({ id }: { id: string }) {
  const name = useWebhookNames([id])(id, "");
  const { data: url, isPending } = useQuery({
    queryKey: ["deleted-webhook", id],
    // Few replays need it.
    queryFn: async ({ client }) =>
      (await import("@/lib/webhook-search/read-urls")).readLastUrl(client, id),
    enabled: name === "",
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (name) return `to ${name}`;
  if (isPending) return "to deleted webhook …";
  return `to deleted webhook ${url ? formatTarget(url) : id}`;
}

function Owner({ id }: { id: string }) {
  return `of account ${useAccountName(id) ?? id}`;
}
