"use client";

import { X } from "lucide-react";
import { FollowedDelivery } from "@/components/deliveries/followed-delivery";
import { ProblemCard } from "@/components/page/problem-card";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { formatPlural, formatUrl } from "@/lib/format";
import type { ActionResult, Actions } from "./use-webhook-actions";

type Props = { result: ActionResult; actions: Actions; close: () => void };

/** Result of the last action, with Undo where possible. */
export function ActionResultLine({ result, actions, close }: Props) {
  if (result.kind === "failed") return <ProblemCard {...result} />;
  if (result.kind === "tested")
    return <FollowedDelivery key={result.deliveryId} id={result.deliveryId} />;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-sunken px-3.5 py-1.5">
      <p className="min-w-0 wrap-anywhere">
        {result.kind === "message" ? result.sentence : words(result)}
      </p>
      <span className="ml-auto flex items-center gap-1">
        {result.kind !== "message" && (
          <Button
            size="small"
            onClick={() => actions.pause(result.webhooks, result.kind === "resumed")}
          >
            Undo
          </Button>
        )}
        <IconButton icon={X} name="Close" onClick={close} />
      </span>
    </div>
  );
}

function words({ kind, webhooks }: Extract<ActionResult, { kind: "paused" | "resumed" }>): string {
  const [only] = webhooks;
  const what =
    only && webhooks.length === 1
      ? formatUrl(only.callbackUrl)
      : formatPlural(webhooks.length, "webhook");
  return kind === "paused"
    ? `Paused ${what}. New events wait until ${webhooks.length === 1 ? "it is" : "they are"} resumed; none is lost.`
    : `Resumed ${what}. Waiting deliveries are being sent.`;
}
