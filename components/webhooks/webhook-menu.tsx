"use client";

import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { type ComponentProps, useState } from "react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { formatUrl } from "@/lib/format";
import type { Webhook } from "@/lib/webhooks/queries";
import type { Actions } from "./use-webhook-actions";

const ActionList = dynamic(() => import("./action-list").then((made) => made.ActionList), {
  ssr: false,
});

type Props = {
  webhook: Webhook;
  paused?: boolean;
  actions: Actions;
  /** Look of the trigger. */
  button: Pick<ComponentProps<typeof Button>, "look" | "size" | "className">;
};

/** Menu of a webhook. */
export function WebhookMenu({ button, ...about }: Props) {
  const [open, setOpen] = useState(false);
  const label = `Actions for ${formatUrl(about.webhook.callbackUrl)}`;
  return (
    <Popover
      label={label}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button {...button} shape="icon" aria-label={label}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <ActionList {...about} close={() => setOpen(false)} />
    </Popover>
  );
}
