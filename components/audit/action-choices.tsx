"use client";

import { useState } from "react";
import { FilterOptions } from "@/components/ui/filter-options";
import { SearchInput } from "@/components/ui/search-input";
import { type AuditAction, auditActions } from "@/db/audit-actions";
import { hasEveryWord } from "@/lib/words";
import { actionWords } from "./action-words";

export type Props = {
  chosen: readonly AuditAction[];
  change: (actions: AuditAction[] | null) => void;
};

/** All actions, with a search over their words. */
export function ActionChoices({ chosen, change }: Props) {
  const [text, setText] = useState("");
  // The words of an action, or its name in the API.
  const found = sorted.filter((action) => hasEveryWord(`${actionWords[action]} ${action}`, text));
  return (
    <div className="grid w-72 gap-2">
      <SearchInput
        aria-label="Search actions"
        placeholder="Search actions"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="max-h-72 overflow-y-auto">
        <FilterOptions
          legend="Action"
          type="checkbox"
          options={found.map((action) => ({ value: action, label: actionWords[action] }))}
          chosen={chosen}
          onChange={change}
        />
      </div>
      <p role="status" className="text-faint text-sm empty:hidden">
        {found.length === 0 && "No action matches."}
      </p>
    </div>
  );
}

const sorted = auditActions.toSorted((a, b) => actionWords[a].localeCompare(actionWords[b]));
