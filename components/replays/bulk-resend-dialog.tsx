"use client";

import { useQuery } from "@tanstack/react-query";
import { ProblemCard } from "@/components/shell/problem-card";
import { useSteady } from "@/components/shell/use-steady";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { formatPlural } from "@/lib/format";
import { type ReplayChoice, replayQueries } from "@/lib/replays/queries";
import { BulkResendForm } from "./bulk-resend-form";
import { ChoiceWords } from "./choice-words";

type Props = { choice: ReplayChoice; close: () => void };

/** First the count, then what it means, then the start. */
export function BulkResendDialog({ choice, close }: Props) {
  const { data: count, failure } = useSteady(useQuery(replayQueries.count(choice)));
  const total = count?.total;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={
        total === undefined
          ? "Resend deliveries"
          : `Resend ${formatPlural(total, "delivery", "deliveries")}`
      }
      description={<ChoiceWords choice={choice} asOf={count?.createdAt} />}
    >
      {failure && <ProblemCard what="The deliveries could not be counted" {...failure} />}
      {!count && !failure && <Counting />}
      {count && total === 0 && <Nothing close={close} />}
      {count && total !== 0 && <BulkResendForm choice={choice} counted={count} close={close} />}
    </Dialog>
  );
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
        <Button onClick={close}>Close</Button>
      </DialogActions>
    </>
  );
}
