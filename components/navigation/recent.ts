"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { nameIn } from "./name-in";
import { addressOf, type Thing, thingAt } from "./things";

/** An object that was opened in this browser. */
type Recent = Pick<Thing, "noun"> & { href: string; name: string };

const key = "recent";
const most = 5;
const namedAfterMs = 1000;

/** Remembers the object of each page that is opened, once its name is known. */
export function useRemember(): void {
  const client = useQueryClient();
  const path = usePathname();
  useEffect(() => {
    const thing = thingAt(path);
    if (!thing) return;
    const timer = setTimeout(() => {
      const name = nameIn(client, thing);
      if (name) remember({ noun: thing.noun, href: addressOf(thing), name });
    }, namedAfterMs);
    return () => clearTimeout(timer);
  }, [client, path]);
}

/** Returns the objects opened last, newest first. Storage may be full, blocked or from another version. */
export function readRecent(): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function remember(opened: Recent): void {
  const others = readRecent().filter(({ href }) => href !== opened.href);
  try {
    localStorage.setItem(key, JSON.stringify([opened, ...others].slice(0, most)));
  } catch {
    // Without storage there is no list.
  }
}

function isRecent(value: unknown): value is Recent {
  const { href, name } = Object(value);
  return typeof href === "string" && typeof name === "string" && thingAt(href) !== undefined;
}
