import { eventsApi } from "@/lib/events/contract";
import { publishBatch } from "@/lib/events/operations";
import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { elementTexts, memberText } from "@/lib/protocol/json-text";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(eventsApi.publishBatch, (ctx, { body, bodyText }) =>
    publishBatch(ctx, body, elementTexts(memberText(bodyText, "events"))),
  ),
});
