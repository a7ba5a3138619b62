import * as z from "zod";
import { type EventName, eventNames } from "@/db/enums";
import { CallbackUrl } from "@/lib/protocol/callback-url";
import { explain } from "@/lib/protocol/explain";
import { Id, idempotencyKey } from "@/lib/protocol/ids";
import { forEachEvent, titleOf } from "./bodies";
import { payloads } from "./payloads";

const accountId = Id.optional().describe("Account of the event; with a service key only");

const callbackUrl = CallbackUrl.optional().describe(
  "Also receives this event, with all retries. Signed with the secret of the account (GET /v1/accounts/{id}/secret)",
);

const webhookId = Id.optional().describe(
  "Sends the event to this webhook only, with all retries, whatever it subscribes to",
);

const membersOf = (event: EventName) => ({
  event: z.literal(event),
  data: payloads[event],
  accountId,
  webhookId,
  callbackUrl,
});

/** Publishers of batches know `idempotencyKey` as a member of each event. The message is that of every unknown key. */
const single = {
  error(issue: z.core.$ZodRawIssue) {
    if (issue.code !== "unrecognized_keys" || issue.keys.join() !== "idempotencyKey")
      return undefined;
    return `${explain(issue)}. The key of a single event is the header Idempotency-Key`;
  },
};

const draftOf = (event: EventName) =>
  z.strictObject(membersOf(event), single).meta({ id: `${titleOf(event)}Draft` });

const batchMemberOf = (event: EventName) =>
  z
    .strictObject({
      ...membersOf(event),
      idempotencyKey: z
        .string()
        .regex(idempotencyKey, "Use 1 to 255 printable ASCII characters")
        .optional()
        .describe(
          "Key of this event. Repeated within 24 hours, it returns the first response and stores nothing",
        ),
    })
    .meta({ id: `${titleOf(event)}BatchMember` });

const choose = `Choose one of ${eventNames.join(", ")}`;

const names: ReadonlySet<unknown> = new Set(eventNames);

/** Members of an event in every request that has one. */
const known = new Set(["event", "data", "accountId", "webhookId", "callbackUrl", "idempotencyKey"]);

const options = {
  error({ code, input }: { code?: string | undefined; input?: unknown }) {
    if (code !== "invalid_union") return undefined;
    const { event, ...others } = input as Record<string, unknown>;
    return event === undefined ? `Required. ${choose}${hintOf(others)}` : choose;
  },
};

/** Names what the publisher may have sent in place of `event`: zod checks the other members only once the event is known. */
function hintOf(others: Record<string, unknown>): string {
  const unknown = Object.keys(others).filter((key) => !known.has(key));
  const misnamed = unknown.find((key) => names.has(others[key]));
  if (misnamed !== undefined) return `. The property ${misnamed} has one of them: rename it`;
  const [first] = unknown;
  return first === undefined ? "" : `. The property ${first} is unknown`;
}

export const EventDraft = z
  .discriminatedUnion("event", forEachEvent(draftOf), options)
  .meta({ id: "EventDraft" });
export type EventDraft = z.infer<typeof EventDraft>;

const BatchMember = z
  .discriminatedUnion("event", forEachEvent(batchMemberOf), options)
  .meta({ id: "BatchMember" });

export const EventBatchDraft = z
  .strictObject({
    events: z
      .array(BatchMember, { error: "Give a list of events" })
      .min(1, "Give at least one event")
      .max(1000, "Give at most 1,000 events; send the rest in another batch")
      .describe("The events, in the order of the response"),
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
        message: "Give the event that data belongs to",
      });
    const { error } = payloads[event].safeParse(data, { error: explain });
    for (const { path, message } of error?.issues ?? []) {
      check.addIssue({ code: "custom", path: ["data", ...path], message });
    }
  })
  .optional()
  .meta({ id: "TestDraft" });
export type TestDraft = z.infer<typeof TestDraft>;
