import type { WebhookSettingsPatch } from "@/lib/settings/contract";
import { headersOf } from "./header-lines";

export type Advanced = {
  label?: string | undefined;
  deadlineSeconds?: number | undefined;
  maxConcurrency?: number | undefined;
  ratePerSecond?: number | null | undefined;
  headers: string;
};

/** Defaults of a new webhook. */
export const defaultSettings = {
  label: "",
  deadlineSeconds: 15,
  maxConcurrency: 8,
  ratePerSecond: null,
  headers: "",
} satisfies Advanced;

/** Returns the settings that differ from the defaults, or null. */
export function changedFromDefaults(draft: Advanced): WebhookSettingsPatch | null {
  const { headers, ...rest } = draft;
  const changed = Object.entries(rest).filter(
    ([name, value]) => value !== defaultSettings[name as keyof typeof defaultSettings],
  );
  const patch: WebhookSettingsPatch = Object.fromEntries(changed);
  if (headers.trim() !== "") patch.headers = headersOf(headers);
  return Object.keys(patch).length > 0 ? patch : null;
}
