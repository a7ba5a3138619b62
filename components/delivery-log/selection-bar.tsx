"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Ban, Download, RotateCw, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ExportLink } from "@/components/log-view/export-menu";
import { BulkResend } from "@/components/replays/bulk-resend";
import { type ReplayVerb, retried } from "@/components/replays/replay-verb";
import { useAccountLink } from "@/components/scope/account-scope";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { IconButton } from "@/components/ui/icon-button";
import { saveFile } from "@/components/ui/save-file";
import { byteOrderMark } from "@/lib/csv";
import { csvHead, deliveryLine } from "@/lib/deliveries/csv";
import { type Delivery, deliveryQueries } from "@/lib/deliveries/queries";
import { useStopAll, useStopMatching } from "@/lib/deliveries/stop-many";
import { queryOf } from "@/lib/deliveries/view";
import { dot, formatCount, formatPlural } from "@/lib/format";
import type { ReplayChoice } from "@/lib/replays/queries";
import { useMay } from "@/lib/session/queries";
import { retriedOf } from "./retry-all";
import type { Log } from "./use-log";

type Started = { choice: ReplayChoice; verb: ReplayVerb };

/** Actions on the selected deliveries. */
export function SelectionBar({ log: { selection, feed, filters } }: { log: Log }) {
  const [started, setStarted] = useState<Started>();
  const act = { start: setStarted };
  const ids = [...selection.ids];
  const chosen = feed.rows.filter(({ id }) => selection.ids.has(id));
  return (
    <section
      aria-label="Selected deliveries"
      className="flex w-fit max-w-full flex-wrap low:flex-nowrap items-center gap-2 low:overflow-x-auto low:whitespace-nowrap rounded-lg border border-line bg-raised px-2 py-1.5 shadow-high"
    >
      <IconButton icon={X} name="Clear selection" shortcut="Esc" onClick={selection.clear} />
      <Amount log={{ selection, feed, filters }} />
      {selection.all ? (
        <MatchingActions view={filters.view} {...act} />
      ) : (
        <SelectedActions key={ids.join()} ids={ids} chosen={chosen} {...act} />
      )}
      <BulkResend
        choice={started?.choice}
        {...(started && { verb: started.verb })}
        close={() => setStarted(undefined)}
      />
    </section>
  );
}

/** Number of selected deliveries. Once all loaded ones are selected, a button selects all that match. */
function Amount({ log }: { log: Pick<Log, "selection" | "feed" | "filters"> }) {
  const { selection, feed, filters } = log;
  const { data } = useQuery({
    ...deliveryQueries.count(filters.view),
    placeholderData: keepPreviousData,
  });
  const matching = data && `${formatCount(data.count)}${data.capped ? "+" : ""}`;
  const loaded = feed.rows.length;
  const areLoaded = selection.allLoaded || selection.ids.size >= loaded;
  const more = data && data.count > selection.ids.size && areLoaded;
  return (
    <>
      <p className="mr-1 font-medium text-sm tabular-nums">
        {selection.all
          ? `All ${matching ?? ""} that match selected`
          : `${selection.ids.size} selected`}
      </p>
      {more && !selection.all && (
        <Button
          look="quiet"
          size="small"
          className="text-accent"
          onClick={selection.selectMatching}
        >
          Select all {matching} that match
        </Button>
      )}
    </>
  );
}

type ActionProps = { start: (started: Started) => void };
type MatchingProps = ActionProps & { view: Log["filters"]["view"] };

/** Actions by filter, which include deliveries that are not loaded. */
function MatchingActions({ view, start }: MatchingProps) {
  const may = useMay("deliveries:write");
  const taken = retriedOf(view);
  const filterOf = (one: typeof view) => ({ filter: queryOf(one, Date.now()) });
  const onlyUndelivered = taken && view.status.length === taken.status.length;
  return (
    <>
      {may && taken && (
        <ReplayButton
          words="Retry undelivered"
          onClick={() => start({ choice: filterOf(taken), verb: "Retry" })}
        />
      )}
      {may && !onlyUndelivered && (
        <ReplayButton
          words="Resend all"
          onClick={() => start({ choice: filterOf(view), verb: "Resend" })}
        />
      )}
      {may && mayBePending(view) && <StopMatching view={view} />}
      <ExportLink view={view} aria-label="Export all that match">
        <Download aria-hidden="true" />
      </ExportLink>
    </>
  );
}

