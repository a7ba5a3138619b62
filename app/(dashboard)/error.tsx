"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { DatabaseAwayCard } from "@/components/page/database-away";
import { PageFailure } from "@/components/page/page-failure";
import { databaseAwayDigest } from "@/lib/protocol/problem";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Rendered inside the frame, so that the navigation stays. */
export default function DashboardError({ error, reset }: Props) {
  const { refresh } = useRouter();
  const retry = () =>
    startTransition(() => {
      refresh();
      reset();
    });
  if (error.digest !== databaseAwayDigest)
    return <PageFailure digest={error.digest} retry={retry} />;
  return (
    <div className="grid place-items-center py-10">
      <DatabaseAwayCard recover={retry} />
    </div>
  );
}
