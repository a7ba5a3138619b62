"use client";

import { pageHints } from "@/components/page/hints";
import { PageHeader } from "@/components/page/page-header";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { useMay, useSeesAll } from "@/lib/session/queries";
import { Appearance } from "./appearance";
import { Defaults } from "./defaults";
import { OpenSessions } from "./open-sessions";
import { PasswordCard } from "./password-card";

/** Settings of the user and this browser; defaults of the installation are shown read-only. */
export function SettingsView() {
  return (
    <>
      <PageHeader title="Settings" hint={pageHints.settings} />
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <PasswordCard />
        <Appearance />
        <OpenSessions />
        {useSeesAll() && (
          <>
            <AlertsLink />
            <Defaults />
          </>
        )}
      </div>
    </>
  );
}

function AlertsLink() {
  if (!useMay("admin")) return null;
  return (
    <p className="text-soft">
      Looking for alerts?{" "}
      <HoverPrefetchLink href="/alerts" className="text-accent underline underline-offset-2">
        Open alerts
      </HoverPrefetchLink>
    </p>
  );
}
