import { randomFillSync } from "node:crypto";
import { V7Generator } from "uuidv7";

/** Random numbers fetched at once: the library's own buffer of eight is filled again for every second id. */
const words = new Uint32Array(1024);
let used = words.length;

const generator = new V7Generator({
  nextUint32() {
    if (used === words.length) {
      randomFillSync(words);
      used = 0;
    }
    return words[used++] ?? 0;
  },
});

/** Differences between the clocks up to this one are left alone: an answer of the database takes time. */
const toleratedMs = 60_000;
let offsetMs = 0;

/** Notes the time that the database just answered, so that ids follow its clock if that of this process is wrong. */
export function noteDatabaseTime(timeMs: number): void {
  const differenceMs = timeMs - Date.now();
  offsetMs = Math.abs(differenceMs) > toleratedMs ? Math.round(differenceMs) : 0;
}

/** Returns the time in a UUIDv7 (RFC 9562, section 5.7), in ms since 1970. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Returns a new UUIDv7, greater than all before it in this process unless a clock steps back. */
export function newId(): string {
  return generator.generateOrResetWithTs(Date.now() + offsetMs).toString();
}
