"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useId, useState } from "react";
import { Moment } from "@/components/time/moment";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Cell, Row, RowHead } from "@/components/ui/table";
import type { AuditEntry } from "@/lib/audit/queries";
import { formatTarget } from "@/lib/format";
import { actionWords } from "./action-words";
import { auditColumns } from "./audit-columns";
import { Change, ChangeSummary } from "./change";
import { objectHref } from "./object-href";

const actorWords = {
  user: "User",
  key: "API key",
  anonymous: "Not signed in",
  system: "Postback",
  command_line: "Command line",
} as const;

/** One line of the audit log, which opens to show all of the entry. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const [open, setOpen] = useState(false);
  const details = useId();
  const { actor, action, createdAt } = entry;
  const who = actor.name ?? actorWords[actor.kind];
  const words = actionWords[action];
  return (
    <>
      <Row className="max-md:grid-cols-[minmax(0,1fr)_auto]">
        <RowHead className="text-sm max-md:order-2 max-md:text-right">
          <Moment at={createdAt} />
        </RowHead>
        <Cell className="truncate max-md:order-1" title={`${who} · ${actorWords[actor.kind]}`}>
          {who}
        </Cell>
        <Cell className="truncate font-medium max-md:order-3 max-md:col-span-2" title={words}>
          {words}
        </Cell>
        <Cell className="truncate text-sm max-md:order-4">
          <ObjectLink entry={entry} />
        </Cell>
        <Cell className="truncate text-soft text-sm max-md:order-6 max-md:col-span-2">
          <ChangeSummary entry={entry} />
        </Cell>
        <Cell className="py-1! text-right max-md:order-5">
          <Button
            look="quiet"
            size="small"
            shape="icon"
            aria-expanded={open}
            aria-controls={open ? details : undefined}
            aria-label={`Details: ${words}, ${who}`}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight
              aria-hidden="true"
              className={`transition-transform motion-reduce:transition-none ${open ? "rotate-90" : ""}`}
            />
          </Button>
        </Cell>
      </Row>
      {open && (
        <Row id={details} className="bg-sunken hover:bg-sunken max-md:block">
          <Cell colSpan={auditColumns.length} className="py-3! max-md:block">
            <Details entry={entry} />
          </Cell>
        </Row>
      )}
    </>
  );
}

/** Object by its name at the time of the entry, else by its id. */
function ObjectLink({ entry }: { entry: AuditEntry }) {
  const href = objectHref(entry);
  const { targetId, targetName, actor } = entry;
  if (!targetId || targetId === actor.id) return <span className="text-faint">–</span>;
  const name = targetName && formatTarget(targetName);
  const shown = name ?? <code className="text-xs">{targetId}</code>;
  if (!href) return <span title={targetId}>{shown}</span>;
  return (
    <Link
      href={href}
      prefetch={false}
      title={name ? `${name} · ${targetId}` : targetId}
      className="underline decoration-line underline-offset-2 hover:decoration-current"
    >
      {shown}
    </Link>
  );
}

function Details({ entry }: { entry: AuditEntry }) {
  const { actor, targetId, address, requestId } = entry;
  return (
    <div className="grid gap-3 text-sm md:grid-cols-[minmax(0,1fr)_20rem]">
      <Change entry={entry} />
      <dl className="grid h-fit grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1">
        <dt className="text-faint">Actor</dt>
        <dd>{actorWords[actor.kind]}</dd>
        <Fact name="Actor id" value={actor.id} />
        <Fact name="Object id" value={targetId} />
        <Fact name="Address" value={address} />
        <Fact name="Request id" value={requestId} />
      </dl>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  if (!value) return null;
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1">
        <code className="truncate text-xs" title={value}>
          {value}
        </code>
        <CopyButton text={value} label={`Copy ${name.toLowerCase()}`} />
      </dd>
    </>
  );
}
