import type { Sql } from "@/db/client";
import { announce } from "@/lib/changes/announce";
import { claim } from "./claim";
import type { Claimed } from "./claimed";
import type { Outlet } from "./queue";
import { settle } from "./settle";

export function outlet(sql: Sql): Outlet {
  return {
    async claim(lane, room, floor) {
      const claims = await claim(sql, { lane, ...room, floor });
      tellOf(sql, claims.claimed);
      return claims;
    },
    async settle(results) {
      const stood = await settle(sql, results);
      tellOf(
        sql,
        results.map(({ claimed }) => claimed),
      );
      return stood;
    },
  };
}

/** What is being sent, or was, looks different from now on. */
function tellOf(sql: Sql, all: Claimed[]): void {
  for (const { webhookId, deliveryId } of all) {
    announce(sql, { kind: "deliveries", webhook: webhookId, id: deliveryId });
  }
}
