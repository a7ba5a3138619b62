#!/usr/bin/env node
import { commandTree } from "./command-tree";
import { runCommand } from "./entry";

/** `postback`: every command of the product, and `start` without one. The npm scripts are aliases of them. */
await runCommand(async () => {
  const words = process.argv.slice(2);
  await commandTree().parseAsync(words.length > 0 ? words : ["start"], { from: "user" });
});
