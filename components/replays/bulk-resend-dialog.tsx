"use client";

import { useQuery } from "@tanstack/react-query";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Dialog } from "@/components/ui/dialog";
import { type ReplayChoice, replayQueries } from "@/lib/replays/queries";
import { BulkResendSteps, replayTitle } from "./bulk-resend-steps";
import { ChoiceWords } from "./choice-words";

type Props = { choice: ReplayChoice; close: () => void };

/** The bulk resend form as a dialog over the log. */
export function BulkResendDialog({ choice, close }: Props) {
  const { data: count, failure } = useStableQuery(useQuery(replayQueries.count(choice)));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={replayTitle(choice, count?.total)}
      description={<ChoiceWords choice={choice} asOf={count?.createdAt} />}
    >
      <BulkResendSteps choice={choice} count={count} failure={failure} close={close} />
    </Dialog>
  );
}
