"use client";

import "./globals.css";
import { PageFailure } from "@/components/shell/page-failure";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** The root layout itself broke: this one brings its own document. */
export default function GlobalError({ error, reset }: Props) {
  return (
    <html lang="en">
      <body>
        <title>Error · Postback</title>
        <main className="px-4">
          <PageFailure digest={error.digest} retry={reset} />
        </main>
      </body>
    </html>
  );
}
