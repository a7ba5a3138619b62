"use client";

import { Pause, Play } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useUpdateSettings, type WebhookSettings } from "@/lib/settings/queries";

type Props = { id: string; settings: WebhookSettings; may: boolean };

export function PauseCard({ id, settings: { paused }, may }: Props) {
  const update = useUpdateSettings(id);
  const hint = paused
    ? "Nothing is sent. New events wait and are sent once it is resumed; tests and resends go out."
    : "Pausing keeps new events waiting. Resuming sends them; none is lost.";
  return (
    <Card title={paused ? "Paused" : "Pause"} hint={hint}>
      <Button
        look={paused ? "primary" : "plain"}
        disabled={!may || update.isPending}
        onClick={() => update.mutate({ paused: !paused })}
      >
        {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        {paused ? "Resume webhook" : "Pause webhook"}
      </Button>
      <p role="status" className="mt-2 text-soft text-sm empty:hidden">
        {!may && "Your role may look, not change."}
        {update.error?.message}
        {update.isSuccess && (paused ? "Paused." : "Resumed.")}
      </p>
    </Card>
  );
}
