"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useDataTime } from "@/components/live/use-data-time";
import { useRemember } from "@/components/navigation/recent";
import { UndoPause } from "@/components/palette/undo-pause";
import { useAnnouncement } from "@/components/ui/use-announcement";
import { healthQueries } from "@/lib/health/queries";
import { followHeader } from "./follow-header";
import { receiversSummary } from "./health-summary";
import { keepFocus } from "./keep-focus";
import { UpdateNotice } from "./update-notice";

/** Parts of the frame that show nothing at first. They load once the page is idle: after an update their code may be gone. */
export function IdleParts() {
  useEffect(keepFocus, []);
  useEffect(followHeader, []);
  useRemember();
  return (
    <>
      <UpdateNotice />
      <UndoPause />
      <HealthAnnouncement />
    </>
  );
}

/** Announces to screen readers when the state of the receivers changes. */
function HealthAnnouncement() {
  const health = useQuery(healthQueries.counts());
  const isStale = useDataTime() !== undefined;
  const announced = useAnnouncement(isStale ? undefined : receiversSummary(health).words);
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  );
}
