import { cookieOf } from "@/lib/preferences";

/** A rendered page in which `templateOrigin` stands for the origin of the installation. `body` is compressed by gzip. */
export type Template = { status: number; headers: Record<string, string>; body: Buffer };

/** A message of the process that renders: the paths of all pages, one template, or at the end the settings it read. */
export type FromRenderer =
  | { paths: string[] }
  | { path: string; template: Template }
  | { settings: string[] };

/** Path of a page for which a visitor waits. It is rendered next. */
export type ToRenderer = string;

export const templateHost = "origin-of-this-installation.invalid";
export const templateOrigin = `http://${templateHost}`;

/** Path under which the page for unknown addresses of the documentation is rendered. */
export const missingPage = "/docs/missing-page";

/** Preference cookies that affect rendering, with their values. All others are ignored on public pages. */
const drawn = [
  [cookieOf.density, ["compact"]],
  [cookieOf.theme, ["dark", "light"]],
] as const;

/** Every look of a page, as a cookie header. The first is the default. */
export const looks = combine(
  drawn.map(([name, values]) => ["", ...values.map((v) => `${name}=${v}`)]),
);

/** Returns the look that a cookie header selects: known values only, or every forged one would be a page of its own. */
export function lookOf(cookie = ""): string {
  const pairs = cookie.split(";").map((pair) => pair.trim());
  const chosen = drawn.map(([name, values]) =>
    pairs.find((pair) => values.some((value) => pair === `${name}=${value}`)),
  );
  return chosen.filter(Boolean).join("; ");
}

/** Returns whether a page has looks: only HTML does. */
export function hasLooks(path: string): boolean {
  return !/\.(json|txt)$/.test(path);
}

function combine(lists: string[][]): string[] {
  return lists.reduce(
    (all, list) => list.flatMap((one) => all.map((left) => [left, one].filter(Boolean).join("; "))),
    [""],
  );
}
