"use client";

import { ConfirmByName } from "@/components/form/confirm-by-name";
import { Ago } from "@/components/time/moment";
import { Dialog } from "@/components/ui/dialog";
import { type ApiKey, useRevokeApiKey } from "@/lib/api-keys/queries";

type Props = { apiKey: ApiKey | undefined; close: () => void };

export function RevokeDialog({ apiKey, close }: Props) {
  return (
    <Dialog
      open={apiKey !== undefined}
      onOpenChange={(open) => !open && close()}
      title={`Revoke ${apiKey?.name ?? "key"}?`}
      description={<p>Requests with this key are rejected immediately.</p>}
    >
      {apiKey && <Question apiKey={apiKey} close={close} />}
    </Dialog>
  );
}

function Question({ apiKey, close }: { apiKey: ApiKey; close: () => void }) {
  const { id, name, lastUsedAt, lastUsedFrom } = apiKey;
  const revoke = useRevokeApiKey();
  return (
    <ConfirmByName
      name={name}
      actionLabel="Revoke key"
      busy={revoke.isPending}
      error={revoke.error}
      close={close}
      onConfirm={() => revoke.mutate(id, { onSuccess: close })}
    >
      {lastUsedAt ? (
        <>
          Last used <Ago at={lastUsedAt} />
          {lastUsedFrom && ` from ${lastUsedFrom}`}.
        </>
      ) : (
        "Never used."
      )}{" "}
      This cannot be undone.
    </ConfirmByName>
  );
}
