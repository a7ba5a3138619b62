import * as z from "zod";
import { WebhookSettingsPatch } from "@/lib/settings/contract";
import { CustomHeaders } from "@/lib/settings/headers";
import { WebhookDraft } from "@/lib/webhooks/contract";
import { headersOf, repeatedName } from "./header-lines";

const { label, deadlineSeconds, maxConcurrency, ratePerSecond } = WebhookSettingsPatch.shape;

const headers = z.string().superRefine((lines, check) => {
  const { error } = CustomHeaders.safeParse(headersOf(lines));
  const repeated = repeatedName(lines);
  const message = error?.issues[0]?.message ?? (repeated && `${repeated} is there twice`);
  if (message) check.addIssue({ code: "custom", message });
});

/** Fields of the forms for a new and an existing webhook; headers are lines. */
export const NewWebhookDraft = WebhookDraft.extend({
  label,
  deadlineSeconds,
  maxConcurrency,
  ratePerSecond,
  headers,
});
