"use client";

import { ErrorSummary } from "@/components/form/error-summary";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/protocol/call";
import type { SignInDraft, sessionApi } from "@/lib/session/contract";
import type { Session } from "@/lib/session/queries";
import { PasswordField } from "./password-field";
import { useEntry } from "./use-entry";

const signIn = (values: Record<string, string>) =>
  call<(typeof sessionApi)["signIn"]>("POST /v1/session", { body: values as SignInDraft });

type Props = { email?: string | undefined; onSignedIn: (session: Session) => void };

/** Sign-in form; opens a session and reports its user. */
export function Credentials({ email, onSignedIn }: Props) {
  const entry = useEntry(signIn, onSignedIn);
  return (
    <form ref={entry.form} onSubmit={entry.onSubmit} noValidate className="grid gap-5">
      <ErrorSummary faults={entry.faults} submits={entry.submits} />
      <TextField
        label="E-mail"
        error={entry.complaint("email")}
        type="email"
        name="email"
        autoComplete="username"
        defaultValue={email}
      />
      <PasswordField autoComplete="current-password" error={entry.complaint("password")} />
      <Button type="submit" look="primary" disabled={entry.busy}>
        {entry.busy ? "Signing in…" : "Sign in"}
      </Button>
    </form>
  );
}
