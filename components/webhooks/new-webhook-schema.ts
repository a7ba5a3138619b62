import * as z from "zod";
import { WebhookSettingsPatch } from "@/lib/settings/contract";
import { CustomHeaders } from "@/lib/settings/headers";
import { WebhookDraft } from "@/lib/webhooks/contract";
import { headersOf, repeatedName } from "./header-lines";

const { label, deadlineSeconds, maxConcurrency, ratePerSecond: rate } = WebhookSettingsPatch.shape;

/** The API's rule in the words of a form: its fields are left empty, not null. */
const ratePerSecond = z.custom<WebhookSettingsPatch["ratePerSecond"]>(
  (value) => rate.safeParse(value).success,
  "Give 1 to 1000, or leave the field empty",
);

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
