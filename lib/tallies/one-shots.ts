import { nilId } from "@/lib/nil-id";

/** Id in place of that of the webhook, under which all one-shot callbacks are counted: their targets are unlimited in number. */
export const oneShotsWebhookId = nilId;
