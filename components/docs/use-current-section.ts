"use client";

import { useEffect, useState } from "react";

/** The id of the section that is being read: the last that began above the upper third of the window. */
export function useCurrentSection(sections: { id: string }[]): string {
  const [current, setCurrent] = useState("");
  const ids = sections.map(({ id }) => id).join(" ");

  useEffect(() => {
    const places = ids.split(" ").flatMap((id) => document.getElementById(id) ?? []);
    const look = () => {
      const line = window.innerHeight / 3;
      const begun = places.filter((place) => place.getBoundingClientRect().top <= line);
      setCurrent(begun.at(-1)?.id ?? "");
    };
    const watcher = new IntersectionObserver(look, { rootMargin: "0px 0px -66% 0px" });
    for (const place of places) watcher.observe(place);
    return () => watcher.disconnect();
  }, [ids]);

  return current;
}
