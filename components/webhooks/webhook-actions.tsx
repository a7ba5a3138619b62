"use client";

import { useQuery } from "@tanstack/react-query";
import { Pause, Play, RotateCw, Send } from "lucide-react";
import { retryAllLink } from "@/components/replays/replay-verb";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { healthQueries } from "@/lib/health/queries";
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
      {actions.may && <FrequentActions webhook={webhook} paused={paused} actions={actions} />}
      <WebhookMenu webhook={webhook} paused={paused} actions={actions} button={{}} />
    </>
  );
}

function FrequentActions({ webhook, paused, actions }: Props & { paused: boolean }) {
  const { id } = webhook;
  const { data: health } = useQuery(healthQueries.one(id));
  return (
    <>
      <ButtonLink href={`/webhooks/${id}/test`}>
        <Send aria-hidden="true" />
        Send test
      </ButtonLink>
      {health && health.failed + health.retrying > 0 && (
        <ButtonLink href={retryAllLink(id)}>
          <RotateCw aria-hidden="true" />
          Retry all…
        </ButtonLink>
      )}
      <Button look={paused ? "primary" : "plain"} onClick={() => actions.pause(webhook, !paused)}>
        {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        {paused ? "Resume" : "Pause"}
      </Button>
    </>
  );
}
