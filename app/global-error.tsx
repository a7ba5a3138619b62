"use client";

import "./globals.css";
import { PageFailure } from "@/components/page/page-failure";
import { fonts } from "./fonts/fonts";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Replaces a broken root layout with a document of its own. */
export default function GlobalError({ error, reset }: Props) {
  return (
    <html lang="en" className={fonts}>
      <body>
        <title>Error · Postback</title>
        <main className="px-4">
          <PageFailure digest={error.digest} retry={reset} />
        </main>
      </body>
    </html>
  );
}
