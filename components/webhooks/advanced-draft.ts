import type { WebhookSettingsPatch } from "@/lib/settings/contract";
import { headersOf } from "./header-lines";

export type Advanced = {
  label?: string | undefined;
  deadlineSeconds?: number | undefined;
  maxConcurrency?: number | undefined;
  ratePerSecond?: number | null | undefined;
  headers: string;
};

/** What a new webhook has unless somebody says otherwise. */
export const usual = {
  label: "",
  deadlineSeconds: 15,
  maxConcurrency: 8,
  ratePerSecond: null,
  headers: "",
} satisfies Advanced;

/** Only what differs from the usual; null when nothing does. */
export function unusual(draft: Advanced): WebhookSettingsPatch | null {
  const { headers, ...rest } = draft;
  const changed = Object.entries(rest).filter(
    ([name, value]) => value !== usual[name as keyof typeof usual],
  );
  const patch: WebhookSettingsPatch = Object.fromEntries(changed);
  if (headers.trim() !== "") patch.headers = headersOf(headers);
  return Object.keys(patch).length > 0 ? patch : null;
}
