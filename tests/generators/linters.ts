import type { Generator } from "./generator";
import { nodeTool } from "./node-tools";

export const spectral: Generator = {
  name: "spectral",
  tool: "node",
  async run(workspace) {
    await workspace.write("ruleset.yaml", 'extends: ["spectral:oas"]\n');
    const flags = ["--ruleset", "ruleset.yaml", "--fail-severity", "error"];
    await workspace.run(nodeTool("spectral"), ["lint", workspace.document, ...flags]);
    return undefined;
  },
};

export const redocly: Generator = {
  name: "redocly",
  tool: "node",
  async run(workspace) {
    await workspace.run(nodeTool("redocly"), ["lint", workspace.document]);
    return undefined;
  },
};
