import { readdirSync } from "node:fs";
import path from "node:path";
import { root } from "@/server/root";

/** Every page there is, as a pattern such as `/webhooks/[id]/settings`. A new one is here by being there. */
export const pages: string[] = readdirSync(path.join(root, "app"), { recursive: true })
  .map((file) => String(file).replaceAll(path.sep, "/"))
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file.replace(/(^|\/)page\.tsx$/, "").replace(/\([^)]*\)\/?/g, "")}`)
  .map((pattern) => pattern.replace(/(?<=.)\/$/, ""))
  .sort();

/** What a pattern's ids may be: the key is what stands before them. */
export type Known = Record<string, string>;

/** The address of a page. @throws Error when nothing is known of that kind */
export function addressOf(pattern: string, known: Known): string {
  return pattern.replace(/\/([^/]+)\/\[[^\]]+\]/g, (_, noun: string) => {
    const id = known[noun];
    if (id === undefined) throw new Error(`${pattern}: nothing of ${noun} is known`);
    return `/${noun}/${id}`;
  });
}
