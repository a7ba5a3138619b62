import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { chromium } from "@playwright/test";
import { ensureBuild } from "@/server/supervisor/ensure-build";
import { choosePort } from "@/server/supervisor/ports";
import { root } from "@/server/supervisor/root";
import { findBrowser } from "@/tests/find-browser";
import { until } from "@/tests/product";
import { type Figure, median } from "../measure";
import { print, save } from "../report";
import { startWithSample } from "./product";
import { cookiesOf, lookAround, type Subject } from "./subject";

const slow = 4;
/** Priority of what would be on another machine than the browser. */
const behindBrowser = "10";
/** Pages with the least performance of a desktop. */
const goals = { overview: 99, webhooks: 100, deliveries: 100, delivery: 99 };
type Name = keyof typeof goals;
const names = Object.keys(goals) as Name[];

const usage = `npm run bench:lighthouse -- [pages] [--rounds 3] [--slowdown 1,${slow}]
Audits the main pages of a product with sample data by Lighthouse, as a desktop, and again with a CPU ${slow} times slower.
Each row is the median of its rounds, printed once it is known. An audit takes about 15 s. Run it on a quiet machine.

  pages       ${names.join(", ")}; default: all
  --rounds    audits of each row
  --slowdown  how many times slower the CPU is, one row for each`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "3" },
    slowdown: { type: "string", default: `1,${slow}` },
    help: { type: "boolean", default: false },
  },
});
const unknown = positionals.filter((each) => !Object.hasOwn(goals, each));
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`Unknown pages: ${unknown.join(", ")}\n`);
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}
const chosen = names.filter((name) => positionals.length === 0 || positionals.includes(name));

const run = promisify(execFile);
const executable = path.join(root, "bench/lighthouse/node_modules/lighthouse/cli/index.js");

/** The parts of a report that are read. Scores are 0 to 1. */
type Report = {
  categories: Record<"performance" | "accessibility" | "best-practices", { score: number }>;
  audits: Record<
    "total-blocking-time" | "largest-contentful-paint" | "cumulative-layout-shift",
    { numericValue: number }
  >;
};

await ensureBuild();
const subject = await startWithSample([], ["nice", "-n", behindBrowser]);
try {
  const { delivery } = await lookAround(subject);
  const addresses: Record<Name, string> = {
    overview: "/",
    webhooks: "/webhooks",
    deliveries: "/deliveries",
    delivery: `/deliveries/${delivery.id}`,
  };
  const figures: Figure[] = [];
  // Not counted: public pages are prepared meanwhile.
  await audit(subject, "/", slow);
  for (const name of chosen) {
    for (const slowdown of values.slowdown.split(",").map(Number)) {
      const isSlow = slowdown > 1;
      const goal = isSlow
        ? { performance: 90, blockingMs: 150 }
        : { performance: goals[name], blockingMs: 30 };
      const row = await measure(subject, addresses[name], { slowdown, ...goal });
      print(row);
      figures.push(...row);
    }
  }
  await save("bench/results/lighthouse.json", figures, false);
} finally {
  await subject.close();
}

type Goals = { slowdown: number; performance: number; blockingMs: number };

async function measure(subject: Subject, page: string, goals: Goals): Promise<Figure[]> {
  const reports: Report[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    reports.push(await audit(subject, page, goals.slowdown));
  }
  const of = (read: (report: Report) => number) => median(reports.map(read));
  const score = (name: keyof Report["categories"]) =>
    of(({ categories }) => Math.round(categories[name].score * 100));
  const value = (name: keyof Report["audits"]) => of(({ audits }) => audits[name].numericValue);
  const isSlow = goals.slowdown > 1;
  const row = `${page.replace(/[0-9a-f-]{36}/, ":id")}${isSlow ? `, CPU ÷ ${goals.slowdown}` : ""}`;
  const atLeast = (least: number) => ({ of: "figure", atLeast: least }) as const;
  const atMost = (most: number) => ({ of: "figure", atMost: most }) as const;
  return [
    {
      row,
      what: "performance",
      figure: score("performance"),
      unit: "",
      goal: atLeast(goals.performance),
    },
    {
      row,
      what: "blocking",
      figure: value("total-blocking-time"),
      unit: "ms",
      goal: atMost(goals.blockingMs),
    },
    { row, what: "LCP", figure: value("largest-contentful-paint"), unit: "ms" },
    { row, what: "CLS", figure: value("cumulative-layout-shift"), unit: "", goal: atMost(0.02) },
    {
      row,
      what: "accessibility",
      figure: score("accessibility"),
      unit: "",
      goal: atLeast(100),
    },
    {
      row,
      what: "best practices",
      figure: score("best-practices"),
      unit: "",
      goal: atLeast(100),
    },
  ];
}

/** Audits a page in a browser that has just been started, so with empty caches. */
async function audit(subject: Subject, page: string, slowdown: number): Promise<Report> {
  const browser = await startBrowser(subject);
  try {
    const { stdout } = await run(
      "nice",
      [
        ...["-n", behindBrowser, process.execPath, executable, subject.origin + page],
        ...["--output=json", "--quiet", "--preset=desktop"],
        "--only-categories=performance,accessibility,best-practices",
        `--throttling.cpuSlowdownMultiplier=${slowdown}`,
        `--port=${browser.port}`,
      ],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    return JSON.parse(stdout) as Report;
  } finally {
    await browser.close();
  }
}

/**
 * Starts a browser that is signed in. A cookie given to Lighthouse as a header would not reach the page's worker: the
 * live connection would fail, and the page read everything again. Playwright only adds the cookie: while it is connected, it
 * watches each page on the page's own thread.
 */
async function startBrowser(subject: Subject) {
  const port = await choosePort();
  const profile = await mkdtemp(path.join(tmpdir(), "postback-lighthouse-"));
  const program = spawn(
    findBrowser() ?? chromium.executablePath(),
    [
      "--headless",
      "--no-sandbox",
      "--disable-dev-shm-usage",
      // Without a GPU, Chromium would emulate one, on the cores that draw the page.
      "--disable-gpu",
      "--disable-background-networking",
      "--no-first-run",
      `--user-data-dir=${profile}`,
      `--remote-debugging-port=${port}`,
    ],
    // In a group of its own: the program may be a script that starts the browser.
    { stdio: "ignore", detached: true },
  );
  const ended = once(program, "exit");
  const origin = `http://127.0.0.1:${port}`;
  await until(() => fetch(`${origin}/json/version`).catch(() => null));
  const playwright = await chromium.connectOverCDP(origin);
  await playwright.contexts()[0]?.addCookies(cookiesOf(subject));
  await playwright.close();
  const close = async () => {
    if (program.pid) process.kill(-program.pid);
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { port, close };
}
