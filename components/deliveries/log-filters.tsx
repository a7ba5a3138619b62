"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { FilterPill } from "@/components/ui/filter-pill";
import { type DeliveryStatus, deliveryStatuses, eventNames } from "@/db/enums";
import type { Span } from "@/lib/deliveries/view";
import { formatUrl } from "@/lib/format";
import { webhookQueries } from "@/lib/webhooks/queries";
import type { LogView } from "./use-log-view";

const statusWords: Record<DeliveryStatus, string> = {
  pending: "Pending or retrying",
  delivered: "Delivered",
  failed: "Failed",
  cancelled: "Cancelled",
};
const sinceWords: Record<Span, string> = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
};

type Props = { log: LogView; lockedTo: string | undefined };

export function LogFilters({ log, lockedTo }: Props) {
  const { view, setFilters } = log;
  return (
    <>
      <FilterPill
        name="Status"
        chosen={view.status.map((status) => statusWords[status]).join(", ") || undefined}
        onRemove={() => void setFilters({ status: null })}
      >
        <Options
          legend="Status"
          type="checkbox"
          options={deliveryStatuses.map((value) => ({ value, label: statusWords[value] }))}
          chosen={view.status}
          onChange={(status) => void setFilters({ status })}
        />
      </FilterPill>
      <FilterPill
        name="Event"
        chosen={view.event.join(", ") || undefined}
        onRemove={() => void setFilters({ event: null })}
      >
        <Options
          legend="Event"
          type="checkbox"
          options={eventNames.map((value) => ({ value, label: value }))}
          chosen={view.event}
          onChange={(event) => void setFilters({ event })}
        />
      </FilterPill>
      {!lockedTo && <WebhookFilter log={log} />}
      <FilterPill
        name="Since"
        chosen={view.since ? sinceWords[view.since] : undefined}
        onRemove={() => void setFilters({ since: null })}
      >
        <Options
          legend="Since"
          type="radio"
          options={(Object.keys(sinceWords) as Span[]).map((value) => ({
            value,
            label: sinceWords[value],
          }))}
          chosen={view.since ? [view.since] : []}
          onChange={([since = null]) => void setFilters({ since })}
        />
      </FilterPill>
      {log.filtered && (
        <Button look="quiet" size="small" className="h-8!" onClick={log.clear}>
          Clear
        </Button>
      )}
    </>
  );
}

function WebhookFilter({ log: { view, setFilters } }: { log: LogView }) {
  const { data: webhooks = [] } = useQuery(webhookQueries.list());
  const chosen = webhooks.find(({ id }) => id === view.webhook);
  const name = chosen ? formatUrl(chosen.callbackUrl) : "a deleted one";
  return (
    <FilterPill
      name="Webhook"
      chosen={view.webhook ? name : undefined}
      onRemove={() => void setFilters({ webhook: null })}
    >
      {webhooks.length === 0 && <p className="text-soft">There are no webhooks yet.</p>}
      <Options
        legend="Webhook"
        type="radio"
        options={webhooks.map(({ id, callbackUrl }) => ({
          value: id,
          label: formatUrl(callbackUrl),
        }))}
        chosen={view.webhook ? [view.webhook] : []}
        onChange={([webhook = null]) => void setFilters({ webhook })}
      />
    </FilterPill>
  );
}

type OptionsProps<V extends string> = {
  legend: string;
  type: "checkbox" | "radio";
  options: readonly { value: V; label: string }[];
  chosen: readonly V[];
  onChange: (chosen: V[]) => void;
};

function Options<V extends string>({ legend, type, options, chosen, onChange }: OptionsProps<V>) {
  const pick = (value: V, on: boolean) => {
    if (type === "radio") return onChange([value]);
    const kept = chosen.filter((other) => other !== value);
    onChange(on ? [...kept, value] : kept);
  };
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      {options.map(({ value, label }) => (
        <Choice
          key={value}
          type={type}
          name={legend}
          label={<span className="wrap-anywhere">{label}</span>}
          checked={chosen.includes(value)}
          onChange={({ target }) => pick(value, target.checked)}
        />
      ))}
    </fieldset>
  );
}
