"use client";

import dynamic from "next/dynamic";
import { Problem } from "@/lib/protocol/problem";

const ProvePassword = dynamic(() => import("./prove-password").then((made) => made.ProvePassword), {
  ssr: false,
});

type Asked = { error: Error | null; mutate: () => void; reset: () => void };

/** Stands where something is asked for that wants the password again: it is typed, and asked for once more. */
export function Proof({ asked: { error, mutate, reset } }: { asked: Asked }) {
  return needsProof(error) && <ProvePassword goOn={() => mutate()} close={reset} />;
}

/** Refused until the password is confirmed: nothing that went wrong. */
export function needsProof(error: Error | null): boolean {
  return error instanceof Problem && error.code === 40302;
}
