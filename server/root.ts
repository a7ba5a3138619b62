import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, seen from `server/`. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
