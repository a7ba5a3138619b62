import type { Queries } from "@/db/client";
import type { Claimed } from "./claimed";
import { enqueue } from "./enqueue";
import type { Intake } from "./queue";
import { noRoom, type Room } from "./room";

/** Who learns after the commit what was stored: a process's queue, or the transaction around this one. */
type Outer = { room(): Room; accept(claimed: Claimed[], isAll: boolean): void };

const nobody: Outer = { room: () => noRoom, accept() {} };

/** The intake as part of a transaction. Alone, it leaves everything to the polls of the workers. */
export function intakeWithin(
  transaction: Queries,
  outer: Outer = nobody,
): ReturnType<Intake["within"]> {
  const claimed: Claimed[] = [];
  let isAll = true;
  const accept = (rows: Claimed[], all: boolean) => {
    claimed.push(...rows);
    isAll &&= all;
  };
  return {
    async enqueue(happenings) {
      const stored = await enqueue(
        (statement) => transaction.execute(statement),
        happenings,
        outer.room(),
      );
      accept(stored.claimed, stored.isAllClaimed);
      return stored.told;
    },
    wake: () => accept([], false),
    within: (inner) => intakeWithin(inner, { room: outer.room, accept }),
    committed: () => outer.accept(claimed, isAll),
  };
}
