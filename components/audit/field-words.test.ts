import { expect, test } from "vitest";
import type * as z from "zod";
import { AccountLimitsPatch } from "@/lib/account-limits/contract";
import { AccountDraft } from "@/lib/accounts/contract";
import { AlertReceiverDraft } from "@/lib/alerts/contract";
import { ApiKeyDraft, ApiKeyRotation } from "@/lib/api-keys/contract";
import { DeliveryChoice } from "@/lib/deliveries/filter";
import { InboxBinPatch } from "@/lib/inbox/contract";
import { InvitationDraft } from "@/lib/invitations/contract";
import { WebhookSettingsPatch } from "@/lib/settings/contract";
import { UserDraft } from "@/lib/users/contract";
import { WebhookDraft } from "@/lib/webhooks/contract";
import { fieldName, valueInWords } from "./field-words";

/** Inputs of the API. Their fields are written to the audit log. */
const inputs: Record<string, z.ZodObject> = {
  AccountDraft,
  AccountLimitsPatch,
  AlertReceiverDraft,
  ApiKeyDraft,
  ApiKeyRotation,
  DeliveryChoice,
  InboxBinPatch,
  InvitationDraft,
  UserDraft,
  WebhookDraft,
  WebhookSettingsPatch,
};
/** Never part of an entry: an entry has its account beside its values. */
const left = ["password", "accountId"];

test.each(Object.entries(inputs))("every field of %s has a name in words", (_name, input) => {
  for (const field of Object.keys(input.shape).filter((each) => !left.includes(each))) {
    expect(fieldName(field)).toMatch(/^[A-Z][a-z]*([ -][a-zA-Z][a-z]*| URL)*$/);
  }
});

test.each([
  ["overlapSeconds", 86_400, "24\u00a0h"],
  ["overlapSeconds", 604_800, "7\u00a0days"],
  ["overlapSeconds", 90_000, "25\u00a0h"],
  ["overlapSeconds", 5400, "90\u00a0min"],
  ["overlapSeconds", 3601, "3,601\u00a0s"],
  ["overlapSeconds", 0, "none"],
  ["deadlineSeconds", 15, "15\u00a0s"],
  ["retryAfterSeconds", 120, "2\u00a0min"],
  ["ratePerSecond", 1000, "1,000\u00a0a\u00a0second"],
  ["ratePerSecond", null, "no limit"],
  ["eventsPerDay", 1_000_000, "1,000,000"],
  ["backlog", null, "default"],
  ["paused", true, "yes"],
  ["label", "", "none"],
  ["kinds", ["webhook.failing", "webhook.gone"], "Failing, Gone"],
  ["status", ["pending", "failed"], "pending or retrying, failed"],
  ["cause", ["http_5xx"], "Receiver error"],
  ["events", [], "none"],
  ["scopes", ["admin"], "admin"],
])("%s %j reads %s", (field, value, words) => {
  expect(valueInWords(field, value)).toBe(words);
});
