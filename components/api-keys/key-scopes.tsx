"use client";

import { useState } from "react";
import { scopes as allScopes } from "@/db/enums";
import type { ApiKey } from "@/lib/api-keys/queries";

/** The first scope of a key and the number of the others, which a button shows. */
export function KeyScopes({ of: { name, scopes } }: { of: ApiKey }) {
  const [open, setOpen] = useState(false);
  if (scopes.length === allScopes.length) return <span title={scopes.join(", ")}>All scopes</span>;
  const shown = open ? scopes : scopes.slice(0, 1);
  const others = scopes.length - 1;
  return (
    <ul className="flex flex-wrap items-center gap-x-1.5">
      {shown.map((scope) => (
        <li key={scope} className="min-w-0 truncate">
          <code className="text-xs">{scope}</code>
        </li>
      ))}
      {others > 0 && (
        <li>
          <button
            type="button"
            aria-expanded={open}
            title={open ? undefined : scopes.slice(1).join(", ")}
            onClick={() => setOpen(!open)}
            className="tap-area min-h-6 min-w-6 rounded-sm text-accent text-xs underline-offset-2 hover:underline"
          >
            {open ? "Fewer" : `+${others}`}
            <span className="sr-only">{` ${others === 1 ? "scope" : "scopes"} of ${name}`}</span>
          </button>
        </li>
      )}
    </ul>
  );
}
