"use client";

import { type FormEvent, useState } from "react";
import { Field } from "@/components/form/field";
import { useChoose } from "@/components/preferences/preferences";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { useCheckSignature } from "@/lib/signature-check/queries";
import { headersOf } from "./header-lines";

const placeholder = "webhook-id: …\nwebhook-timestamp: …\nwebhook-signature: v1,…";

/** Checks a pasted request against the secrets of the webhook. */
export function SignatureCheckForm({ webhookId }: { webhookId: string }) {
  const check = useCheckSignature();
  const choose = useChoose();
  const [headers, setHeaders] = useState("");
  const [body, setBody] = useState("");
  /** Removes the result, which holds only for the text that was checked. */
  const change = (set: (text: string) => void, text: string) => {
    check.reset();
    set(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.mutate(
      { webhookId, headers: headersOf(headers), body },
      { onSuccess: ({ valid }) => valid && choose("signature", "verified") },
    );
  };
  const verdict = check.data;
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="Headers" hint="One per line, with at least the three webhook- headers.">
        {(wiring) => (
          <Textarea
            rows={4}
            placeholder={placeholder}
            text="code"
            value={headers}
            onChange={({ target }) => change(setHeaders, target.value)}
            {...wiring}
          />
        )}
      </Field>
      <Field label="Body" hint="The raw request body.">
        {(wiring) => (
          <Textarea
            rows={4}
            text="code"
            value={body}
            onChange={({ target }) => change(setBody, target.value)}
            {...wiring}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={check.isPending}>
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
          <Notice tone="bad" title="Signature check failed">
            {check.error.message}
          </Notice>
        )}
      </div>
    </form>
  );
}
