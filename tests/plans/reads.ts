import type { Sql } from "@/db/client";
import { type Node, nodesOf } from "./record";

/** Tables whose size has no bound. Others may be read in sequence. */
const large = [
  "queue",
  "deliveries",
  "attempts",
  "events",
  "webhooks",
  "audit_log",
  "replay_items",
];

export type Reads = {
  /** Indexes by which each large table was read; a scan without an index is named as in the plan. */
  paths: Record<string, string[]>;
  /** Number of partitions of each large table in the plans, read or not. */
  partitions: Record<string, number>;
  /** Rows read from the large tables, those that a filter removed included. */
  rows: number;
  /** Rows of the largest sort. */
  sorted: number;
};

/** Returns a function that sums up what plans read. Partitions and their indexes count as the partitioned ones. */
export async function readsIn(sql: Sql) {
  const inherited = await sql<{ child: string; parent: string }[]>`
    select inhrelid::regclass::text as child, inhparent::regclass::text as parent from pg_inherits`;
  const parents = new Map(inherited.map(({ child, parent }) => [child, parent]));
  const named = (name = "") => parents.get(name) ?? name;

  return (plans: Node[]): Reads => {
    const nodes = plans.flatMap(nodesOf);
    const scans = nodes.filter(isScan).map((node) => ({
      table: named(node["Relation Name"]),
      partition: node["Relation Name"],
      paths: pathsOf(node).map(named),
      rows: rowsOf(node),
    }));
    const reads = scans.filter(({ table, rows }) => large.includes(table) && rows > 0);
    const pathsTo = (table: string) => distinct(reads.filter((read) => read.table === table));
    const partitionsOf = (table: string) =>
      new Set(scans.filter((scan) => scan.table === table).map(({ partition }) => partition)).size;
    const sorts = nodes.filter((node) => node["Node Type"].endsWith("Sort"));
    return {
      paths: Object.fromEntries(reads.map(({ table }) => [table, pathsTo(table)])),
      partitions: Object.fromEntries(large.map((table) => [table, partitionsOf(table)])),
      rows: reads.reduce((sum, { rows }) => sum + rows, 0),
      sorted: Math.max(0, ...sorts.map(({ Plans = [] }) => rowsOf(Plans[0]))),
    };
  };
}

function distinct(reads: { paths: string[] }[]): string[] {
  return [...new Set(reads.flatMap(({ paths }) => paths))].sort();
}

function isScan(node: Node): boolean {
  return node["Relation Name"] !== undefined && node["Node Type"] !== "ModifyTable";
}

function pathsOf(node: Node): string[] {
  // A bitmap scan of a table has the scans of its indexes below it.
  const indexes = nodesOf(node).flatMap((one) => one["Index Name"] ?? []);
  return indexes.length > 0 ? indexes : [node["Node Type"]];
}

function rowsOf(node: Node | undefined): number {
  if (!node) return 0;
  const { "Rows Removed by Filter": filtered = 0, "Rows Removed by Index Recheck": lossy = 0 } =
    node;
  return Math.round((node["Actual Rows"] + filtered + lossy) * node["Actual Loops"]);
}
