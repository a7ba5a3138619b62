import { type Node, nodesOf } from "./record";

/** Returns the rows of a node in all of its loops, those that a condition removed included. */
export const rowsOf = (node: Node) => {
  const { "Rows Removed by Filter": filtered = 0, "Rows Removed by Join Filter": apart = 0 } = node;
  return (node["Actual Rows"] + filtered + apart) * node["Actual Loops"];
};

/** Returns the rows of the node that read most. */
export function largest(plans: Node[]): number {
  return Math.max(...plans.flatMap(nodesOf).map(rowsOf));
}
