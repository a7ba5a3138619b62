"use client";

import { useQuery } from "@tanstack/react-query";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Dialog } from "@/components/ui/dialog";
import { listed } from "@/lib/deliveries/view";
import { formatPlural } from "@/lib/format";
import { type Replay, type ReplayChoice, replayQueries } from "@/lib/replays/queries";
import { BulkResendSteps, replayTitle } from "./bulk-resend-steps";
import { ChoiceWords } from "./choice-words";
import type { ReplayVerb } from "./replay-verb";
import { watchReplay } from "./watched-replays";

type Props = {
  choice: ReplayChoice;
  verb: ReplayVerb;
  close: () => void;
  /** The page shows the progress. Otherwise, the replay leads to its own. */
  isHere?: boolean;
  /** Name of the receiver, where the page shows the progress of several. */
  to?: string | undefined;
};

/** The bulk resend form as a dialog. */
export function BulkResendDialog({ choice, verb, close, isHere, to }: Props) {
  const { data: count, failure } = useStableQuery(useQuery(replayQueries.count(choice)));
  const watch = ({ id, total }: Replay) => {
    const title = `${verb} of ${formatPlural(total, "delivery", "deliveries")}${to ? ` to ${to}` : ""}`;
    const webhooks = "filter" in choice ? listed(choice.filter.webhook) : [];
    watchReplay({ id, title, webhooks, said: `${title} has started` });
  };
  const onStarted = isHere ? watch : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={replayTitle(verb, count?.total)}
      description={<ChoiceWords choice={choice} asOf={count?.createdAt} />}
    >
      <BulkResendSteps {...{ choice, verb, count, failure, close, onStarted }} />
    </Dialog>
  );
}
