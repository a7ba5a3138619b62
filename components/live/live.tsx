"use client";

import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Changed } from "@/lib/stream/contract";
import { joinStream, subscribe } from "./connection";
import { paced, restsInProportion } from "./paced";

/** Refreshes queries after changes on the server since `position`. Mounted once, in the frame. */
export function Live({ position }: { position: string | undefined }) {
  const client = useQueryClient();
  useEffect(() => {
    const refreshers = [
      refresher(client, (query) => !isFigure(query), 1000),
      refresher(client, isFigure, restsInProportion(4)),
    ];
    const note = (changes: Changed[] | undefined) => {
      for (const each of refreshers) each.note(changes);
    };
    let passedOver = false;
    // A hidden page refreshes when it becomes visible.
    const unhear = subscribe((changes) => {
      if (document.hidden) passedOver = true;
      else note(changes);
    });
    const look = () => {
      if (document.hidden || !passedOver) return;
      passedOver = false;
      note(undefined);
    };
    document.addEventListener("visibilitychange", look);
    return () => {
      unhear();
      document.removeEventListener("visibilitychange", look);
      for (const { stop } of refreshers) stop();
    };
  }, [client]);
  // Later positions are those of pages that are already connected.
  const [first] = useState(position);
  useEffect(() => joinStream(first), [first]);
  return null;
}

/**
 * Queries that take longer with more webhooks: the figures of a day take 0.33 s with 20,000. They have a refresher of their own,
 * so that the other queries do not wait for them.
 */
const figures = new Set(["health", "stats"]);
const isFigure = ({ queryKey }: Query) => figures.has(`${queryKey[0]}`);

/** Refreshes changed queries that are mounted and meet a condition, one run at a time. */
function refresher(
  client: QueryClient,
  isMeant: (query: Query) => boolean,
  restMs: Parameters<typeof paced>[1]["restMs"],
) {
  let changes: Changed[] = [];
  let missed = false;

  const pace = paced(
    () => {
      const [these, all] = [changes, missed];
      changes = [];
      missed = false;
      return client.invalidateQueries({
        predicate: (query) =>
          isMeant(query) && (all ? !query.meta?.hearsItself : isAffected(query, these)),
      });
    },
    { gatherMs: 60, restMs },
  );

  return {
    /** Undefined when changes may have been missed. */
    note: (more: Changed[] | undefined) => {
      if (more) changes.push(...more);
      else missed = true;
      pace.ask();
    },
    stop: pace.stop,
  };
}

/** Query keys begin with their entity; some also depend on others. */
const alsoShownBy: Record<string, readonly string[]> = {
  deliveries: ["health", "stats", "events"],
  webhooks: ["health", "settings", "secrets", "stats", "events"],
  replays: ["deliveries"],
  session: ["sessions"],
  users: ["session", "invitations"],
  invitations: ["users"],
  "sample-data": [
    ...["accounts", "webhooks", "settings", "deliveries", "events"],
    ...["health", "stats", "api-keys", "replays"],
  ],
};
/** Changes of these kinds add no audit entries. People make most of the others, and each of those adds one. */
const madeByPrograms = new Set(["deliveries", "events"]);

/** True when a query may be affected by the changes. */
function isAffected({ queryKey, meta }: Query, changes: readonly Changed[]): boolean {
  // Infinite lists listen themselves.
  if (meta?.hearsItself) return false;
  const [noun, part, id] = queryKey;
  return changes.some(({ kind, ids, more }) => {
    if (noun === "audit") return !madeByPrograms.has(kind);
    if (noun !== kind) return alsoShownBy[kind]?.includes(`${noun}`) ?? false;
    const isOne = kind === "deliveries" && (part === "one" || part === "attempt");
    return !isOne || more || ids.includes(`${id}`);
  });
}
