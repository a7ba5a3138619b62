"use client";

import { useState } from "react";
import { OverlapChoice } from "@/components/form/overlap-choice";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { type ApiKey, type IssuedApiKey, useRotateApiKey } from "@/lib/api-keys/queries";
import { IssuedKey } from "./issued-key";

type Props = { apiKey: ApiKey | undefined; close: () => void };

export function RotateDialog({ apiKey, close }: Props) {
  return (
    <Dialog
      open={apiKey !== undefined}
      onOpenChange={(open) => !open && close()}
      title={`Rotate ${apiKey?.name ?? "key"}`}
    >
      {apiKey && <Steps apiKey={apiKey} close={close} />}
    </Dialog>
  );
}

/** Holds the new key, which is dropped when the dialog closes. */
function Steps({ apiKey, close }: { apiKey: ApiKey; close: () => void }) {
  const [issued, setIssued] = useState<IssuedApiKey>();
  const [overlap, setOverlap] = useState<0 | 3600 | 86400 | 604800>(86400);
  const rotate = useRotateApiKey();
  if (issued) return <IssuedKey rotated issued={issued} close={close} />;
  return (
    <>
      <p className="mb-4 text-soft">
        Creates a new key with the same scopes. The old key keeps working for the time chosen here.
      </p>
      <OverlapChoice legend="Keep the old key for" value={overlap} onChange={setOverlap} />
      {rotate.error && (
        <p role="alert" className="mt-3 font-medium text-bad">
          {rotate.error.message}
        </p>
      )}
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button
          look="primary"
          disabled={rotate.isPending}
          onClick={() =>
            rotate.mutate({ id: apiKey.id, overlapSeconds: overlap }, { onSuccess: setIssued })
          }
        >
          {rotate.isPending ? "Rotating…" : "Rotate key"}
        </Button>
      </DialogActions>
    </>
  );
}
