"use client";

import { useEffect, useState } from "react";

/** Screen readers have heard of a change by then. Later the words would be found twice on the page. */
const heardMs = 3000;

/**
 * Returns words for a live region, for as long as it takes to announce them: new words, or with a `key` the first words of
 * each key.
 */
export function useAnnouncement(words: string | undefined, key = words): string | undefined {
  const [said, setSaid] = useState<{ key?: string; words?: string }>({});
  if (words !== undefined && key !== undefined && said.key !== key) setSaid({ key, words });
  const current = said.key;
  useEffect(() => {
    if (current === undefined) return;
    const timer = setTimeout(() => setSaid({ key: current }), heardMs);
    return () => clearTimeout(timer);
  }, [current]);
  return said.words;
}
