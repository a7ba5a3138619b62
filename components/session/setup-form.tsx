"use client";

import { type RefObject, useEffect } from "react";
import { TextField } from "@/components/form/text-field";
import { Choice } from "@/components/ui/choice";
import { call } from "@/lib/protocol/call";
import type { sampleApi } from "@/lib/sample/contract";
import type { SetupDraft, sessionApi } from "@/lib/session/contract";
import { EmailField } from "./email-field";
import { EntryForm } from "./entry-form";
import { PasswordField } from "./password-field";
import { useEntry } from "./use-entry";

async function setUp({ sampleData, ...values }: Record<string, string>): Promise<void> {
  await call<(typeof sessionApi)["setup"]>("POST /v1/setup", { body: values as SetupDraft });
  // Takes seconds and continues without this page. The overview shows when it is added, and offers it after a failure.
  if (sampleData)
    void call<(typeof sampleApi)["add"]>("POST /v1/sample-data", {}).catch(() => null);
}

/** Form that creates the first administrator. The setup token is the fragment of the page's URL, or is pasted. */
export function SetupForm() {
  // Replaces the page, so that Back does not lead to a used token.
  const entry = useEntry(setUp, () => window.location.replace("/"));
  useTokenInAddress(entry.form);
  return (
    <EntryForm entry={entry} action="Create administrator" progress="Creating…">
      <TextField
        label="Setup token"
        hint="Printed by the server at startup; proves that you control the server."
        error={entry.complaint("token")}
        name="token"
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
      />
      <EmailField error={entry.complaint("email")} />
      <PasswordField
        autoComplete="new-password"
        hint="At least 12 characters."
        error={entry.complaint("password")}
      />
      <Choice
        type="checkbox"
        name="sampleData"
        label="Add sample webhooks and two weeks of deliveries"
        hint="Sample data is never sent. You can remove it at any time."
      />
    </EntryForm>
  );
}

/** Fills in the token, again when another link is opened in the same tab, and focuses the first empty field. */
function useTokenInAddress(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const field = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement;
    const fill = () => {
      const token = window.location.hash.slice(1);
      if (token) field("token").value = token;
      if (!form.current?.contains(document.activeElement)) field(token ? "email" : "token").focus();
    };
    fill();
    window.addEventListener("hashchange", fill);
    return () => window.removeEventListener("hashchange", fill);
  }, [form]);
}
