"use client";

import { useState } from "react";

/** State of the panel that the page of a new webhook shows once. Never contains its secret. */
export type NewMark = {
  /** Why its settings could not be saved. */
  fault?: string | undefined;
  /** Delivery of its first test. */
  testId?: string | undefined;
};

/** Marks a webhook as new in this browser tab, until the person is done with it. */
export function rememberNew(id: string, mark: NewMark): void {
  try {
    sessionStorage.setItem(nameOf(id), JSON.stringify(mark));
  } catch {
    // Browsers may refuse storage; the Signing and Test tabs offer the same.
  }
}

/** Reads the mark of a new webhook. For components that are drawn in the browser only. */
export function useNewMark(id: string) {
  const [mark, setMark] = useState(() => read(id));
  return {
    mark,
    change(next: NewMark) {
      rememberNew(id, next);
      setMark(next);
    },
    remove() {
      sessionStorage.removeItem(nameOf(id));
      setMark(undefined);
    },
  };
}

function read(id: string): NewMark | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(id)) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function nameOf(id: string): string {
  return `new-webhook:${id}`;
}
