"use client";

import { useQuery } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { deliveryTriggers } from "@/components/deliveries/trigger-words";
import { Button } from "@/components/ui/button";
import { FilterPill } from "@/components/ui/filter-pill";
import { Input } from "@/components/ui/input";
import { Popover } from "@/components/ui/popover";
import { SearchInput } from "@/components/ui/search-input";
import { eventNames, statusWords, type Trigger, triggers } from "@/db/enums";
import { type Code, causeOf } from "@/lib/deliveries/view";
import { formatTarget, formatUrl } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import { webhookQueries } from "@/lib/webhooks/queries";
import { codeName, FilterOptions, statusHints, statusNames } from "./filter-options";
import { TimeFilter } from "./time-filter";
import type { LogView } from "./use-log-view";

type Props = { filters: LogView };

const codes = Object.keys(causeOf) as Code[];
const shownFirst = ["failed", "retrying", "sending", "pending", "delivered", "cancelled"] as const;

export function LogFilters({ filters }: Props) {
  const { view, setFilters, lockedTo } = filters;
  return (
    <search
      className="flex min-w-0 flex-1 flex-wrap items-center gap-2 max-md:basis-full"
      aria-label="Deliveries"
    >
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
      <TimeFilter view={view} set={(times) => void setFilters(times)} />
      <RareFilters filters={filters} />
      {filters.filtered && (
        <Button look="quiet" size="toolbar" onClick={filters.clear}>
          Clear
        </Button>
      )}
    </search>
  );
}

/** Filters that are seldom set: in a menu until they are. */
function RareFilters({ filters: { view, setFilters } }: Props) {
  const cause = {
    name: "Cause",
    options: codes,
    nameOf: codeName,
    chosen: view.code,
    set: (code: Code[] | null) => void setFilters({ code }),
  };
  const trigger = {
    name: "Trigger",
    options: triggers.filter((word) => word !== "resend"),
    nameOf: (word: Trigger) => deliveryTriggers[word],
    chosen: view.trigger,
    set: (next: Trigger[] | null) => void setFilters({ trigger: next }),
  };
  const [hasCause, hasTrigger] = [view.code.length > 0, view.trigger.length > 0];
  return (
    <>
      {hasCause && <Filter {...cause} />}
      {hasTrigger && <Filter {...trigger} />}
      {!(hasCause && hasTrigger) && (
        <Popover
          label="More filters"
          trigger={
            <Button size="toolbar" shape="icon" aria-label="More filters" title="More filters">
              <ListFilter aria-hidden="true" />
            </Button>
          }
        >
          <div className="grid gap-3">
            {!hasCause && <Options {...cause} heading />}
            {!hasTrigger && <Options {...trigger} heading />}
          </div>
        </Popover>
      )}
    </>
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

function Filter<V extends string>(props: FilterProps<V>) {
  const { name, chosen, nameOf, set } = props;
  return (
    <FilterPill
      name={name}
      chosen={chosen.map(nameOf).join(", ") || undefined}
      onRemove={() => set(null)}
    >
      <Options {...props} />
    </FilterPill>
  );
}

type OptionsProps<V extends string> = FilterProps<V> & { heading?: boolean };

function Options<V extends string>(props: OptionsProps<V>) {
  const { name, options, nameOf, hintOf, chosen, set, heading = false } = props;
  return (
    <FilterOptions
      legend={name}
      heading={heading}
      type="checkbox"
      options={options.map((value) => ({ value, label: nameOf(value), hint: hintOf?.(value) }))}
      chosen={chosen}
      onChange={(next) => set(next.length > 0 ? next : null)}
    />
  );
}

const restMs = 250;

type LogSearchProps = { value: string; onChange: (value: string) => void };

/** Search field; applies the text after a pause in typing. */
function LogSearch({ value, onChange }: LogSearchProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  // The address may change independently, by Back or Clear.
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => latest.current(text.trim()), restMs);
    return () => clearTimeout(timer);
  }, [text, value]);

  return (
    <span className="max-sm:basis-full sm:max-w-72 sm:flex-1 sm:basis-36">
      <SearchInput
        aria-label="Search deliveries"
        placeholder="Video id, any id, URL"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Enter") latest.current(text.trim());
          if (key !== "Escape") return;
          setText("");
          latest.current("");
          currentTarget.blur();
        }}
      />
    </span>
  );
}

const searchedFrom = 8;

type WebhookFilterProps = { chosen: string[]; set: (ids: string[] | null) => void };

function WebhookFilter({ chosen, set }: WebhookFilterProps) {
  const { data: webhooks = [] } = useQuery(webhookQueries.list());
  const [searchText, setSearchText] = useState("");
  const labelOf = useLabels();
  const nameOf = (id: string) => {
    const known = webhooks.find((webhook) => webhook.id === id);
    return labelOf(id) || (known ? formatTarget(known.callbackUrl) : "deleted webhook");
  };
  const fits = ({ id, callbackUrl }: { id: string; callbackUrl: string }) =>
    `${labelOf(id)} ${formatUrl(callbackUrl)}`
      .toLowerCase()
      .includes(searchText.trim().toLowerCase());
  return (
    <FilterPill
      name="Webhook"
      chosen={chosen.map(nameOf).join(", ") || undefined}
      onRemove={() => set(null)}
    >
      {webhooks.length === 0 && <p className="text-soft">There are no webhooks yet.</p>}
      {webhooks.length >= searchedFrom && (
        <Input
          aria-label="Find a webhook"
          placeholder="Find by label or URL"
          className="mb-2"
          value={searchText}
          onChange={({ target }) => setSearchText(target.value)}
        />
      )}
      <FilterOptions
        legend="Webhook"
        type="checkbox"
        options={webhooks
          .filter((each) => chosen.includes(each.id) || fits(each))
          .map(({ id, callbackUrl }) => {
            const [label, url] = [labelOf(id), formatUrl(callbackUrl)];
            return { value: id, label: label || url, hint: label && url };
          })}
        chosen={chosen}
        onChange={(ids) => set(ids.length > 0 ? ids : null)}
      />
    </FilterPill>
  );
}
