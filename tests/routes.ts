import { readdirSync } from "node:fs";
import path from "node:path";
import { root } from "@/server/supervisor/root";

/** All pages, as patterns such as `/webhooks/[id]/settings`. New ones are included automatically. */
export const pages: string[] = readdirSync(path.join(root, "app"), { recursive: true })
  .map((file) => String(file).replaceAll(path.sep, "/"))
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file.replace(/(^|\/)page\.tsx$/, "").replace(/\([^)]*\)\/?/g, "")}`)
  .map((pattern) => pattern.replace(/(?<=.)\/$/, ""))
  .sort();

/** Ids for patterns, by the segment before them. */
export type Known = Record<string, string>;

/** Returns the URL of a page. @throws Error if no id of that kind is known */
export function addressOf(pattern: string, known: Known): string {
  return pattern.replace(/\/([^/]+)\/\[[^\]]+\]/g, (_, noun: string) => {
    const id = known[noun];
    if (id === undefined) throw new Error(`${pattern}: no id of ${noun} is known`);
    return `/${noun}/${id}`;
  });
}
