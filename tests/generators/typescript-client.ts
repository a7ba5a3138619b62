import type { Workspace } from "./generator";
import { nodeTool } from "./node-tools";

const config = {
  compilerOptions: {
    strict: true,
    module: "esnext",
    moduleResolution: "bundler",
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    types: ["node"],
    noEmit: true,
  },
  include: ["**/*.ts"],
};

/** Checks the types of a program and of what was generated beside it, then runs it. */
export async function compileAndRun(workspace: Workspace, program: string): Promise<string> {
  await workspace.write("package.json", JSON.stringify({ private: true, type: "module" }));
  await workspace.write("tsconfig.json", JSON.stringify(config));
  await workspace.write("client.ts", program);
  await workspace.run(nodeTool("tsc"), ["-p", "."]);
  return workspace.run(nodeTool("tsx"), ["client.ts"]);
}
