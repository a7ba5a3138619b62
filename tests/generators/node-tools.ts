import { writeFile } from "node:fs/promises";
import path from "node:path";
import { runProgram } from "./workspace";

/** Pinned, so that generators change on purpose only. */
const packages = {
  "@hey-api/openapi-ts": "0.99.0",
  "@openapitools/openapi-generator-cli": "2.41.0",
  "@redocly/cli": "2.77.0",
  "@stoplight/spectral-cli": "6.16.3",
  "openapi-fetch": "0.17.0",
  "openapi-typescript": "7.13.0",
  tsx: "4.23.15",
  typescript: "5.9.3",
};

/** Installs the generators of npm into a folder. Folders below it resolve them. */
export async function installNodeTools(dir: string): Promise<void> {
  const manifest = { private: true, type: "module", dependencies: packages };
  await writeFile(path.join(dir, "package.json"), JSON.stringify(manifest));
  await runProgram("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], dir);
}

/** Returns the path of a program of these packages, from a folder beside them. */
export function nodeTool(name: string): string {
  return path.join("..", "node_modules", ".bin", name);
}
