import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "@/server/supervisor/root";

/** Stands for the build: its bundle prints the source, the arguments, and how it was built. */
const build = `
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fingerprintSources, stampFile } from "../supervisor/fingerprint.mjs";
const source: string = readFileSync("lib/source.ts", "utf8");
if (source === "broken") process.exit(3);
if (source === "long") setInterval(() => {}, 1000);
console.log("built");
for (const folder of ["dist", ".next"]) mkdirSync(folder, { recursive: true });
writeFileSync("dist/postback.js", \`console.log(\${JSON.stringify(source)}, ...process.argv.slice(2))\`);
writeFileSync(".next/BUILD_ID", "1");
writeFileSync(stampFile, await fingerprintSources(process.cwd()));
`;

let clone: string;

/** Writes a file of the clone. */
function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
  writeFileSync(path.join(clone, file), text);
}

beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), "postback-launch-"));
  for (const file of ["server/cli/launch.mjs", "server/supervisor/fingerprint.mjs"])
    cpSync(path.join(root, file), path.join(clone, file));
  symlinkSync(path.join(root, "node_modules"), path.join(clone, "node_modules"));
  for (const folder of ["app", "components", "db", "worker"]) write(`${folder}/a.ts`, "");
  for (const name of ["next.config.ts", "proxy.ts", "instrumentation-client.ts"]) write(name, "");
  for (const name of ["postcss.config.mjs", "package-lock.json"]) write(name, "");
  write("tsconfig.json", "{}");
  write("package.json", '{"type":"module"}');
  write("server/cli/build.ts", build);
  write("lib/source.ts", "first");
});
afterEach(() => rmSync(clone, { recursive: true }));

const command = ["server/cli/launch.mjs", "start"];

/** Runs `npm start` in the clone. Returns its lines and its exit code. */
function launch() {
  const { stdout, status } = spawnSync(process.execPath, command, {
    cwd: clone,
    encoding: "utf8",
  });
  return [...stdout.split("\n").slice(0, -1), status];
}

test("it builds once, and again when a source has changed", () => {
  expect(launch()).toEqual(["built", "first start", 0]);
  expect(launch()).toEqual(["first start", 0]);
  write("lib/source.ts", "second");
  expect(launch()).toEqual(["built", "second start", 0]);
  expect(launch()).toEqual(["second start", 0]);
});

test("it builds again without the pages of the build, but not for a test that changed", () => {
  launch();
  write("lib/source.test.ts", "changed");
  expect(launch()).toEqual(["first start", 0]);
  rmSync(path.join(clone, ".next/BUILD_ID"));
  expect(launch()).toEqual(["built", "first start", 0]);
});

test("a build that fails ends it with the exit code, and the previous bundle is not run", () => {
  launch();
  write("lib/source.ts", "broken");
  expect(launch()).toEqual([3]);
});

test("a signal ends the build that is under way, and the bundle is not run", async () => {
  write("lib/source.ts", "long");
  const child = spawn(process.execPath, command, { cwd: clone });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  // The build holds the output, too, until it ends.
  expect(await once(child, "close")).toEqual([0, null]);
  expect(out).toBe("built\n");
});
