import type { Sql } from "@/db/client";
import { claim } from "./claim";
import type { Outlet } from "./queue";
import { settle } from "./settle";

export function outlet(sql: Sql): Outlet {
  return {
    claim: (lane, room, floor) => claim(sql, { lane, ...room, floor }),
    settle: (results) => settle(sql, results),
  };
}
