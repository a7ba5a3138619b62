"use client";

import { PageFailure } from "@/components/shell/page-failure";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Inside the frame, so that the navigation stays. */
export default function DashboardError({ error, reset }: Props) {
  return <PageFailure digest={error.digest} retry={reset} />;
}
