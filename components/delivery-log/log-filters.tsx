"use client";

import { Button } from "@/components/ui/button";
import { FilterPill } from "@/components/ui/filter-pill";
import { eventNames, statusWords, triggers } from "@/db/enums";
import { type Code, causeOf } from "@/lib/deliveries/view";
import { FilterOptions } from "./filter-options";
import { codeName, statusHints, statusNames, triggerNames } from "./filter-words";
import { LogSearch } from "./log-search";
import { TimeFilter } from "./time-filter";
import type { LogView } from "./use-log-view";
import { WebhookFilter } from "./webhook-filter";

type Props = { log: LogView; lockedTo: string | undefined };

const codes = Object.keys(causeOf) as Code[];
const shownFirst = ["failed", "retrying", "sending", "pending", "delivered", "cancelled"] as const;

export function LogFilters({ log, lockedTo }: Props) {
  const { view, setFilters } = log;
  return (
    <search className="flex flex-wrap items-center gap-2" aria-label="Deliveries">
      <LogSearch value={view.q} onChange={(q) => void setFilters({ q: q || null })} />
      <Filter
        name="Status"
        options={[...statusWords].sort((a, b) => shownFirst.indexOf(a) - shownFirst.indexOf(b))}
        nameOf={(word) => statusNames[word]}
        hintOf={(word) => statusHints[word]}
        chosen={view.status}
        set={(status) => void setFilters({ status })}
      />
      {!lockedTo && (
        <WebhookFilter chosen={view.webhook} set={(ids) => void setFilters({ webhook: ids })} />
      )}
      <Filter
        name="Event"
        options={eventNames}
        nameOf={(word) => word}
        chosen={view.event}
        set={(event) => void setFilters({ event })}
      />
      <Filter
        name="Cause"
        options={codes}
        nameOf={codeName}
        chosen={view.code}
        set={(code) => void setFilters({ code })}
      />
      <Filter
        name="Trigger"
        options={triggers.filter((word) => word !== "resend")}
        nameOf={(word) => triggerNames[word]}
        chosen={view.trigger}
        set={(trigger) => void setFilters({ trigger })}
      />
      <TimeFilter view={view} set={(times) => void setFilters(times)} />
      {log.filtered && (
        <Button look="quiet" size="small" className="h-8!" onClick={log.clear}>
          Clear
        </Button>
      )}
    </search>
  );
}

type FilterProps<V extends string> = {
  name: string;
  options: readonly V[];
  nameOf: (value: V) => string;
  hintOf?: (value: V) => string | undefined;
  chosen: V[];
  set: (chosen: V[] | null) => void;
};

function Filter<V extends string>({ name, options, nameOf, hintOf, chosen, set }: FilterProps<V>) {
  return (
    <FilterPill
      name={name}
      chosen={chosen.map(nameOf).join(", ") || undefined}
      onRemove={() => set(null)}
    >
      <FilterOptions
        legend={name}
        type="checkbox"
        options={options.map((value) => ({ value, label: nameOf(value), hint: hintOf?.(value) }))}
        chosen={chosen}
        onChange={(next) => set(next.length > 0 ? next : null)}
      />
    </FilterPill>
  );
}
