#!/usr/bin/env node
import { runCommand } from "./entry";

/**
 * `postback`: every command of the product, and `start` without one. The npm scripts are aliases of them. A start loads its own code
 * only, because it keeps running.
 */
await runCommand(async () => {
  const words = process.argv.slice(2);
  if (words.length === 0 || (words.length === 1 && words[0] === "start")) {
    const { startAll } = await import("./start");
    return startAll();
  }
  const { commandTree } = await import("./command-tree");
  await commandTree().parseAsync(words, { from: "user" });
});
