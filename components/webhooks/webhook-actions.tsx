"use client";

import { useQuery } from "@tanstack/react-query";
import { Pause, Play, RotateCw, Send } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { healthQueries } from "@/lib/health/queries";
import { settingsQueries } from "@/lib/settings/queries";
import type { Webhook } from "@/lib/webhooks/queries";
import type { Deeds } from "./deeds";
import { WebhookMenu } from "./webhook-menu";

type Props = { webhook: Webhook; deeds: Deeds };

/** Actions of a webhook: the most frequent as buttons, the rest in a menu. */
export function WebhookActions({ webhook, deeds }: Props) {
  const { data: settings } = useQuery(settingsQueries.one(webhook.id));
  if (!settings) return null;
  const { paused } = settings;
  return (
    <>
      {deeds.may && <Foremost webhook={webhook} paused={paused} deeds={deeds} />}
      <WebhookMenu webhook={webhook} paused={paused} deeds={deeds} button={{}} />
    </>
  );
}

function Foremost({ webhook, paused, deeds }: Props & { paused: boolean }) {
  const { id } = webhook;
  const { data: health } = useQuery(healthQueries.one(id));
  return (
    <>
      <ButtonLink href={`/webhooks/${id}/test`}>
        <Send aria-hidden="true" />
        Send test
      </ButtonLink>
      {health && health.failed > 0 && (
        <ButtonLink href={`/replays/new?status=failed&webhook=${id}`}>
          <RotateCw aria-hidden="true" />
          Resend failed…
        </ButtonLink>
      )}
      <Button look={paused ? "primary" : "plain"} onClick={() => deeds.pause(webhook, !paused)}>
        {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        {paused ? "Resume" : "Pause"}
      </Button>
    </>
  );
}
