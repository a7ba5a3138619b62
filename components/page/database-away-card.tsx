"use client";

import { Database } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Mark } from "@/components/ui/mark";

const everyMs = 3000;
const parts = [
  { name: "Web process", state: "running", ink: "text-good" },
  { name: "Database", state: "unreachable", ink: "text-bad" },
  { name: "Queue and workers", state: "unknown", ink: "text-soft" },
];

/**
 * Replaces a document while the database is unreachable. Without a database no session can be checked, so it shows
 * only the public answer of `/readyz`, and reloads once the database is back.
 */
export function DatabaseAwayPage() {
  return (
    <main className="grid min-h-dvh grid-cols-1 place-items-center bg-sunken px-4 py-10">
      <DatabaseAwayCard mark={<Mark />} recover={() => window.location.reload()} />
    </main>
  );
}

type Props = { mark?: ReactNode; recover: () => void };

/** States that the database is unreachable. Calls `recover` once it is back, or on request. */
export function DatabaseAwayCard({ mark, recover }: Props) {
  const [looks, setLooks] = useState(0);
  const recovering = useRef(recover);
  useEffect(() => {
    recovering.current = recover;
  });
  useEffect(() => {
    const timer = setTimeout(async () => {
      const ready = await fetch("/readyz").then(
        ({ ok }) => ok,
        () => false,
      );
      if (ready) recovering.current();
      else setLooks(looks + 1);
    }, everyMs);
    return () => clearTimeout(timer);
  }, [looks]);

  return (
    <div className="w-full max-w-md rounded-xl border border-line bg-raised px-4 py-6 shadow-low sm:p-8">
      {/* A page that failed on the way from another one has no title. */}
      {!mark && <title>Database unreachable · Postback</title>}
      {mark && (
        <p className="mb-5 flex items-center gap-2.5 font-semibold">
          {mark}
          Postback
        </p>
      )}
      <h1 className="wrap-anywhere font-semibold text-xl tracking-tight">
        <Database aria-hidden="true" className="mr-2 inline size-5 align-[-0.15em] text-bad" />
        The database is unreachable
      </h1>
      <p className="mt-2 text-soft">
        No accepted event is lost: deliveries resume when the database is back. Check the database
        and <code className="wrap-anywhere font-mono text-xs">DATABASE_URL</code>.
      </p>
      <dl className="my-5 divide-y divide-line border-line border-y">
        {parts.map(({ name, state, ink }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 py-2">
            <dt>{name}</dt>
            <dd className={`font-medium ${ink}`}>{state}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-soft text-sm">
          Checking every 3 seconds
        </p>
        <Button look="primary" onClick={recover}>
          Retry
        </Button>
      </div>
    </div>
  );
}
