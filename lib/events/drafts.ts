import { z } from "zod";
import { eventNames } from "@/db/enums";
import { CallbackUrl } from "@/lib/protocol/callback-url";
import { Id, idempotencyKey } from "@/lib/protocol/ids";
import { payloads } from "./payloads";

const accountId = Id.optional().describe("With a service key only: whose event it is");

const callbackUrl = CallbackUrl.optional().describe(
  "Gets this event as well, signed with the account's secret, and is then forgotten",
);

const webhookId = Id.optional().describe(
  "Only this webhook gets it, with all retries, and whether it listens or not",
);

const draftOf = <N extends keyof typeof payloads>(event: N) =>
  z.strictObject({
    event: z.literal(event),
    data: payloads[event],
    accountId,
    webhookId,
    callbackUrl,
  });
const memberOf = <N extends keyof typeof payloads>(event: N) =>
  draftOf(event).extend({
    idempotencyKey: z
      .string()
      .regex(idempotencyKey, "Use 1 to 255 printable ASCII characters")
      .optional(),
  });

const options = {
  error: ({ code }: { code?: string | undefined }) =>
    code === "invalid_union" ? `Choose one of ${eventNames.join(", ")}` : undefined,
};

export const EventDraft = z
  .discriminatedUnion(
    "event",
    [
      draftOf("AVATAR_TRAINING_SUCCESS"),
      draftOf("AVATAR_TRAINING_FAILED"),
      draftOf("VIDEO_GENERATION_SUCCESS"),
      draftOf("VIDEO_GENERATION_FAILED"),
    ],
    options,
  )
  .meta({ id: "EventDraft" });
export type EventDraft = z.infer<typeof EventDraft>;

const BatchMember = z
  .discriminatedUnion(
    "event",
    [
      memberOf("AVATAR_TRAINING_SUCCESS"),
      memberOf("AVATAR_TRAINING_FAILED"),
      memberOf("VIDEO_GENERATION_SUCCESS"),
      memberOf("VIDEO_GENERATION_FAILED"),
    ],
    options,
  )
  .meta({ id: "BatchMember" });

export const EventBatchDraft = z
  .strictObject({
    events: z
      .array(BatchMember, { error: "Give a list of events" })
      .min(1, "Give at least one event")
      .max(1000, "Give at most 1,000 events; send the rest in another batch"),
  })
  .meta({ id: "EventBatchDraft" });
export type EventBatchDraft = z.infer<typeof EventBatchDraft>;

export const TestDraft = z
  .strictObject({
    event: z.enum(eventNames).optional(),
    data: z.record(z.string(), z.unknown()).optional(),
  })
  .superRefine(({ event, data }, check) => {
    if (!data) return;
    if (!event)
      return check.addIssue({
        code: "custom",
        path: ["event"],
        message: "Name the event that data belongs to",
      });
    const { error } = payloads[event].safeParse(data);
    for (const { path, message } of error?.issues ?? []) {
      check.addIssue({ code: "custom", path: ["data", ...path], message });
    }
  })
  .optional()
  .meta({ id: "TestDraft" });
export type TestDraft = z.infer<typeof TestDraft>;
