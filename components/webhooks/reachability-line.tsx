"use client";

import { CircleCheck, Radar, TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useCheckReachability } from "@/lib/reachability/queries";

/** Tries an address from the server, as a delivery would. What it finds keeps nobody from saving. */
export function ReachabilityLine({ url }: { url: string }) {
  const check = useCheckReachability();
  const finding = check.variables === url ? check.data : undefined;
  const error = check.variables === url ? check.error : null;
  const Icon = finding?.reachable ? CircleCheck : TriangleAlert;
  return (
    <>
      <Button
        size="small"
        disabled={check.isPending || !URL.canParse(url)}
        onClick={() => check.mutate(url)}
      >
        <Radar aria-hidden="true" />
        {check.isPending ? "Checking…" : "Check now"}
      </Button>
      <p role="status" className="order-last min-h-5 w-full text-sm empty:hidden">
        {finding && (
          <span className="flex items-start gap-1.5">
            <Icon
              aria-hidden="true"
              className={`mt-0.5 size-4 shrink-0 ${finding.reachable ? "text-good" : "text-warn"}`}
            />
            {finding.message}
          </span>
        )}
        {error && <span className="text-bad">{error.message}</span>}
      </p>
    </>
  );
}
