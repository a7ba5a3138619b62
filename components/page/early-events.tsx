"use client";

import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";

const types = ["pointerdown", "pointerup", "click", "keydown"] as const;

/**
 * A `Suspense` boundary whose content works from the first click on. The server draws the content before its code has
 * arrived. React drops events until then, so they are kept and repeated. React also replaces the drawn content by the
 * fallback when the boundary gets other props, so it gets the first ones until then.
 */
export function EarlyEvents({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const kept = useRef(new Set<Event>());
  const [isHydrated, setHydrated] = useState(false);
  const boundary = (
    <Suspense fallback={fallback}>
      {children}
      <Hydrated act={setHydrated} />
    </Suspense>
  );
  const [first] = useState(boundary);

  useLayoutEffect(() => {
    const element = frame.current;
    if (isHydrated || !element) return;
    // React stops an event on the document if its target is not hydrated: it then reaches `window` only.
    const keep = (event: Event) => {
      if (event.target instanceof Node && element.contains(event.target)) kept.current.add(event);
    };
    for (const type of types) window.addEventListener(type, keep, true);
    return () => {
      for (const type of types) window.removeEventListener(type, keep, true);
    };
  }, [isHydrated]);
  useLayoutEffect(() => {
    const drop = (event: Event) => kept.current.delete(event);
    for (const type of types) frame.current?.addEventListener(type, drop, true);
  }, []);
  useEffect(() => {
    if (isHydrated) void repeat(kept.current);
  }, [isHydrated]);

  return (
    <div ref={frame} data-keeps-events className="contents">
      {isHydrated ? boundary : first}
    </div>
  );
}

/** Calls `act`, which stays the same, once its boundary has been hydrated. */
function Hydrated({ act }: { act: (isHydrated: true) => void }) {
  useLayoutEffect(() => act(true), [act]);
  return null;
}

async function repeat(events: ReadonlySet<Event>): Promise<void> {
  // An event that caused the hydration ends first. React applies the state of one event before the next.
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  await turn();
  for (const event of [...events]) {
    // Links have worked without code.
    const isLink = event.target instanceof Element && event.target.closest("a[href]");
    if (!isLink)
      event.target?.dispatchEvent(Reflect.construct(event.constructor, [event.type, event]));
    await turn();
  }
}
