"use client";

import { useRef, useState } from "react";
import { type ApiKey, useRestoreApiKey, useRevokeApiKey } from "@/lib/api-keys/queries";

const recentMs = 30 * 86_400_000;

/**
 * Revokes keys. A key that was used in the last 30 days is revoked after a question (`asking`); another, or an
 * expired one, at once, because nothing depends on it. Both can be restored (`revoked`).
 */
export function useRevocation() {
  const [asking, ask] = useState<ApiKey>();
  const [revoked, setRevoked] = useState<ApiKey>();
  const revoke = useRevokeApiKey();
  const restore = useRestoreApiKey();
  // The second click of a double click may come before the first is rendered.
  const isUnderWay = useRef<boolean>(false);
  const once = (run: (settled: { onSettled: () => void }) => void) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    run({
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };
  const start = (apiKey: ApiKey) => {
    if (isInUse(apiKey)) return ask(apiKey);
    once((settled) => {
      restore.reset();
      revoke.mutate(apiKey.id, { onSuccess: () => setRevoked(apiKey), ...settled });
    });
  };
  return {
    start,
    /** Id of the key that is being revoked. */
    revoking: revoke.isPending ? revoke.variables : undefined,
    asking,
    closeQuestion: () => ask(undefined),
    /** Reports the revocation that the question was about. */
    onRevoked: (apiKey: ApiKey) => {
      restore.reset();
      ask(undefined);
      setRevoked(apiKey);
    },
    revoked,
    isRestoring: restore.isPending,
    undo: (apiKey: ApiKey) =>
      once((settled) =>
        restore.mutate(apiKey.id, { onSuccess: () => setRevoked(undefined), ...settled }),
      ),
    dismiss: () => setRevoked(undefined),
    failure: failureOf("revoke", revoke.error) ?? failureOf("restore", restore.error),
  };
}

function failureOf(verb: string, error: Error | null) {
  return error ? { what: `Could not ${verb} the key`, error } : undefined;
}

/** Returns whether a service may still send the key: it is valid, and was used in the last 30 days. */
export function isInUse({
  lastUsedAt,
  expiresAt,
}: Pick<ApiKey, "lastUsedAt" | "expiresAt">): boolean {
  if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()) return false;
  return lastUsedAt !== undefined && Date.now() - Date.parse(lastUsedAt) < recentMs;
}
