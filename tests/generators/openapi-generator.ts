import { homedir } from "node:os";
import path from "node:path";
import type { Workspace } from "./generator";
import { nodeTool } from "./node-tools";

const version = "7.25.0";
const artifact = "openapi-generator-cli";

/**
 * Generates a client with openapi-generator. Its npm package downloads the program; where that fails, Maven does.
 * @param properties additional properties of the generator, each as `name=value`
 */
export async function generate(
  workspace: Workspace,
  language: string,
  properties: string[] = [],
): Promise<void> {
  const flags = ["-g", language, "-i", workspace.document, "-o", "."];
  const args = ["generate", ...flags, ...properties.flatMap((one) => ["-p", one])];
  await workspace.write("openapitools.json", JSON.stringify({ "generator-cli": { version } }));
  const isDownloaded = await workspace
    .run(nodeTool(artifact), ["version-manager", "set", version])
    .then(
      () => true,
      () => false,
    );
  if (isDownloaded) await workspace.run(nodeTool(artifact), args);
  else await workspace.run("java", ["-jar", await downloadByMaven(workspace), ...args]);
}

async function downloadByMaven(workspace: Workspace): Promise<string> {
  const repository = path.join(homedir(), ".m2", "repository");
  const coordinates = `org.openapitools:${artifact}:${version}`;
  const where = `-Dmaven.repo.local=${repository}`;
  await workspace.run("mvn", ["-q", "-B", where, "dependency:get", `-Dartifact=${coordinates}`]);
  const folder = path.join(repository, "org", "openapitools", artifact, version);
  return path.join(folder, `${artifact}-${version}.jar`);
}
