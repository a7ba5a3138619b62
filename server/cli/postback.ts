#!/usr/bin/env node
import { commandTree } from "./command-tree";
import { runCommand } from "./entry";

/** `postback`: every command of the product. The npm scripts are aliases of them. */
await runCommand(async () => {
  await commandTree().parseAsync();
});
