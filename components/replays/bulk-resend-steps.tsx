import { ProblemCard } from "@/components/page/problem-card";
import type { Failure } from "@/components/page/use-stable-query";
import { Button } from "@/components/ui/button";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Skeleton } from "@/components/ui/skeleton";
import { formatPlural } from "@/lib/format";
import type { Replay, ReplayChoice } from "@/lib/replays/queries";
import { BulkResendForm } from "./bulk-resend-form";
import { PausedNote } from "./paused-note";
import type { ReplayVerb } from "./replay-verb";

type Props = {
  choice: ReplayChoice;
  verb: ReplayVerb;
  count: Replay | undefined;
  failure: Failure | undefined;
  close: () => void;
  /** Leads to the page of the replay unless given. */
  onStarted?: ((replay: Replay) => void) | undefined;
  /** Name of the button that closes, while there is nothing to send. */
  closing?: string;
};

/** Counts the deliveries, shows the consequences, and starts the replay. */
export function BulkResendSteps(props: Props) {
  const { choice, verb, count, failure, close, onStarted, closing = "Close" } = props;
  return (
    <div className="grid gap-4">
      {"filter" in choice && count?.total !== 0 && <PausedNote filter={choice.filter} />}
      {failure && <ProblemCard what="The deliveries could not be counted" {...failure} />}
      {!count && !failure && <Counting />}
      {count?.total === 0 && <Nothing close={close} closing={closing} />}
      {count && count.total !== 0 && (
        <BulkResendForm {...{ choice, verb, close, onStarted }} counted={count} />
      )}
    </div>
  );
}

/** Title with the count, once known. */
export function replayTitle(verb: ReplayVerb, total: number | undefined): string {
  if (total === undefined) return `${verb} deliveries`;
  if (total === 0) return `Nothing to ${verb.toLowerCase()}`;
  return `${verb} ${formatPlural(total, "delivery", "deliveries")}`;
}

function Counting() {
  return (
    <div role="status" aria-label="Counting deliveries" className="grid gap-4">
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-9 w-48 justify-self-end" />
    </div>
  );
}

function Nothing({ close, closing }: { close: () => void; closing: string }) {
  return (
    <>
      <p>No delivery matches any more. They may have been delivered in the meantime.</p>
      <DialogActions>
        <Button onClick={close}>{closing}</Button>
      </DialogActions>
    </>
  );
}
