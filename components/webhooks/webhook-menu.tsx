"use client";

import type { ComponentProps } from "react";
import { ActionsMenu } from "@/components/ui/actions-menu";
import { preloadable } from "@/components/ui/preloadable";
import type { Webhook } from "@/lib/webhooks/queries";
import type { Actions } from "./use-webhook-actions";

// Not part of the first load of pages.
const ActionList = preloadable(() => import("./action-list").then((made) => made.ActionList));

type Props = {
  webhook: Webhook;
  /** Label or URL, as the page names the webhook. */
  name: string;
  paused?: boolean;
  actions: Actions;
  button: ComponentProps<typeof ActionsMenu>["button"];
};

/** Menu of a webhook. */
export function WebhookMenu({ button, name, ...about }: Props) {
  return (
    <ActionsMenu label={`Actions for ${name}`} button={button} preload={ActionList.preload}>
      <ActionList {...about} />
    </ActionsMenu>
  );
}
