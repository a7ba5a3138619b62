import type { OpenApi, Operation } from "./document";

export type Group = { slug: string; title: string; lead: string; operations: Operation[] };

/** Returns the operations by their tag, in the order of the tags. */
export function groupsOf({ tags }: OpenApi, operations: Operation[]): Group[] {
  const groups = tags.map(({ name, "x-displayName": title, description: lead }) => ({
    slug: name,
    title,
    lead,
    operations: operations.filter(({ tag }) => tag === name),
  }));
  return groups.filter((group) => group.operations.length > 0);
}
