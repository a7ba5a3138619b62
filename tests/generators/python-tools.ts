import path from "node:path";
import type { Workspace } from "./generator";

/** The interpreter of the workspace's own environment. */
export const python = path.join("venv", "bin", "python");

/** Makes an environment in the workspace and installs packages into it from PyPI. */
export async function installPython(workspace: Workspace, packages: string[]): Promise<void> {
  await workspace.run("python3", ["-m", "venv", "venv"]);
  await workspace.run(python, ["-m", "pip", "install", "-q", ...packages]);
}
