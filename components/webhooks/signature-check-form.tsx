"use client";

import { type FormEvent, useState } from "react";
import { Field } from "@/components/form/field";
import { submitOnKey } from "@/components/form/submit-key";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { useCheckSignature } from "@/lib/signature-check/queries";
import { headersOf } from "./header-lines";

const placeholder = "webhook-id: …\nwebhook-timestamp: …\nwebhook-signature: v1,…";

/** What a receiver could not verify, looked at by who knows the secrets. */
export function SignatureCheckForm({ webhookId }: { webhookId: string }) {
  const check = useCheckSignature();
  const [headers, setHeaders] = useState("");
  const [body, setBody] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.mutate({ webhookId, headers: headersOf(headers), body });
  };
  const verdict = check.data;
  return (
    <form onSubmit={submit} onKeyDown={submitOnKey} className="grid gap-4">
      <Field label="Headers" hint="At least the three that begin with webhook-, a line each.">
        {(wiring) => (
          <Textarea
            rows={4}
            placeholder={placeholder}
            className="font-mono text-xs!"
            value={headers}
            onChange={({ target }) => setHeaders(target.value)}
            {...wiring}
          />
        )}
      </Field>
      <Field label="Body" hint="The raw body, byte for byte.">
        {(wiring) => (
          <Textarea
            rows={4}
            className="font-mono text-xs!"
            value={body}
            onChange={({ target }) => setBody(target.value)}
            {...wiring}
          />
        )}
      </Field>
      <div>
        <Button type="submit" disabled={check.isPending}>
          {check.isPending ? "Checking…" : "Check signature"}
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {verdict && (
          <Notice
            tone={verdict.valid ? "good" : "bad"}
            title={verdict.valid ? "The signature is valid" : "The signature is not valid"}
          >
            {verdict.message}
          </Notice>
        )}
        {check.error && (
          <Notice tone="bad" title="It could not be checked">
            {check.error.message}
          </Notice>
        )}
      </div>
    </form>
  );
}
