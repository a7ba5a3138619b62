import { settingsInForce } from "@/lib/env";
import { type Printing, printResult } from "../print";
import { settingWarnings } from "../setting-warnings";
import { readSettings } from "../settings";
import { checkBackups } from "./backups";
import { checkBroker } from "./broker";
import { checkDatabase } from "./database";
import { checkEgress } from "./egress";
import { type Finding, findingOf, warning } from "./finding";
import { checkMachine } from "./machine";

type Options = Printing & { egressUrl: string };

/** Checks settings, machine, database and egress, and says what to do. Exit code 1 if a check failed. */
export async function runDoctor({ egressUrl, json = false }: Options): Promise<void> {
  const settings = readSettings();
  const findings = [
    ...settingWarnings(settings.env).map((sentence) =>
      warning("settings", sentence, "Correct the name or the value."),
    ),
    ...(await checkMachine(settings.env)),
    ...(await checkDatabase(settings)),
    ...(await checkBackups(settings.env)),
    ...(settings.env.DISPATCH === "nats" ? [await checkBroker(settings.env)] : []),
    await findingOf("egress", () => checkEgress(settings.env, egressUrl)),
  ];
  const configuration = settingsInForce();
  printResult({ findings, configuration }, textOf(findings), { json });
  if (findings.some(({ status }) => status === "failed")) process.exitCode = 1;
}

const marks = { ok: "ok  ", warning: "warn", failed: "FAIL" };

function textOf(findings: Finding[]): string {
  const lines = findings.map(({ check, status, detail, advice }) =>
    [
      `${marks[status]}  ${check.padEnd(13)}${detail}`,
      ...(advice ? [`${" ".repeat(19)}→ ${advice}`] : []),
    ].join("\n"),
  );
  const settings = settingsInForce().map(({ name, isSet, value }) => {
    const shown = value ?? (isSet ? "(set, not shown)" : "(not set)");
    return `  ${name.padEnd(28)}${shown}${isSet || value === undefined ? "" : " (default)"}`;
  });
  return `${lines.join("\n")}\n\nEffective configuration\n${settings.join("\n")}`;
}
