import { PageHeader } from "@/components/shell/page-header";
import { AlertsCard } from "./alerts-card";
import { Appearance } from "./appearance";
import { Defaults } from "./defaults";
import { OpenSessions } from "./open-sessions";
import { PasswordCard } from "./password-card";
import { settingsHint } from "./settings-hint";

/** What concerns the person and this browser; what concerns all is told, and set by the environment. */
export function SettingsView() {
  return (
    <>
      <PageHeader title="Settings" hint={settingsHint} />
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
