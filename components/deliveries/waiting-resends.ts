"use client";

import { useSyncExternalStore } from "react";

/** A resend that can still be undone. */
type WaitingResend = {
  id: string;
  /** Event and receiver in a few words. */
  words: string;
  dueAt: number;
};
type Timed = { timer: ReturnType<typeof setTimeout>; send: () => void };

const graceMs = 5000;
const none: readonly WaitingResend[] = [];
export const undone = "Resend undone";
let waiting = none;
const timed = new Map<string, Timed>();
const listeners = new Set<() => void>();

/** Sends a delivery again after five seconds, so that a person can undo it. */
export function resendSoon(one: Omit<WaitingResend, "dueAt">, send: () => void): void {
  if (timed.has(one.id)) return;
  const timer = setTimeout(() => sendNow(one.id), graceMs);
  timed.set(one.id, { timer, send });
  set([...waiting, { ...one, dueAt: Date.now() + graceMs }]);
}

/** Ends the wait of a resend. Does nothing when it was sent or undone. */
export function sendNow(id: string): void {
  const one = timed.get(id);
  undoResend(id);
  one?.send();
}

/** Ends all waits. */
export function sendAllNow(): void {
  for (const id of [...timed.keys()]) sendNow(id);
}

export function undoResend(id: string): void {
  clearTimeout(timed.get(id)?.timer);
  timed.delete(id);
  set(waiting.filter((one) => one.id !== id));
}

/** Undoes the resend that was requested last. Returns words for what was done. */
export function undoLatestResend(): string {
  const latest = waiting.at(-1);
  if (!latest) return "";
  undoResend(latest.id);
  return undone;
}

export function useWaitingResends(): readonly WaitingResend[] {
  return useSyncExternalStore(
    subscribe,
    () => waiting,
    () => none,
  );
}

function set(next: readonly WaitingResend[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

// The request outlives the page: it is sent with `keepalive`.
if (typeof window !== "undefined") {
  window.addEventListener("pagehide", sendAllNow);
}
