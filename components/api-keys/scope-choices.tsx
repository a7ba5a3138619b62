"use client";

import type { UseFormReturn } from "react-hook-form";
import { Choices } from "@/components/form/choices";
import { Choice } from "@/components/ui/choice";
import { scopes } from "@/db/enums";
import type { ApiKeyDraft } from "@/lib/api-keys/contract";
import { scopeWords } from "./scope-words";

export function ScopeChoices({ form }: { form: UseFormReturn<ApiKeyDraft> }) {
  return (
    <Choices legend="Scopes" hint="What it may do." error={form.formState.errors.scopes?.message}>
      {scopes.map((scope) => (
        <Choice
          key={scope}
          type="checkbox"
          value={scope}
          label={
            <>
              {scopeWords[scope]}
              <span className="ml-2 font-mono text-faint text-xs">{scope}</span>
            </>
          }
          {...form.register("scopes")}
        />
      ))}
    </Choices>
  );
}
