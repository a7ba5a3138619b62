"use client";

import { call } from "@/lib/protocol/call";
import type { SignInDraft, sessionApi } from "@/lib/session/contract";
import type { Session } from "@/lib/session/queries";
import { EmailField } from "./email-field";
import { EntryForm } from "./entry-form";
import { PasswordField } from "./password-field";
import { useEntry } from "./use-entry";

const signIn = (values: Record<string, string>) =>
  call<(typeof sessionApi)["signIn"]>("POST /v1/session", { body: values as SignInDraft });

type Props = { email?: string | undefined; onSignedIn: (session: Session) => void };

/** Sign-in form; opens a session and reports its user. */
export function Credentials({ email, onSignedIn }: Props) {
  const entry = useEntry(signIn, onSignedIn);
  return (
    <EntryForm entry={entry} action="Sign in" progress="Signing in…">
      <EmailField
        error={entry.complaint("email")}
        defaultValue={email}
        autoFocus={email === undefined}
      />
      <PasswordField autoComplete="current-password" error={entry.complaint("password")} />
    </EntryForm>
  );
}
