"use client";

import { Button } from "@/components/ui/button";
import { type AuditAction, auditActions } from "@/db/audit-actions";

const presets: { name: string; has: (action: AuditAction) => boolean }[] = [
  { name: "Deletions", has: (action) => /\.(deleted|removed|revoked|cleared)$/.test(action) },
  { name: "Secrets", has: (action) => /secret|signing_key/.test(action) },
  { name: "Access", has: (action) => /^(session|user|invitation|api_key)\./.test(action) },
];

type Props = {
  chosen: readonly AuditAction[];
  change: (actions: AuditAction[] | null) => void;
};

/** Frequent selections of actions. A second click clears the selection. */
export function ActionPresets({ chosen, change }: Props) {
  return presets.map(({ name, has }) => {
    const actions = auditActions.filter(has);
    const pressed =
      chosen.length === actions.length && actions.every((action) => chosen.includes(action));
    return (
      <Button
        key={name}
        size="toolbar"
        aria-pressed={pressed}
        className={pressed ? "border-accent/40! bg-accent-wash! text-accent!" : ""}
        onClick={() => change(pressed ? null : actions)}
      >
        {name}
      </Button>
    );
  });
}
