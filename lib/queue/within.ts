import type { Queries } from "@/db/client";
import { enqueue, type Stored } from "./enqueue";
import type { Intake } from "./queue";
import { noRoom, type Room } from "./room";

/** Who learns after the commit what was stored: a process's queue, or the transaction around this one. */
type Outer = { room(): Room; accept(stored: Stored): void };

const nobody: Outer = { room: () => noRoom, accept() {} };

/** The intake as part of a transaction. Alone, it leaves everything to the polls of the workers. */
export function intakeWithin(
  transaction: Queries,
  outer: Outer = nobody,
): ReturnType<Intake["within"]> {
  const all: Stored[] = [];
  const accept = (stored: Stored) => void all.push(stored);
  return {
    async enqueue(happenings) {
      const { told, ...stored } = await enqueue(
        (statement) => transaction.execute(statement),
        happenings,
        outer.room(),
      );
      accept(stored);
      return told;
    },
    wake: () => accept({ claimed: [], aside: [], isLeft: true, accountIds: [] }),
    within: (inner) => intakeWithin(inner, { room: outer.room, accept }),
    committed: () => all.forEach(outer.accept),
  };
}
