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

/** Returns a new UUIDv7, greater than all before it in this process. */
export function newId(): string {
  return generator.generate().toString();
}
