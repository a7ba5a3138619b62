"use client";

import { Pause, Play } from "lucide-react";
import { Button } from "@/components/ui/button";

type Props = { live: boolean; onChange: (live: boolean) => void };

/** What moves by itself can be held still (WCAG 2.2.2). */
export function LiveSwitch({ live, onChange }: Props) {
  const Icon = live ? Pause : Play;
  return (
    <span className="ml-auto flex items-center gap-1.5 text-soft text-sm">
      <span aria-hidden="true" className={`size-2 rounded-full ${live ? "bg-good" : "bg-field"}`} />
      {live ? "Live" : "Paused"}
      <Button
        look="quiet"
        size="small"
        className="w-7 px-0!"
        aria-label={live ? "Pause updates" : "Resume updates"}
        title={live ? "Pause updates" : "Resume updates"}
        onClick={() => onChange(!live)}
      >
        <Icon aria-hidden="true" />
      </Button>
    </span>
  );
}
