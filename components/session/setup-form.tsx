"use client";

import { ErrorSummary } from "@/components/form/error-summary";
import { Field } from "@/components/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/protocol/call";
import type { SetupDraft, sessionApi } from "@/lib/session/contract";
import { PasswordField } from "./password-field";
import { goTo, useEntry } from "./use-entry";

const setUp = (values: Record<string, string>) =>
  call<(typeof sessionApi)["setup"]>("POST /v1/setup", { body: values as SetupDraft });

export function SetupForm({ token }: { token: string }) {
  const entry = useEntry(setUp, () => goTo("/"));
  return (
    <form ref={entry.form} onSubmit={entry.onSubmit} noValidate className="grid gap-5">
      <ErrorSummary faults={entry.faults} submits={entry.submits} />
      <Field
        label="Setup token"
        hint="Printed by the server when it started; it proves that the server is yours."
        error={entry.complaint("token")}
      >
        {(wiring) => (
          <Input
            name="token"
            defaultValue={token}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            {...wiring}
          />
        )}
      </Field>
      <Field label="E-mail" error={entry.complaint("email")}>
        {(wiring) => <Input type="email" name="email" autoComplete="username" {...wiring} />}
      </Field>
      <PasswordField
        autoComplete="new-password"
        hint="At least 12 characters."
        error={entry.complaint("password")}
      />
      <Button type="submit" look="primary" disabled={entry.busy}>
        {entry.busy ? "Creating…" : "Create administrator"}
      </Button>
    </form>
  );
}
