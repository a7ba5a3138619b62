"use client";

import { useQuery } from "@tanstack/react-query";
import { LimitsUsage } from "@/components/accounts/limits-usage";
import { ReadProblem } from "@/components/page/read-problem";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { accountLimitQueries } from "@/lib/account-limits/queries";
import { formatCount } from "@/lib/format";

/** Publishing limits of a member's account and what is used of them, read-only. */
export function PublishingLimits({ accountId }: { accountId: string }) {
  const { data, failure } = useStableQuery(useQuery(accountLimitQueries.one(accountId)));
  return (
    <Card
      title="Publishing limits"
      hint="Of your account, set by the operators of this service. Events beyond them are answered with 429."
    >
      <div className="grid grid-cols-1 gap-4">
        <ReadProblem what="Publishing limits" failure={failure} hasData={data !== undefined} />
        {!data && !failure && <Skeleton className="h-24 w-full" />}
        {data && (
          <>
            <LimitsUsage limits={data} />
            <p className="text-soft text-sm">
              Burst: up to {formatCount(data.burst)} events at one moment, which is also the largest
              batch.
            </p>
          </>
        )}
      </div>
    </Card>
  );
}
