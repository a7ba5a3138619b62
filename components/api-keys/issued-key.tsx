"use client";

import { Curl } from "@/components/page/curl";
import { publishExample } from "@/components/page/publish-example";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Notice } from "@/components/ui/notice";
import type { IssuedApiKey } from "@/lib/api-keys/queries";

type Props = { issued: IssuedApiKey; rotated?: boolean; close: () => void };

export function IssuedKey({ issued: { name, key, scopes }, rotated = false, close }: Props) {
  const publishes = scopes.includes("events:write");
  return (
    <div className="grid grid-cols-1 gap-4">
      <Notice tone="good" role="status" title={`Key ${name} ${rotated ? "rotated" : "created"}`}>
        Copy the key now. It is shown only once; Postback stores only its hash.
      </Notice>
      <CodeBlock label="API key" code={key} wrap />
      <div>
        <p className="mb-1.5 font-medium text-sm text-soft">Try it</p>
        <Curl apiKey={key} request={publishes ? publishExample : "GET /v1"} />
      </div>
      <DialogActions>
        <Button look="primary" onClick={close}>
          I have stored it
        </Button>
      </DialogActions>
    </div>
  );
}
