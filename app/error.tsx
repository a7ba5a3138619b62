"use client";

import { PageFailure } from "@/components/shell/page-failure";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: Props) {
  return (
    <main className="px-4">
      <PageFailure digest={error.digest} retry={reset} />
    </main>
  );
}
