// Compares postgres.js (as the product installs it, patched) with node-postgres on statements shaped like those of the hot
// path. Each run is a process of its own, drivers take turns, and the median of the rounds counts.
//
//   npm ci --prefix bench/drivers
//   DATABASE_URL=postgres://… node bench/drivers/main.mjs
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const roundMs = 3000;
const rounds = 3;
const columns = Array.from({ length: 12 }, (_, n) => `'text ' || n || ${n} as c${n}`).join(", ");

/** Statements, and how many concurrent callers wait for one. */
const shapes = {
  "key look-up, 64 callers": {
    callers: 64,
    text: "select $1::text as hash, $2::int as n, now() as at",
    values: (n) => [`hash ${n % 50}`, n],
  },
  "group insert of 100 events, 4 callers": {
    callers: 4,
    text: `insert into bench_driver_events (id, name, data)
      select id, name, data from json_to_recordset($1::text::json) as r(id uuid, name text, data text) returning id`,
    values: () => [group()],
  },
  "claim of 256 rows, 1 caller": {
    callers: 1,
    text: `select gen_random_uuid() as id, n, now() as at, ${columns} from generate_series(1, $1::int) n`,
    values: () => [256],
  },
};

const group = () =>
  JSON.stringify(
    Array.from({ length: 100 }, (_, n) => ({
      id: crypto.randomUUID(),
      name: "VIDEO_GENERATION_SUCCESS",
      data: `{"videoId":"${n}","url":"${"x".repeat(400)}"}`,
    })),
  );

const drivers = {
  async "postgres.js"(url, max) {
    const { default: postgres } = await import("postgres");
    const sql = postgres(url, { max, statement_limit: 5000, onnotice() {} });
    const run = (text, values) => sql.unsafe(text, values, { prepare: true });
    return { run, end: () => sql.end() };
  },
  pg: (url, max) => openPg(url, max, {}),
  "pg, pipeline": (url, max) => openPg(url, max, { pipeline: true }),
};

/** Distributes statements to the clients in turn, as a pool would lend each to one caller only. */
async function openPg(url, max, options) {
  const { default: pg } = await import("pg");
  const config = { connectionString: url, query_timeout: 5000, ...options };
  const clients = Array.from({ length: max }, () => new pg.Client(config));
  await Promise.all(clients.map((client) => client.connect()));
  let turn = 0;
  return {
    run: (text, values) => clients[turn++ % max].query({ name: "statement", text, values }),
    end: () => Promise.all(clients.map((client) => client.end())),
  };
}

async function measure(driver, shape) {
  const { callers, text, values } = shapes[shape];
  const { run, end } = await drivers[driver](process.env.DATABASE_URL, callers === 1 ? 1 : 2);
  let count = 0;
  const call = async (until) => {
    while (performance.now() < until) {
      await run(text, values(count));
      count++;
    }
  };
  const all = (ms) => {
    const until = performance.now() + ms;
    return Promise.all(Array.from({ length: callers }, () => call(until)));
  };
  await all(500);
  count = 0;
  const [cpu, begun] = [process.cpuUsage(), performance.now()];
  await all(roundMs);
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - begun) / 1000;
  await end();
  return { perSecond: count / seconds, cpuMicros: (user + system) / count };
}

const [driver, shape] = process.argv.slice(2);
if (driver) {
  console.log(JSON.stringify(await measure(driver, shape)));
} else {
  const { default: postgres } = await import("postgres");
  const sql = postgres(process.env.DATABASE_URL, { max: 1, onnotice() {} });
  await sql`create unlogged table if not exists bench_driver_events (id uuid primary key, name text, data text)`;
  for (const shape of Object.keys(shapes)) {
    const found = new Map(Object.keys(drivers).map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, figures] of found) {
        const out = execFileSync(process.execPath, [fileURLToPath(import.meta.url), name, shape]);
        figures.push(JSON.parse(String(out)));
        await sql`truncate bench_driver_events`;
      }
    }
    console.log(`\n${shape}`);
    for (const [name, figures] of found) {
      const median = (of) => figures.map((one) => one[of]).sort((a, b) => a - b)[rounds >> 1];
      const [rate, cpu] = [median("perSecond").toFixed(0), median("cpuMicros").toFixed(0)];
      console.log(`  ${name.padEnd(14)} ${rate.padStart(7)}/s  ${cpu.padStart(6)} µs CPU each`);
    }
  }
  await sql`drop table bench_driver_events`;
  await sql.end();
}
