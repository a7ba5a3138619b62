"use client";

import { Ago } from "@/components/time/moment";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { type ApiKey, useRevokeApiKey } from "@/lib/api-keys/queries";

type Props = { apiKey: ApiKey | undefined; close: () => void };

export function RevokeDialog({ apiKey, close }: Props) {
  return (
    <Dialog
      open={apiKey !== undefined}
      onOpenChange={(open) => !open && close()}
      title={`Revoke ${apiKey?.name ?? "key"}?`}
      description={<p>Programs that use it are refused from the next request on.</p>}
    >
      {apiKey && <Question apiKey={apiKey} close={close} />}
    </Dialog>
  );
}

function Question({ apiKey: { id, lastUsedAt }, close }: { apiKey: ApiKey; close: () => void }) {
  const revoke = useRevokeApiKey();
  return (
    <>
      <p>
        {lastUsedAt ? (
          <>
            It was last used <Ago at={lastUsedAt} />.
          </>
        ) : (
          "It was never used."
        )}{" "}
        This cannot be undone.
      </p>
      {revoke.error && (
        <p role="alert" className="mt-3 font-medium text-bad">
          {revoke.error.message}
        </p>
      )}
      <DialogActions>
        <Button onClick={close}>Keep it</Button>
        <Button
          look="danger-solid"
          disabled={revoke.isPending}
          onClick={() => revoke.mutate(id, { onSuccess: close })}
        >
          {revoke.isPending ? "Revoking…" : "Revoke key"}
        </Button>
      </DialogActions>
    </>
  );
}
