"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { pageHints } from "@/components/page/hints";
import { PageHeader } from "@/components/page/page-header";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { sessionQueries, useMay } from "@/lib/session/queries";
import { Appearance } from "./appearance";
import { Defaults } from "./defaults";
import { OpenSessions } from "./open-sessions";
import { PasswordCard } from "./password-card";

// For members only.
const PublishingLimits = dynamic(() =>
  import("./publishing-limits").then((made) => made.PublishingLimits),
);

/** Settings of the user and this browser. Operators also see the defaults of the installation, members the limits of their account. */
export function SettingsView() {
  const { data: session } = useQuery(sessionQueries.current());
  const accountId = session?.user.accountId;
  return (
    <>
      <PageHeader title="Settings" hint={pageHints.settings} />
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <PasswordCard />
        <Appearance />
        <OpenSessions />
        {accountId ? (
          <PublishingLimits accountId={accountId} />
        ) : (
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
