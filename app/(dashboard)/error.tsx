"use client";

import { PageFailure } from "@/components/page/page-failure";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Rendered inside the frame, so that the navigation stays. */
export default function DashboardError({ error, reset }: Props) {
  return <PageFailure digest={error.digest} retry={reset} />;
}
