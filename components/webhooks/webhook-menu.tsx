"use client";

import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import { ActionsMenu } from "@/components/ui/actions-menu";
import { formatUrl } from "@/lib/format";
import type { Webhook } from "@/lib/webhooks/queries";
import type { Actions } from "./use-webhook-actions";

const load = () => import("./action-list");
// Not part of the first load of pages.
const ActionList = dynamic(() => load().then((made) => made.ActionList), { ssr: false });

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
      preload={() => void load()}
    >
      <ActionList {...about} />
    </ActionsMenu>
  );
}
