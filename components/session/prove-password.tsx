"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorSummary } from "@/components/form/error-summary";
import { SubmitActions } from "@/components/form/submit-actions";
import { Dialog } from "@/components/ui/dialog";
import { call } from "@/lib/protocol/call";
import type { PasswordProof, sessionApi } from "@/lib/session/contract";
import { sessionQueries } from "@/lib/session/queries";
import { PasswordField } from "./password-field";
import { useEntry } from "./use-entry";

const prove = (values: Record<string, string>) =>
  call<(typeof sessionApi)["prove"]>("POST /v1/session/proof", { body: values as PasswordProof });

type Props = { goOn: () => void; close: () => void };

/** Asks for the password once more; `goOn` sends again what was refused without it. */
export function ProvePassword({ goOn, close }: Props) {
  const { data: session } = useQuery(sessionQueries.current());
  const entry = useEntry(prove, goOn);
  return (
    <Dialog
      open
      onOpenChange={(still) => !still && close()}
      title="Confirm your password"
      description="You last entered it more than 15 minutes ago. Secrets, API keys, users, invitations and alerts ask for it again."
    >
      <form ref={entry.form} onSubmit={entry.onSubmit} noValidate className="grid gap-4">
        <ErrorSummary faults={entry.faults} submits={entry.submits} />
        <input type="text" hidden readOnly autoComplete="username" value={session?.user.email} />
        <PasswordField autoComplete="current-password" error={entry.complaint("password")} />
        <SubmitActions close={close} busy={entry.busy} progress="Confirming…">
          Confirm
        </SubmitActions>
      </form>
    </Dialog>
  );
}
