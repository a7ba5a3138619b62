"use client";

import { ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useId, useState } from "react";
import { Moment } from "@/components/time/moment";
import { Button } from "@/components/ui/button";
import { Cell, Row, RowHead } from "@/components/ui/table";
import type { AuditEntry } from "@/lib/audit/queries";
import { formatTarget } from "@/lib/format";
import { useSeesAll } from "@/lib/session/queries";
import { actionWords } from "./action-words";
import { actorWords } from "./actor-words";
import { auditColumns } from "./audit-columns";
import { ChangeSummary } from "./change";
import { loadDetails } from "./load-details";
import { objectHref } from "./object-href";

const AuditDetails = dynamic(loadDetails, { ssr: false });

/** One line of the audit log, which opens to show all of the entry. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const [open, setOpen] = useState(false);
  const details = useId();
  const { actor, action, createdAt } = entry;
  const who = actor.name ?? actorWords[actor.kind];
  const words = actionWords[action];
  return (
    <>
      <Row className="card:grid-cols-[minmax(0,1fr)_auto]">
        <RowHead className="text-sm card:order-2 card:text-right">
          <Moment at={createdAt} />
        </RowHead>
        <Cell className="truncate card:order-1" title={`${who} · ${actorWords[actor.kind]}`}>
          {who}
        </Cell>
        <Cell className="truncate font-medium card:order-3" title={words}>
          {words}
        </Cell>
        <Cell className="truncate text-sm card:order-5 card:col-span-2 card:has-data-none:hidden">
          <ObjectLink entry={entry} />
        </Cell>
        <Cell className="truncate text-soft text-sm card:order-6 card:col-span-2 card:empty:hidden">
          <ChangeSummary entry={entry} />
        </Cell>
        <Cell className="py-1! text-right card:order-4">
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
        <Row id={details} className="bg-sunken hover:bg-sunken card:block">
          <Cell colSpan={auditColumns.length} className="py-3! card:block">
            <AuditDetails entry={entry} />
          </Cell>
        </Row>
      )}
    </>
  );
}

/** Object by its name at the time of the entry, else by its id. */
function ObjectLink({ entry }: { entry: AuditEntry }) {
  const href = objectHref(entry, { seesAll: useSeesAll() });
  const { targetId, targetName, actor } = entry;
  if (!targetId || targetId === actor.id) {
    return (
      <span data-none className="text-faint">
        –
      </span>
    );
  }
  const name = targetName?.replace(/^https?:.*/is, formatTarget);
  const shown =
    name === undefined ? <code className="text-xs">{targetId}</code> : <bdi>{name}</bdi>;
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
