"use client";

import { ChevronDown } from "lucide-react";
import { Moment } from "@/components/time/moment";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Popover } from "@/components/ui/popover";
import type { AttemptDetail } from "@/lib/deliveries/queries";
import { curlCommand } from "./curl-command";

type Props = { request: NonNullable<AttemptDetail["request"]>; sentAt: string };

/** The request for a terminal. Nothing is signed anew here: a signature is for receivers alone. */
export function CopyCurl({ request, sentAt }: Props) {
  const masked = request.url.includes("•••");
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
            With its signature of <Moment at={sentAt} />, which is stale: receivers that check the
            time refuse it.
          </p>
        </div>
        <div>
          <CopyButton
            text={curlCommand(request, false)}
            label="Copy cURL unsigned"
            shown="Unsigned"
          />
          <p className="mt-0.5 px-2.5 text-soft">
            Without signature and timestamp. To send it signed, use Resend.
          </p>
        </div>
        {masked && (
          <p className="px-2.5 text-warn">Put the URL's own values in the place of •••.</p>
        )}
      </div>
    </Popover>
  );
}
