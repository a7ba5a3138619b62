"use client";

import Link from "next/link";
import { Moment } from "@/components/time/moment";
import { CopyButton } from "@/components/ui/copy-button";
import { Cell, Row, RowHead } from "@/components/ui/table";
import type { AuditEntry } from "@/lib/audit/queries";
import { actionWords } from "./action-words";

const kinds = {
  user: "",
  key: "API key",
  anonymous: "unknown",
  system: "Postback",
  command_line: "command line",
} as const;

type Props = { entry: AuditEntry; webhooks: ReadonlyMap<string, string> };

export function AuditRow({ entry, webhooks }: Props) {
  const { actor, action, createdAt } = entry;
  const target = targetOf(entry);
  const name = target?.isWebhook ? webhooks.get(target.id) : undefined;
  return (
    <Row className="align-top max-md:grid-cols-[minmax(0,1fr)_auto]">
      <RowHead className="align-top! text-sm max-md:order-2 max-md:text-right">
        <Moment at={createdAt} />
      </RowHead>
      <Cell className="align-top! max-md:order-1">
        <span className="wrap-anywhere block">{actor.name ?? kinds[actor.kind]}</span>
        {actor.name && kinds[actor.kind] && (
          <span className="block text-faint text-xs">{kinds[actor.kind]}</span>
        )}
      </Cell>
      <Cell className="align-top! max-md:order-3 max-md:col-span-2">
        <span className="block font-medium">{actionWords[action]}</span>
        {target && (
          <Link
            href={target.href}
            prefetch={false}
            title={target.id}
            className={`block truncate text-faint text-xs underline underline-offset-2 hover:text-ink ${name ? "" : "font-mono"}`}
          >
            {name ?? target.id}
          </Link>
        )}
      </Cell>
      <Cell className="align-top! max-md:order-4 max-md:col-span-2">
        <Change entry={entry} />
      </Cell>
      <Cell className="align-top! text-soft text-sm max-md:order-5 max-md:col-span-2">
        <Origin entry={entry} />
      </Cell>
    </Row>
  );
}

function Origin({ entry: { address, requestId } }: { entry: AuditEntry }) {
  return (
    <>
      {address && <span className="block">{address}</span>}
      {requestId && (
        <span className="flex items-center">
          <code className="truncate font-mono text-faint text-xs" title={requestId}>
            {requestId}
          </code>
          <CopyButton text={requestId} label={`Copy request id ${requestId}`} />
        </span>
      )}
    </>
  );
}

/** Changed fields before and after. Secret values arrive masked. */
function Change({ entry: { before = {}, after = {} } }: { entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0) return <span className="text-faint max-md:hidden">–</span>;
  return (
    <dl className="grid gap-0.5 text-sm">
      {names.map((name) => (
        <div key={name} className="wrap-anywhere">
          <dt className="inline text-faint">{name} </dt>
          <dd className="inline">
            {name in before && <span className="text-soft">{textOf(before[name])}</span>}
            {name in before && name in after && <span aria-hidden="true"> → </span>}
            {name in before && name in after && <span className="sr-only"> became </span>}
            {name in after && textOf(after[name])}
            {!(name in after) && <span className="text-faint"> (before)</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function textOf(value: unknown): string {
  if (value === "" || value === null || value === undefined) return "nothing";
  if (Array.isArray(value) && value.every((each) => typeof each === "string"))
    return value.join(", ") || "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}

type Target = { href: string; id: string; isWebhook: boolean };
const places: Partial<Record<string, (id: string) => string>> = {
  user: () => "/users",
  session: () => "/users",
  api_key: (id) => `/keys?key=${id}`,
  account: () => "/accounts",
  account_secret: () => "/accounts",
  webhook: (id) => `/webhooks/${id}`,
  webhook_secret: (id) => `/webhooks/${id}/signing`,
  signing_key: (id) => `/webhooks/${id}/signing`,
  delivery: (id) => `/deliveries/${id}`,
  inbox_bin: (id) => `/inbox/${id}`,
  replay: (id) => `/replays/${id}`,
};

/** Returns the link to the changed object, if it has a page. */
function targetOf({ action, actor, targetId }: AuditEntry): Target | undefined {
  if (targetId === actor.id) return undefined;
  const [noun = ""] = action.split(".");
  const place = places[noun];
  const href = targetId && place?.(targetId);
  return href ? { href, id: targetId, isWebhook: href.startsWith("/webhooks/") } : undefined;
}
