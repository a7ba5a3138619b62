"use client";

import { type RefObject, useLayoutEffect, useState } from "react";

const narrowPx = 672;

type Place = { narrow: boolean; top: number | undefined };

/** Where the rows begin on the page and whether they have to be cards; unknown until they are there. */
export function usePlace(body: RefObject<HTMLElement | null>): Place {
  const [place, setPlace] = useState<Place>({ narrow: false, top: undefined });
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    const measure = () => {
      const { top, width } = element.getBoundingClientRect();
      const next = { narrow: width < narrowPx, top: Math.round(top + window.scrollY) };
      setPlace((known) => (known.narrow === next.narrow && known.top === next.top ? known : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // What stands above may grow or shrink.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body]);
  return place;
}
