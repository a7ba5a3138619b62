"use client";

import { useQuery } from "@tanstack/react-query";
import { Pause, Play, RotateCw, Send } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { healthQueries } from "@/lib/health/queries";
import { useMay } from "@/lib/session/queries";
import { settingsQueries, useUpdateSettings } from "@/lib/settings/queries";

/** What is done to a webhook most, from whichever of its tabs. */
export function WebhookActions({ id }: { id: string }) {
  const may = useMay("webhooks:write");
  const { data: settings } = useQuery(settingsQueries.one(id));
  const { data: health } = useQuery(healthQueries.one(id));
  const update = useUpdateSettings(id);
  if (!may || !settings) return null;
  const { paused } = settings;
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
      <Button
        look={paused ? "primary" : "plain"}
        disabled={update.isPending}
        onClick={() => update.mutate({ paused: !paused })}
      >
        {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        {paused ? "Resume" : "Pause"}
      </Button>
      <p role="status" className="basis-full text-right text-sm text-bad empty:hidden">
        {update.error?.message}
      </p>
    </>
  );
}