function mayBePending({ status }: Log["filters"]["view"]): boolean {
  return status.length === 0 || unfinished.some((word) => status.includes(word));
}

const unfinished = ["pending", "retrying", "sending"] as const;

type SelectedProps = ActionProps & { ids: string[]; chosen: readonly Delivery[] };

function SelectedActions({ ids, chosen, start }: SelectedProps) {
  const may = useMay("deliveries:write");
  const stop = useStopAll();
  const refused = stop.data?.refused ?? 0;
  const stopped = (stop.variables?.length ?? 0) - refused;
  const idsOf = (some: readonly Delivery[]) => some.map(({ id }) => id);
  const pending = idsOf(chosen.filter(({ status }) => status === "pending"));
  const taken = idsOf(chosen.filter(({ status }) => retried.some((each) => each === status)));
  return (
    <>
      {may && taken.length > 0 && (
        <ReplayButton
          words={`Retry ${formatPlural(taken.length, "delivery", "deliveries")}`}
          onClick={() => start({ choice: { ids: taken }, verb: "Retry" })}
        />
      )}
      {may && taken.length < ids.length && (
        <ReplayButton
          words={`Resend ${formatPlural(ids.length, "delivery", "deliveries")}`}
          onClick={() => start({ choice: { ids }, verb: "Resend" })}
        />
      )}
      {may && pending.length > 0 && (
        <StopTwice
          name={`Stop retrying ${pending.length}`}
          confirm={`Confirm: stop ${pending.length}`}
          isBusy={stop.isPending}
          onConfirm={() => stop.mutate(pending)}
        />
      )}
      <StopResult>
        {stop.data && `${formatPlural(stopped, "delivery", "deliveries")} stopped. `}
        {refused > 0 &&
          `${refused} could not be stopped: a request is in progress, or the delivery has finished.`}
        {stop.error?.message}
      </StopResult>
      <Button size="small" onClick={() => saveSelected(chosen)}>
        <Download aria-hidden="true" />
        Export
      </Button>
      <CopyButton text={ids.join("\n")} label="Copy ids of selected deliveries" shown="Copy ids" />
    </>
  );
}

function ReplayButton({ words, onClick }: { words: string; onClick: () => void }) {
  return (
    <Button size="small" onClick={onClick}>
      <RotateCw aria-hidden="true" />
      {words}…
    </Button>
  );
}

function saveSelected(chosen: readonly Delivery[]): void {
  saveFile("deliveries-selected.csv", byteOrderMark + csvHead + chosen.map(deliveryLine).join(""));
}

/** Cancels all pending deliveries that match, loaded or not. */
function StopMatching({ view }: { view: Log["filters"]["view"] }) {
  const stop = useStopMatching();
  const withAccount = useAccountLink();
  return (
    <>
      <StopTwice
        name="Stop retrying"
        confirm="Confirm: stop all that match"
        isBusy={stop.isPending}
        onConfirm={() => stop.mutate(view)}
      />
      <StopResult>
        {stop.data && `${formatPlural(stop.data.cancelled, "delivery", "deliveries")} stopped`}
        {stop.data && stop.data.runningReplays > 0 && (
          <>
            {dot}
            <HoverPrefetchLink
              href={withAccount("/replays")}
              className="text-accent underline underline-offset-2"
            >
              {formatPlural(stop.data.runningReplays, "running replay", "running replays")}
            </HoverPrefetchLink>
            {" may queue more"}
          </>
        )}
        {stop.error?.message}
      </StopResult>
    </>
  );
}

type StopTwiceProps = { name: string; confirm: string; isBusy: boolean; onConfirm: () => void };

/** Acts at the second press. A double click or a held key is one press. */
function StopTwice({ name, confirm, isBusy, onConfirm }: StopTwiceProps) {
  const [asked, setAsked] = useState(false);
  const press = () => {
    if (asked) onConfirm();
    setAsked(!asked);
  };
  return (
    <Button
      size="small"
      look={asked ? "danger-solid" : "plain"}
      busy={isBusy}
      onBlur={() => setAsked(false)}
      onClick={press}
      onKeyDown={(event) => event.repeat && event.preventDefault()}
    >
      <Ban aria-hidden="true" />
      {isBusy ? "Stopping…" : asked ? confirm : name}
    </Button>
  );
}

function StopResult({ children }: { children: ReactNode }) {
  return (
    <span role="status" className="text-soft text-sm">
      {children}
    </span>
  );
}
