"use client";

import type { ComponentProps } from "react";
import { ActionsMenu } from "@/components/ui/actions-menu";
import { late } from "@/components/ui/late";
import { formatUrl } from "@/lib/format";
import type { Webhook } from "@/lib/webhooks/queries";
import type { Actions } from "./use-webhook-actions";

// Not part of the first load of pages.
const ActionList = late(() => import("./action-list").then((made) => made.ActionList));

type Props = {
  webhook: Webhook;
  paused?: boolean;
  actions: Actions;
  button: ComponentProps<typeof ActionsMenu>["button"];
};

/** Menu of a webhook. */
export function WebhookMenu({ button, ...about }: Props) {
  return (
    <ActionsMenu
      label={`Actions for ${formatUrl(about.webhook.callbackUrl)}`}
      button={button}
      preload={ActionList.preload}
    >
      <ActionList {...about} />
    </ActionsMenu>
  );
}
