"use client";

import "./globals.css";
import { fonts } from "./fonts/fonts";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Replaces a broken root layout with a document of its own. It is part of every page, so it uses no components. */
export default function GlobalError({ error: { digest }, reset }: Props) {
  return (
    <html lang="en" className={fonts}>
      <body>
        <title>Error · Postback</title>
        <main className="px-4 py-16 text-center">
          <div role="alert">
            <h1 className="font-semibold text-xl">This page could not be shown</h1>
            {digest && <p className="mt-1 text-soft text-sm">Error id {digest}</p>}
          </div>
          <button type="button" onClick={reset} className="mt-4 text-accent underline">
            Retry
          </button>
        </main>
      </body>
    </html>
  );
}
