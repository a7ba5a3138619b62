"use client";

import dynamic from "next/dynamic";
import { spanNames } from "@/components/time/span-names";
import { useTimes } from "@/components/time/zone";
import { FilterPill } from "@/components/ui/filter-pill";
import type { AuditAction } from "@/db/audit-actions";
import { type AuditView, auditSpans } from "@/lib/audit/view";
import { ActionFilter } from "./action-filter";
import { ActionPresets } from "./action-presets";
import { TextFilter } from "./text-filter";

type Props = { view: AuditView; change: (part: Partial<Mutable>) => void };
type Mutable = Omit<AuditView, "action"> & { action: AuditAction[] | null };

const RangePicker = dynamic(
  () =>
    import("@/components/time/range-picker").then(
      (made) => made.RangePicker<(typeof auditSpans)[number]>,
    ),
  { ssr: false },
);
const presets = auditSpans.map((value) => ({ value, label: spanNames[value] }));

/** Filters of the audit log, kept in the address. */
export function AuditFilters({ view, change }: Props) {
  const { since, from, to } = view;
  const { moment } = useTimes();
  const range = [from, to].map((time) => (time ? moment(time) : "…")).join(" – ");
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <ActionPresets chosen={view.action} change={(action) => change({ action })} />
      <TextFilter
        name="Actor"
        hint="E-mail address, key name or id"
        value={view.actor}
        change={(actor) => change({ actor })}
      />
      <ActionFilter chosen={view.action} change={(action) => change({ action })} />
      <TextFilter
        name="Object"
        hint="Id of the changed object"
        isId
        value={view.target}
        change={(target) => change({ target })}
      />
      <TextFilter
        name="Request"
        hint="Id of the request"
        value={view.request}
        change={(request) => change({ request })}
      />
      <FilterPill
        name="Time"
        chosen={since ? spanNames[since] : from || to ? range : undefined}
        onRemove={() => change({ since: null, from: null, to: null })}
      >
        <RangePicker
          presets={presets}
          since={since}
          from={from}
          to={to}
          onPreset={(span) => change({ since: span, from: null, to: null })}
          onRange={(range) => change({ since: null, ...range })}
        />
      </FilterPill>
      {view.webhook && (
        <TextFilter
          name="Webhook"
          hint="Webhook id"
          isId
          value={view.webhook}
          change={(webhook) => change({ webhook })}
        />
      )}
    </div>
  );
}
