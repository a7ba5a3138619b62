"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { PageHeader } from "@/components/page/page-header";
import { useStableQuery } from "@/components/page/use-stable-query";
import { ButtonLink } from "@/components/ui/button-link";
import { type ReplayChoice, replayQueries } from "@/lib/replays/queries";
import { BulkResendSteps, replayTitle } from "./bulk-resend-steps";
import { ChoiceWords } from "./choice-words";
import { replayVerb } from "./replay-verb";

type Props = {
  choice: ReplayChoice;
  /** Link to the log with the same filter. */
  log: string;
};

/** The bulk resend form as a page; Cancel leads to the deliveries. */
export function NewReplay({ choice, log }: Props) {
  const router = useRouter();
  const verb = replayVerb(choice);
  const { data: count, failure } = useStableQuery(useQuery(replayQueries.count(choice)));
  return (
    <>
      <PageHeader
        title={replayTitle(verb, count?.total)}
        hint={<ChoiceWords choice={choice} asOf={count?.createdAt} />}
        actions={<ButtonLink href={log}>Show in log</ButtonLink>}
      />
      <div className="max-w-xl rounded-lg border border-line bg-raised p-5 shadow-low sm:p-6">
        <BulkResendSteps
          choice={choice}
          verb={verb}
          count={count}
          failure={failure}
          close={() => router.push(log)}
          closing="Back to log"
        />
      </div>
    </>
  );
}
