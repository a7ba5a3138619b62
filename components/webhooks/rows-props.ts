import type { chooseWebhooks } from "./choose-webhooks";
import type { useListed } from "./use-listed";
import type { useWebhookActions } from "./use-webhook-actions";

export type RowsProps = {
  rows: ReturnType<typeof chooseWebhooks>;
  ownerOf: ReturnType<typeof useListed>["ownerOf"];
  actions: ReturnType<typeof useWebhookActions>["actions"];
};
