"use client";

import { makeTabList } from "@/components/ui/tab-list";

/** A resend that can still be undone. */
type WaitingResend = {
  id: string;
  /** Event and receiver in a few words. */
  words: string;
  dueAt: number;
};
type Timed = { timer: ReturnType<typeof setTimeout>; send: () => void };

const graceMs = 5000;
export const undone = "Resend undone";
const waiting = makeTabList<WaitingResend>();
const timed = new Map<string, Timed>();

/** Sends a delivery again after five seconds, so that a person can undo it. */
export function resendSoon(one: Omit<WaitingResend, "dueAt">, send: () => void): void {
  if (timed.has(one.id)) return;
  const timer = setTimeout(() => sendNow(one.id), graceMs);
  timed.set(one.id, { timer, send });
  waiting.set([...waiting.now(), { ...one, dueAt: Date.now() + graceMs }]);
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
  waiting.set(waiting.now().filter((one) => one.id !== id));
}

/** Undoes the resend that was requested last. Returns words for what was done. */
export function undoLatestResend(): string {
  const latest = waiting.now().at(-1);
  if (!latest) return "";
  undoResend(latest.id);
  return undone;
}

export const useWaitingResends = waiting.use;

// The request outlives the page: it is sent with `keepalive`.
if (typeof window !== "undefined") {
  window.addEventListener("pagehide", sendAllNow);
}
