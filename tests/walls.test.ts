import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { bundleOptions } from "@/server/supervisor/bundle-options";
import { folderCycles, type Sources, sourcesOf } from "./folder-cycles";

const biome = path.resolve("node_modules/@biomejs/biome/bin/biome");
const { vcs: _, $schema: __, ...rules } = JSON.parse(readFileSync("biome.json", "utf8"));
const root = mkdtempSync(path.join(tmpdir(), "postback-walls-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Returns Biome's diagnostics for files with these imports, in an otherwise empty project. */
function lint(imports: Record<string, string>, keyword = "import"): string {
  const house = mkdtempSync(path.join(root, "house-"));
  writeFileSync(path.join(house, "biome.json"), JSON.stringify(rules));
  for (const [place, imported] of Object.entries(imports)) {
    const file = path.join(house, place);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${keyword} { x } from "${imported}";\n\nexport const y = x;\n`);
  }
  const options = { cwd: house, encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync(process.execPath, [biome, "lint"], options);
  return stdout + stderr;
}

/** Forbidden imports of each folder (see `docs/architecture.md`). */
const walls = [
  ["app/webhooks/page.tsx", "@/db/schema/webhooks"],
  ["app/webhooks/page.tsx", "@/worker/claim"],
  ["app/v1/webhooks/route.ts", "next/server"],
  ["app/v1/webhooks/route.ts", "@/db/client"],
  ["components/webhooks/webhook-table.tsx", "@/lib/webhooks/operations"],
  ["components/webhooks/webhook-table.tsx", "@/lib/http/handle"],
  ["components/webhooks/webhook-table.tsx", "@/db/schema/webhooks"],
  ["lib/webhooks/operations.ts", "@/lib/events/operations"],
  ["lib/webhooks/operations.ts", "@/lib/http/handle"],
  ["lib/webhooks/operations.ts", "next/headers"],
  ["lib/webhooks/contract.ts", "@/db/schema/webhooks"],
  ["lib/webhooks/queries.ts", "@/lib/webhooks/operations"],
  ["lib/protocol/call.ts", "@/lib/http/handle"],
  ["lib/outbound/connector.ts", "@/lib/webhooks/operations"],
  ["lib/queue/notify.ts", "@/lib/http/database"],
  ["lib/http/handle.ts", "next/headers"],
  ["lib/format.ts", "@/components/ui/button"],
  ["worker/scheduler/poll-loop.ts", "@/lib/http/handle"],
  ["worker/scheduler/poll-loop.ts", "@/server/http/web"],
  ["db/client.ts", "@/lib/env"],
] as const;

const doors = [
  ["components/webhooks/webhook-form.tsx", "@/db/enums"],
  ["lib/http/page-context.ts", "next/headers"],
  ["lib/webhooks/operations.ts", "@/db/schema/webhooks"],
  ["worker/http/send.ts", "@/lib/outbound/signature"],
] as const;

describe("the walls", () => {
  test.each(walls)("%s may not import %s", (place, imported) => {
    expect(lint({ [place]: imported })).toContain("noRestrictedImports");
  });

  test.each(doors)("%s may import %s", (place, imported) => {
    const said = lint({ [place]: imported });
    expect(said).toMatch(/Checked \d files?/);
    expect(said).not.toContain("noRestrictedImports");
  });

  test("no two files import each other", () => {
    expect(lint({ "lib/a.ts": "./b", "lib/b.ts": "./a" })).toContain("noImportCycles");
  });

  test("nor take types from each other", () => {
    const circle = lint({ "lib/a.ts": "./b", "lib/b.ts": "./a" }, "import type");
    expect(circle).toContain("noImportCycles");
  });
});

describe("the folders of components", () => {
  const sources = sourcesOf("components");

  test("import each other in no circle", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(100);
    expect(folderCycles(sources)).toEqual([]);
  });

  test.each([
    ["shell", "page", "@/components/shell/frame"],
    ["webhooks", "events", "../webhooks/webhook-row"],
    ["delivery-log", "deliveries", "@/components/delivery-log/log-row"],
  ])("%s is not imported by %s below it", (above, below, specifier) => {
    expectCycle(sources, `components/${below}/planted.ts`, specifier, [above, below]);
  });
});

describe("the folders of server", () => {
  const sources = sourcesOf("server");

  test("are four, and import each other in no circle", () => {
    const folders = new Set(Object.keys(sources).map((file) => file.split("/")[1]));
    expect([...folders].sort()).toEqual(["cli", "embedded-postgres", "http", "supervisor"]);
    expect(folderCycles(sources)).toEqual([]);
  });

  test.each([
    ["cli", "supervisor", "@/server/cli/settings"],
    ["cli", "embedded-postgres", "../cli/entry"],
    ["embedded-postgres", "supervisor", "@/server/embedded-postgres/start-postgres"],
  ])("%s is not imported by %s below it", (above, below, specifier) => {
    expectCycle(sources, `server/${below}/planted.ts`, specifier, [above, below]);
  });
});

describe("the folders of lib", () => {
  const sources = sourcesOf("lib");

  test("import each other in no circle", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(200);
    expect(folderCycles(sources)).toEqual([]);
  });

  test.each([
    ["queue", "telemetry", "@/lib/queue/queue"],
    ["session", "users", "../session/contract"],
    ["http", "protocol", "@/lib/http/answer"],
  ])("%s is not imported by %s below it", (above, below, specifier) => {
    expectCycle(sources, `lib/${below}/planted.ts`, specifier, [above, below]);
  });
});

describe("the folders of worker", () => {
  const sources = sourcesOf("worker");

  test("import each other in no circle", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(20);
    expect(folderCycles(sources)).toEqual([]);
  });

  test.each([
    ["nats", "jobs", "@/worker/nats/intake"],
    ["scheduler", "jobs", "../scheduler/lane"],
    ["scheduler", "http", "@/worker/scheduler/dispatcher"],
  ])("%s is not imported by %s below it", (above, below, specifier) => {
    expectCycle(sources, `worker/${below}/planted.ts`, specifier, [above, below]);
  });
});

test("packages of what few installations use are loaded only with it", async () => {
  const imports = (await packagesOfPrograms()).filter(({ path }) =>
    /^@(opentelemetry|nats-io)\//.test(path),
  );
  expect(new Set(imports.map(({ kind }) => kind))).toEqual(new Set(["dynamic-import"]));
});

test("the package with the largest package.json is part of the bundles", async () => {
  const paths = (await packagesOfPrograms()).map(({ path }) => path);
  expect(paths).toContain("postgres");
  expect(paths.filter((path) => path.startsWith("drizzle-orm"))).toEqual([]);
});

/** Imports of packages that the bundles leave to Node. */
async function packagesOfPrograms() {
  const { metafile } = await build({
    ...bundleOptions,
    entryPoints: ["server/cli/postback.ts", "server/http/whole-main.ts", "worker/main.ts"],
    outdir: "dist",
    write: false,
    metafile: true,
  });
  return Object.values(metafile.outputs).flatMap((output) => output.imports);
}

function expectCycle(sources: Sources, file: string, specifier: string, folders: string[]): void {
  for (const text of [`import { x } from "${specifier}";`, `import("${specifier}");`]) {
    const cycles = folderCycles({ ...sources, [file]: text });
    expect(cycles.some((cycle) => folders.every((folder) => cycle.includes(folder)))).toBe(true);
  }
}
