"use client";

import { useQuery } from "@tanstack/react-query";
import { Pause, Play, Send } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatUrl } from "@/lib/format";
import { settingsQueries } from "@/lib/settings/queries";
import type { Webhook } from "@/lib/webhooks/queries";
import type { Actions } from "./use-webhook-actions";
import { WebhookMenu } from "./webhook-menu";

type Props = { webhook: Webhook; actions: Actions };

/** Actions of a webhook: the most frequent as buttons, the rest in a menu. */
export function WebhookActions({ webhook, actions }: Props) {
  const { data: settings } = useQuery(settingsQueries.one(webhook.id));
  if (!settings) return null;
  const { paused } = settings;
  return (
    <>
      {actions.may && (
        <>
          <Button busy={actions.busy} onClick={() => actions.test(webhook)}>
            <Send aria-hidden="true" />
            Send test
          </Button>
          <Button
            look={paused ? "primary" : "plain"}
            busy={actions.busy}
            onClick={() => actions.pause([webhook], !paused)}
          >
            {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
            {paused ? "Resume" : "Pause"}
          </Button>
        </>
      )}
      <WebhookMenu
        webhook={webhook}
        name={settings.label || formatUrl(webhook.callbackUrl)}
        actions={actions}
        button={{}}
      />
    </>
  );
}
