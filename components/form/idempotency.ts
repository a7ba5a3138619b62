"use client";

import { useRef } from "react";

/** The key of a submission: the same as long as what is submitted is the same, so that twice is once. */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef({ text: "", key: "" });
  return (content) => {
    const text = JSON.stringify(content);
    if (text !== last.current.text) last.current = { text, key: randomKey() };
    return last.current.key;
  };
}

/** `crypto.randomUUID` exists on secure origins only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
