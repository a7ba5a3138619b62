import type { QueryClient } from "@tanstack/react-query";

export const removalKey = (id: string) => ["webhooks", "remove", id];

/** Returns whether this page is removing the webhook, or did a moment ago. */
export function isBeingRemoved(client: QueryClient, id: string): boolean {
  const removals = client.getMutationCache().findAll({ mutationKey: removalKey(id) });
  return removals.some(({ state }) => state.status !== "error");
}
