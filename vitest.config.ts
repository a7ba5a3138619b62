import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const env = { MASTER_KEY: Buffer.alloc(32, "postback").toString("base64") };
const resolve = { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } };

/** Drops the databases that a test file made. */
const afterFile = "tests/after-file.ts";

/** Nothing is timed here: these limits end what hangs, and a busy machine does not reach them. */
const patient = {
  testTimeout: 240_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: afterFile,
};

/** Files of one process share their modules: importing them anew took two fifths of the CPU of unit tests, a third of that of API tests. */
const sharedModules = { isolate: false };

/** Tests in `lib` that take seconds each: they would fill a third of the minute that `npm run verify` may take. */
const longUnits = [
  "lib/backup/backup.test.ts",
  "lib/queue/model.test.ts",
  "lib/queue/resume.test.ts",
  "lib/retention/run-retention.test.ts",
  "lib/bootstrap.test.ts",
];

/** Tests in `server` that need no product. */
const unitsOfServer = [
  "server/embedded-postgres/*.test.ts",
  "server/http/dispatch.test.ts",
  "server/http/pages/*.test.ts",
  "server/supervisor/data-folder.test.ts",
  "server/supervisor/keep-running.test.ts",
  "server/supervisor/pid-file.test.ts",
];

/** They set variables that a process reads once, or connect it to their own database. */
const aloneInProcess = [
  "tests/account-backlog.test.ts",
  "tests/database-away.test.ts",
  "tests/database-pools.test.ts",
  "tests/database-refuses.test.ts",
  "worker/jobs/unused-one-shots.test.ts",
];

/** Packs and installs the product: minutes each, and a registry is needed. */
const deploySuite = deploySuiteOf("deploy", ["deploy/**/*.test.ts"]);

/** The image for another architecture, under emulation. */
const arm64Suite = deploySuiteOf("arm64", ["deploy/image/image.test.ts"], {
  IMAGE_ARCHITECTURE: "arm64",
});

/** Upgrades the previous release, for which no pages are needed. */
const upgradeSuite = {
  resolve,
  test: {
    name: "upgrade",
    env,
    include: ["tests/upgrade/*.test.ts"],
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
};

/** Servers of NATS that are killed, with the engine from the sources. */
const natsSuite = {
  resolve,
  test: {
    name: "nats",
    env,
    include: ["tests/nats/*.test.ts"],
    setupFiles: afterFile,
    testTimeout: 180_000,
  },
};

export default defineConfig(({ mode }) => ({
  resolve,
  test: {
    // Set here and not in the projects, where it would run once in each.
    globalSetup: "tests/global-setup.ts",
    // Tests mostly wait for processes and retries. On two cores, three leave 22 % idle and take an eighth longer.
    maxWorkers: 4,
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          env,
          ...patient,
          ...sharedModules,
          include: ["{app,components,db,lib}/**/*.test.{ts,tsx}", ...unitsOfServer],
          exclude: longUnits,
        },
      },
      {
        resolve,
        test: {
          // Whole workers and fault proxies: seconds per file, so not part of `npm run verify`.
          name: "engine",
          env,
          ...patient,
          ...sharedModules,
          include: ["worker/**/*.test.ts", "tests/*.test.ts", ...longUnits],
          exclude: aloneInProcess,
        },
      },
      { resolve, test: { name: "engine:alone", env, ...patient, include: aloneInProcess } },
      apiSuite("api:server", mode, ["tests/api/**/*.test.ts"]),
      apiSuite("api:next", mode, everyServer),
      ...(mode === "pgbouncer"
        ? [apiSuite("api:pgbouncer", mode, ["tests/api/**/*.test.ts", "tests/pooled/*.test.ts"])]
        : []),
      faultSuite("faults", "tests/faults/*.test.ts"),
      ...(mode === "faults" ? [faultSuite("faults:full", "tests/faults/full/*.test.ts")] : []),
      ...(mode === "failover" ? [faultSuite("failover", "tests/failover/*.test.ts")] : []),
      ...(mode === "upgrade" ? [upgradeSuite] : []),
      ...(mode === "nats" ? [natsSuite] : []),
      ...(mode === "deploy" ? [deploySuite] : []),
      ...(mode === "arm64" ? [arm64Suite] : []),
      {
        resolve,
        test: {
          name: "server",
          env,
          globalSetup: ["tests/build.ts", "tests/home-template.ts"],
          include: ["server/**/*.test.ts"],
          exclude: unitsOfServer,
          ...patient,
        },
      },
    ],
  },
}));

/** Suites of what the two servers do themselves: routing, headers, bodies and streams. */
const everyServer = [
  "batch",
  "deliveries",
  "events",
  "every-endpoint",
  "fuzz",
  "headers",
  "idempotency",
  "request-limits",
  "stream",
  "webhooks",
].map((suite) => `tests/api/${suite}.test.ts`);

/** The same requests each time, so that a run says something of the code that it tests. */
const fewFuzzCases = { FUZZ_CASES: "500", FUZZ_SEED: "1" };

/** API tests against one of the two servers of the route modules. */
function apiSuite(name: string, mode: string, include: string[]) {
  return {
    resolve,
    test: {
      name,
      ...patient,
      ...sharedModules,
      include,
      globalSetup: ["tests/build.ts", "tests/api/mount.ts"],
      env: { ...env, ...(mode === "fuzz" ? { FUZZ_CASES: "10000" } : fewFuzzCases) },
    },
  };
}

/** Real processes that are killed, stopped and cut off; `npm test` excludes those that take minutes. */
function faultSuite(name: string, include: string) {
  return {
    resolve,
    test: {
      name,
      env,
      globalSetup: "tests/build.ts",
      include: [include],
      ...patient,
    },
  };
}

function deploySuiteOf(name: string, include: string[], variables = {}) {
  const limits = { testTimeout: 900_000, hookTimeout: 900_000 };
  const globalSetup = "tests/build.ts";
  const settings = { name, include, globalSetup, setupFiles: afterFile, ...limits };
  return { resolve, test: { ...settings, env: { ...env, ...variables } } };
}
