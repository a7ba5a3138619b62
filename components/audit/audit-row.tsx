"use client";

import Link from "next/link";
import { Moment } from "@/components/time/moment";
import { CopyButton } from "@/components/ui/copy-button";
import { Cell, Row, RowHead } from "@/components/ui/table";
import type { AuditEntry } from "@/lib/audit/queries";
import { actionWords } from "./action-words";
import { Change } from "./change";
import { targetOf } from "./target-of";

const kinds = {
  user: "",
  key: "API key",
  anonymous: "nobody known",
  system: "Postback itself",
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
