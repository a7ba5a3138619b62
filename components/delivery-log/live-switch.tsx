"use client";

import { Pause, Play } from "lucide-react";
import { LiveIndicator } from "@/components/live/live-indicator";
import { Button } from "@/components/ui/button";

type Props = { live: boolean; onChange: (live: boolean) => void };

/** Pauses live updates (WCAG 2.2.2). */
export function LiveSwitch({ live, onChange }: Props) {
  const Icon = live ? Pause : Play;
  const action = live ? "Pause updates" : "Resume updates";
  return (
    <span className="flex items-center gap-1">
      {live ? (
        <LiveIndicator />
      ) : (
        <span className="flex items-center gap-1.5 text-soft text-sm">
          <span aria-hidden="true" className="size-2 rounded-full bg-field" />
          Paused
        </span>
      )}
      <Button
        look="quiet"
        size="small"
        shape="icon"
        aria-label={action}
        title={`${action} (L)`}
        onClick={() => onChange(!live)}
      >
        <Icon aria-hidden="true" />
      </Button>
    </span>
  );
}
