"use client";

import { ChevronDown } from "lucide-react";
import { Moment } from "@/components/time/moment";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Popover } from "@/components/ui/popover";
import type { AttemptDetail } from "@/lib/deliveries/queries";
import { curlCommand, placeholdersIn } from "./curl-command";

type Props = { request: NonNullable<AttemptDetail["request"]>; sentAt: string };

/** Copies the request as curl, unsigned or with its original signature. It is never signed anew. */
export function CopyCurl({ request, sentAt }: Props) {
  return (
    <Popover
      label="Copy as cURL"
      trigger={
        <Button size="small" className="print:hidden">
          Copy cURL
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      <div className="grid max-w-72 gap-3 text-sm">
        <div>
          <CopyButton text={curlCommand(request, true)} label="Copy cURL as sent" shown="As sent" />
          <p className="mt-0.5 px-2.5 text-soft">
            Signed at <Moment at={sentAt} />. Receivers that check the timestamp reject the stale
            signature.
          </p>
        </div>
        <div>
          <CopyButton
            text={curlCommand(request, false)}
            label="Copy cURL unsigned"
            shown="Unsigned"
          />
          <p className="mt-0.5 px-2.5 text-soft">
            Unsigned, without a timestamp. Use Resend to send a signed request.
          </p>
        </div>
        {placeholdersIn(request).map((advice) => (
          <p key={advice} className="px-2.5 text-warn">
            {advice}
          </p>
        ))}
      </div>
    </Popover>
  );
}
