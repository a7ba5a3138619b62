"use client";

import { CircleAlert, RotateCw } from "lucide-react";
import { usePathname } from "next/navigation";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { Problem } from "@/lib/protocol/problem";
import { useSeesAll } from "@/lib/session/queries";

type Props = { what: string; error: Error; retry?: () => void; busy?: boolean };

/** Reports a failure: the operation, the reason, the request id and a retry. */
export function ProblemCard({ what, error, retry, busy = false }: Props) {
  const requestId = error instanceof Problem ? error.requestId : undefined;
  // Another try cannot change a missing role, or bring back what was deleted.
  const isFinal = error instanceof Problem && [403, 404].includes(error.status);
  return (
    <div
      role="alert"
      className="flex gap-3 rounded-lg border border-bad/40 bg-bad-wash p-4 not-last:mb-4"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{what}</p>
        <p className="mt-0.5 max-w-prose text-soft text-sm">{error.message}</p>
        {requestId && (
          <p className="mt-1 flex flex-wrap items-center gap-x-1 text-soft text-sm">
            Request <code className="wrap-anywhere font-mono text-xs">{requestId}</code>
            <CopyButton text={requestId} label="Copy request id" />
          </p>
        )}
        {retry && !isFinal && (
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button size="small" className="w-24" busy={busy} onClick={retry}>
              <RotateCw
                aria-hidden="true"
                className={busy ? "animate-spin motion-reduce:animate-none" : ""}
              />
              {busy ? "Trying…" : "Retry"}
            </Button>
            <SystemLink />
          </div>
        )}
      </div>
    </div>
  );
}

/** Links operators to the status of the installation, except from that page. */
function SystemLink() {
  const seesAll = useSeesAll();
  if (usePathname() === "/system" || !seesAll) return null;
  return (
    <HoverPrefetchLink
      href="/system"
      className="tap inline-flex min-h-6 items-center rounded-sm font-medium text-accent text-sm underline underline-offset-2"
    >
      System status
    </HoverPrefetchLink>
  );
}
