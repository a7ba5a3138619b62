import net, { type AddressInfo } from "node:net";
import postgres from "postgres";

/** A node of `explain (analyze, format json)`. */
export type Node = {
  "Node Type": string;
  Alias?: string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  /** Kilobytes. */
  "Sort Space Used"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: Node[];
};

/** Returns a node and all below it. */
export function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

const settings = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_level": "notice",
  "auto_explain.log_format": "json",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_timing": "off",
};

/**
 * Opens a relay to a database that records the plan of each statement executed through it. Postgres itself reports the
 * plans (auto_explain), so they are those of the product's own statements, parameters, settings and prepared plans.
 */
export async function recordPlans(url: string) {
  const sql = postgres(url, { max: 1, onnotice() {} });
  const database = new URL(url).pathname.slice(1);
  for (const [name, value] of Object.entries(settings)) {
    await sql.unsafe(`alter database ${database} set ${name} = '${value}'`);
  }
  await sql.end();

  const { hostname, port } = new URL(url);
  const plans: Node[] = [];
  const open = new Set<net.Socket>();
  const relay = net.createServer((client) => {
    const server = net.connect(Number(port), hostname);
    open.add(client);
    server.on(
      "data",
      noticesIn((text) => plans.push(...planIn(text))),
    );
    client.pipe(server).pipe(client);
    client.on("close", () => server.destroy()).on("error", () => server.destroy());
    server.on("error", () => client.destroy());
  });
  await new Promise<void>((done) => relay.listen(0, "127.0.0.1", done));
  const relayed = new URL(url);
  relayed.hostname = "127.0.0.1";
  relayed.port = String((relay.address() as AddressInfo).port);
  return {
    url: relayed.href,
    /** Runs `work` and returns the plans of its statements. */
    async of(work: () => Promise<unknown>): Promise<Node[]> {
      plans.length = 0;
      await work();
      return [...plans];
    },
    close(): void {
      relay.close();
      for (const client of open) client.destroy();
    },
  };
}

/** Returns a listener that passes on the text of each notice in the messages of a Postgres server. */
function noticesIn(found: (text: string) => void) {
  let rest = Buffer.alloc(0);
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    // A message is its type, its length without the type, and its content.
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1);
      const fields = rest.subarray(5, end).toString().split("\0");
      if (rest[0] === "N".charCodeAt(0)) found(fields.find((field) => field[0] === "M") ?? "");
      rest = rest.subarray(end);
    }
  };
}

function planIn(notice: string): Node[] {
  const [, json] = /plan:\s*(\{.*\})\s*$/s.exec(notice) ?? [];
  if (!json) return [];
  const { "Query Text": text, Plan: plan } = JSON.parse(json);
  // Reading the catalog is the driver's own statement.
  return text.includes("pg_catalog") ? [] : [plan];
}
