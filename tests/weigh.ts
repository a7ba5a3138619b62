import { gzipSync } from "node:zlib";

/** First load of a page, compressed, in kB. */
export const styleBudget = 15;
/** Fonts that a page preloads. */
export const fontBudget = 60;
const scripts: [pattern: RegExp, budget: number][] = [
  [/^\/(login|setup)$/, 145],
  [/^\/docs/, 147],
  [/^\/(accounts|audit|events|keys|replays|settings|users)($|\/)/, 188],
  [/^\/(|deliveries|webhooks|inbox|system)$/, 198],
  [/./, 200],
];

export function scriptBudget(pattern: string): number {
  return scripts.find(([known]) => known.test(pattern))?.[1] ?? 0;
}

export type Weight = { scripts: number; styles: number; fonts: number };

/** Returns first-load JavaScript, CSS and fonts of a page; null if it redirects. */
export async function weigh(url: string, cookie: string): Promise<Weight | null> {
  const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
  if (answer.status >= 300 && answer.status < 400) return null;
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const html = await answer.text();
  // Only browsers without modules load polyfills.
  const tags = html.match(/<script(?![^>]*nomodule)[^>]*\ssrc="[^"]+"/gi);
  const links = html.match(/<link(?=[^>]*rel="stylesheet")[^>]*>/gi);
  return {
    scripts: await sum(url, tags),
    styles: await sum(url, links),
    fonts: await sum(url, fontsIn(html, answer.headers.get("link") ?? "")),
  };
}

/** Fonts are preloaded by a header, or by the page where that is cached. */
function fontsIn(html: string, header: string): string[] {
  const files =
    `${html} ${header}`.match(/\/_next\/static\/media\/[^"<>]+\.p\.[^"<>]*woff2/g) ?? [];
  return files.map((file) => ` href="${file}"`);
}

async function sum(url: string, tags: string[] | null): Promise<number> {
  const addresses = new Set(tags?.map((tag) => /\s(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? ""));
  const sizes = await Promise.all([...addresses].map((each) => sizeOf(new URL(each, url).href)));
  return sizes.reduce((total, size) => total + size, 0) / 1000;
}

/** File names contain a hash of the content, so each is measured once. */
const known = new Map<string, Promise<number>>();

function sizeOf(file: string): Promise<number> {
  const size = known.get(file) ?? measure(file);
  known.set(file, size);
  return size;
}

async function measure(file: string): Promise<number> {
  const answer = await fetch(file);
  return gzipSync(new Uint8Array(await answer.arrayBuffer()), { level: 9 }).length;
}
