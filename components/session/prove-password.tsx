"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorSummary } from "@/components/form/error-summary";
import { SubmitActions } from "@/components/form/submit-actions";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { call } from "@/lib/protocol/call";
import type { PasswordProof, sessionApi } from "@/lib/session/contract";
import { sessionQueries } from "@/lib/session/queries";
import { PasswordField } from "./password-field";
import { useEntry } from "./use-entry";

const prove = (values: Record<string, string>) =>
  call<(typeof sessionApi)["prove"]>("POST /v1/session/proof", { body: values as PasswordProof });

type Props = { goOn: () => void; close: () => void };

/** Asks for the password once more, or for a new link; `goOn` sends again what was refused. */
export function ProvePassword(props: Props) {
  const { data: session } = useQuery(sessionQueries.current());
  return session?.user.passwordless ? (
    <AskForLink {...props} />
  ) : (
    <AskForPassword {...props} email={session?.user.email} />
  );
}

/** A user without a password proves to be there by another link. */
function AskForLink({ goOn, close }: Props) {
  return (
    <Dialog
      open
      onOpenChange={(still) => !still && close()}
      title="Open Postback again"
      description="You came by a link more than 15 minutes ago. Secrets and API keys ask for a new one: open Postback again where you came from, in another tab. Then continue here."
    >
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button look="primary" busy={false} onClick={goOn}>
          Continue
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function AskForPassword({ goOn, close, email }: Props & { email: string | undefined }) {
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
        <input type="text" hidden readOnly autoComplete="username" value={email} />
        <PasswordField autoComplete="current-password" error={entry.complaint("password")} />
        <SubmitActions close={close} busy={entry.busy} progress="Confirming…">
          Confirm
        </SubmitActions>
      </form>
    </Dialog>
  );
}
