import { readFileSync, statSync } from "node:fs";

/** Operating-system account for the Postgres programs, which refuse to run as root. */
export type Account = { prefix: string[]; owner?: { uid: number; gid: number } };

const ourselves: Account = { prefix: [] };

/** Root to the file system, so it may enter folders such as `/root`; an ordinary user to itself. */
const mapped: Account = {
  prefix: ["unshare", "--user", "--map-user=65534", "--map-group=65534"],
};

/** In the order to try for a new folder. */
export function accountsToTry(): Account[] {
  if (process.getuid?.() !== 0) return [ourselves];
  const owner = lookUp("postgres") ?? lookUp("nobody");
  return owner ? [{ prefix: [], owner }, mapped] : [mapped];
}

/** Returns the owner of the folder: Postgres opens only folders of its own user. */
export function accountOf(dataFolder: string): Account {
  if (process.getuid?.() !== 0) return ourselves;
  const { uid, gid } = statSync(dataFolder);
  return uid === 0 ? mapped : { prefix: [], owner: { uid, gid } };
}

function lookUp(name: string): Account["owner"] {
  const entry = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .find(([user]) => user === name);
  return entry && { uid: Number(entry[2]), gid: Number(entry[3]) };
}
