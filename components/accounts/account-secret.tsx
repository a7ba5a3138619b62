"use client";

import { Eye, RotateCw } from "lucide-react";
import { useState } from "react";
import { type Overlap, OverlapChoice } from "@/components/form/overlap-choice";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Notice } from "@/components/ui/notice";
import { useRevealAccountSecret, useRotateAccountSecret } from "@/lib/account-secrets/queries";

/** Secret that signs one-shot callbacks. Every reveal is recorded in the audit log. */
export function AccountSecret({ id, close }: { id: string; close: () => void }) {
  const reveal = useRevealAccountSecret(id);
  const rotate = useRotateAccountSecret(id);
  const [overlap, setOverlap] = useState<Overlap>(86400);
  const shown = rotate.data ?? reveal.data;
  const error = rotate.error ?? reveal.error;
  return (
    <div className="grid gap-4">
      <p className="text-soft">
        Signs deliveries to a <code className="font-mono text-xs">callbackUrl</code> that an event
        names itself. Each webhook has a secret of its own.
      </p>
      {shown && <CodeBlock label="account secret" code={shown.secret} wrap />}
      {rotate.data && (
        <Notice tone="good" role="status" title="Secret rotated">
          The new secret is shown above.
        </Notice>
      )}
      {error && (
        <Notice tone="bad" role="alert" title="Secret not available">
          {error.message}
        </Notice>
      )}
      <OverlapChoice
        legend="After rotation, keep the old secret for"
        value={overlap}
        onChange={setOverlap}
      />
      <DialogActions>
        <Button onClick={close}>Close</Button>
        <Button busy={rotate.isPending} onClick={() => rotate.mutate({ overlapSeconds: overlap })}>
          <RotateCw aria-hidden="true" />
          Rotate secret
        </Button>
        {!shown && (
          <Button look="primary" busy={reveal.isPending} onClick={() => reveal.mutate()}>
            <Eye aria-hidden="true" />
            Reveal secret
          </Button>
        )}
      </DialogActions>
    </div>
  );
}
