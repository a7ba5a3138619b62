"use client";

import { useState } from "react";
import { ConfirmByName } from "@/components/form/confirm-by-name";
import { type Overlap, OverlapChoice } from "@/components/form/overlap-choice";
import { Ago } from "@/components/time/moment";
import { useNowSelector } from "@/components/time/use-now";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import {
  type ApiKey,
  useIssueApiKey,
  useRevokeApiKey,
  useRotateApiKey,
} from "@/lib/api-keys/queries";
import { IssuedKey } from "./issued-key";
import { NewKeyForm } from "./new-key-form";

type NewKeyProps = { account: string | null; close: () => void };

/** Creates a key. It is dropped when the dialog closes: nothing closes it while the key is on its way, and only a button after that. */
export function NewKeyDialog({ account, close }: NewKeyProps) {
  const issue = useIssueApiKey();
  const mayClose = issue.isIdle || issue.isError;
  return (
    <Dialog open onOpenChange={mayClose ? close : undefined} title="New API key">
      {issue.data ? (
        <IssuedKey issued={issue.data} close={close} />
      ) : (
        <NewKeyForm account={account} issue={issue} close={close} />
      )}
    </Dialog>
  );
}

type Props = { apiKey: ApiKey; close: () => void };

/** Rotates a key. Nothing closes the dialog while the new key is on its way, as in `NewKeyDialog`. */
export function RotateDialog({ apiKey, close }: Props) {
  const rotate = useRotateApiKey();
  const mayClose = rotate.isIdle || rotate.isError;
  return (
    <Dialog open onOpenChange={mayClose ? close : undefined} title={`Rotate ${apiKey.name}`}>
      {rotate.data ? (
        <IssuedKey rotated issued={rotate.data} close={close} />
      ) : (
        <RotateForm apiKey={apiKey} rotate={rotate} close={close} />
      )}
    </Dialog>
  );
}

type RotateProps = Props & { rotate: ReturnType<typeof useRotateApiKey> };

/** Asks how long the old key works on; not of an expired one, which does not. */
export function RotateForm({ apiKey, rotate, close }: RotateProps) {
  const [overlap, setOverlap] = useState<Overlap>(86400);
  const isExpired = useNowSelector((now) => Date.parse(apiKey.expiresAt ?? "") <= now);
  const end = apiKey.expiresAt ? ", at most until its expiry" : "";
  return (
    <>
      <p className="mb-4 text-soft">
        Creates a new key with the same scopes.{" "}
        {isExpired
          ? "The old key has expired."
          : `The old key keeps working for the time chosen here${end}.`}
      </p>
      {!isExpired && (
        <OverlapChoice legend="Keep the old key for" value={overlap} onChange={setOverlap} />
      )}
      <DialogActions error={rotate.error}>
        <Button onClick={close} disabled={rotate.isPending}>
          Cancel
        </Button>
        <Button
          look="primary"
          busy={rotate.isPending}
          onClick={() => rotate.mutate({ id: apiKey.id, overlapSeconds: isExpired ? 0 : overlap })}
        >
          {rotate.isPending ? "Rotating…" : "Rotate key"}
        </Button>
      </DialogActions>
    </>
  );
}

type RevokeProps = Props & { onRevoked: (apiKey: ApiKey) => void };

/** Revokes a key after its name was typed. What closes the dialog afterwards offers to undo it. */
export function RevokeDialog({ apiKey, close, onRevoked }: RevokeProps) {
  const { id, name, lastUsedAt, lastUsedFrom } = apiKey;
  const revoke = useRevokeApiKey();
  return (
    <Dialog
      open
      onOpenChange={revoke.isPending ? undefined : close}
      title={`Revoke ${name}?`}
      description={<p>Requests with this key are rejected immediately.</p>}
    >
      <ConfirmByName
        name={name}
        actionLabel="Revoke key"
        busy={revoke.isPending}
        error={revoke.error}
        close={close}
        onConfirm={() => revoke.mutate(id, { onSuccess: () => onRevoked(apiKey) })}
      >
        {lastUsedAt ? (
          <>
            Last used <Ago at={lastUsedAt} />
            {lastUsedFrom && ` from ${lastUsedFrom}`}.
          </>
        ) : (
          "Never used."
        )}{" "}
        It can be restored within five minutes.
      </ConfirmByName>
    </Dialog>
  );
}
