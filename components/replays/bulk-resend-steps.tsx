import { ProblemCard } from "@/components/shell/problem-card";
import type { Failure } from "@/components/shell/use-steady";
import { Button } from "@/components/ui/button";
import { DialogActions } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { formatPlural } from "@/lib/format";
import type { Replay, ReplayChoice } from "@/lib/replays/queries";
import { BulkResendForm } from "./bulk-resend-form";

type Props = {
  choice: ReplayChoice;
  count: Replay | undefined;
  failure: Failure | undefined;
  close: () => void;
};

/** First the count, then what it means, then the start. */
export function BulkResendSteps({ choice, count, failure, close }: Props) {
  return (
    <>
      {failure && <ProblemCard what="The deliveries could not be counted" {...failure} />}
      {!count && !failure && <Counting />}
      {count?.total === 0 && <Nothing close={close} />}
      {count && count.total !== 0 && (
        <BulkResendForm choice={choice} counted={count} close={close} />
      )}
    </>
  );
}

/** How many, once that is known. */
export function resendTitle(total: number | undefined): string {
  if (total === undefined) return "Resend deliveries";
  if (total === 0) return "Nothing to resend";
  return `Resend ${formatPlural(total, "delivery", "deliveries")}`;
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

function Nothing({ close }: { close: () => void }) {
  return (
    <>
      <p>No delivery matches any more. Perhaps they were delivered meanwhile.</p>
      <DialogActions>
        <Button onClick={close}>Back to the log</Button>
      </DialogActions>
    </>
  );
}
