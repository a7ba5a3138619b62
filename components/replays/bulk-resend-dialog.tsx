"use client";

import { useQuery } from "@tanstack/react-query";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Dialog } from "@/components/ui/dialog";
import { type ReplayChoice, replayQueries } from "@/lib/replays/queries";
import { BulkResendSteps, replayTitle } from "./bulk-resend-steps";
import { ChoiceWords } from "./choice-words";
import type { ReplayVerb } from "./replay-verb";

type Props = { choice: ReplayChoice; verb: ReplayVerb; close: () => void };

/** The bulk resend form as a dialog over the log. */
export function BulkResendDialog({ choice, verb, close }: Props) {
  const { data: count, failure } = useStableQuery(useQuery(replayQueries.count(choice)));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={replayTitle(verb, count?.total)}
      description={<ChoiceWords choice={choice} asOf={count?.createdAt} />}
    >
      <BulkResendSteps choice={choice} verb={verb} count={count} failure={failure} close={close} />
    </Dialog>
  );
}
