import fc from "fast-check";
import { test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { commands } from "@/tests/queue-model/commands";
import { Model } from "@/tests/queue-model/model";
import { Real } from "@/tests/queue-model/real";

const database = await freshDatabase();

test("the queue behaves like the model for random sequences of commands", async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const real = await Real.open(database);
      await fc.asyncModelRun(() => ({ model: new Model(), real }), sequence);
    }),
    { numRuns: 80 },
  );
});
