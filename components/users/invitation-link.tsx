"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Moment } from "@/components/time/moment";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { copyText } from "@/components/ui/copy-text";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Notice } from "@/components/ui/notice";
import type { IssuedInvitation } from "@/lib/invitations/queries";

type Props = { issued: IssuedInvitation; close: () => void };

/** The link of a new or renewed invitation, which is shown once. */
export function InvitationLink({ issued: { email, link, expiresAt }, close }: Props) {
  const [copied, setCopied] = useState<boolean>();
  const address = window.location.origin + link;
  const copy = () =>
    copyText(address).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className="grid grid-cols-1 gap-4">
      <Notice tone="good" role="status" title={`Send this link to ${email}`}>
        Postback sends no e-mail. The link works once, until <Moment at={expiresAt} />, and is not
        shown again.
      </Notice>
      <CodeBlock label="Invitation link" code={address} wrap />
      <DialogActions>
        <span role="status" className="mr-auto self-center text-soft text-sm">
          {copied === false && "Could not copy. Select the link and copy it."}
        </span>
        <Button onClick={close}>Done</Button>
        <Button look="primary" onClick={() => void copy()}>
          {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {copied ? "Link copied" : "Copy link"}
        </Button>
      </DialogActions>
    </div>
  );
}
