import { pageHints } from "@/components/page/hints";
import { PageHeader } from "@/components/page/page-header";
import { AlertsCard } from "./alerts-card";
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
        <AlertsCard />
        <Defaults />
      </div>
    </>
  );
}
