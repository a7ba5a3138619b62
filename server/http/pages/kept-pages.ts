import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import { env, secretSettings } from "@/lib/env";
import { log } from "@/lib/log";
import type { FromRenderer } from "./template";

/** Pages that the renderer sent, their build, and the settings that the renderer read, with their values. */
type Kept = { build: string; settings: Record<string, unknown>; messages: FromRenderer[] };

/** Every request to the API reads these, for the client's address and the database. Public pages show neither. */
const notShown = new Set([
  ...["TRUST_PROXY", "DATABASE_POOL_SIZE"],
  ...["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL"],
]);

/**
 * Returns what an earlier start of this build kept in a folder, if every setting that its pages depend on has the same value
 * now. A process that an older build started may still write there after a new one was made.
 */
export async function keptMessages(
  folder: string,
  build: string,
): Promise<FromRenderer[] | undefined> {
  const names = await readdir(folder).catch(() => []);
  const kept = await Promise.all(names.map((name) => read(path.join(folder, name))));
  const now: Record<string, unknown> = env();
  const isCurrent = (each: Kept) =>
    each.build === build &&
    Object.entries(each.settings).every(([name, value]) => now[name] === value);
  return kept.find((each) => each && isCurrent(each))?.messages;
}

/** Keeps what the renderer sent for the next start. Without write access each start renders again. */
export async function keepMessages(
  folder: string,
  build: string,
  messages: FromRenderer[],
): Promise<void> {
  const names = messages
    .flatMap((message) => ("settings" in message ? message.settings : []))
    .filter((name) => !notShown.has(name));
  // Some pages show limits from the settings. Without any name, the reads were not recorded.
  if (names.length === 0) return log.warn("public pages not kept: no setting was recorded");
  const secret = names.find((name) => secretSettings.includes(name));
  if (secret) return log.warn({ setting: secret }, "public pages not kept: they read a secret");
  const now: Record<string, unknown> = env();
  const settings = Object.fromEntries(names.sort().map((name) => [name, now[name]]));
  const digest = createHash("sha256").update(JSON.stringify(settings)).digest("hex");
  const file = path.join(folder, digest.slice(0, 32));
  const draft = `${file}.${process.pid}`;
  const kept: Kept = { build, settings, messages };
  await mkdir(folder, { recursive: true })
    .then(() => writeFile(draft, serialize(kept)))
    .then(() => rename(draft, file))
    .catch((error: unknown) => log.debug({ err: error }, "public pages not kept"));
}

/** Returns null for a file that is not complete: a killed process leaves such drafts. */
async function read(file: string): Promise<Kept | null> {
  return readFile(file)
    .then(deserialize)
    .catch(() => null);
}
