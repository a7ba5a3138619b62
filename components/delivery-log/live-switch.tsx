"use client";

import { Pause, Play } from "lucide-react";
import { LiveIndicator } from "@/components/live/live-indicator";
import { IconButton } from "@/components/ui/icon-button";

type Props = { live: boolean; onChange: (live: boolean) => void };

/** Pauses live updates (WCAG 2.2.2). */
export function LiveSwitch({ live, onChange }: Props) {
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
      <IconButton
        icon={live ? Pause : Play}
        name={live ? "Pause updates" : "Resume updates"}
        shortcut="L"
        onClick={() => onChange(!live)}
      />
    </span>
  );
}
