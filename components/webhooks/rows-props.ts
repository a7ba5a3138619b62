import type { chooseWebhooks } from "./choose-webhooks";
import type { useDeeds } from "./deeds";
import type { useListed } from "./use-listed";

export type RowsProps = {
  rows: ReturnType<typeof chooseWebhooks>;
  ownerOf: ReturnType<typeof useListed>["ownerOf"];
  deeds: ReturnType<typeof useDeeds>["deeds"];
};
