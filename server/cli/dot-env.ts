import { existsSync, readFileSync } from "node:fs";
import util from "node:util";
import { CannotStart } from "@/server/supervisor/cannot-start";

/**
 * Returns the variables of the file `.env` in the current folder; none without the file.
 * @throws CannotStart if it cannot be read
 */
export function readDotEnv(): NodeJS.Dict<string> {
  if (!existsSync(".env")) return {};
  if (!util.parseEnv) {
    throw new CannotStart(
      `Node ${process.version} cannot read .env. Use Node 20.12 or newer, or set its variables in the shell and remove it.`,
    );
  }
  return util.parseEnv(contents());
}

function contents(): string {
  try {
    const text = readFileSync(".env", "utf8");
    if (!text.includes("\0")) return text.replace(/^\uFEFF/, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`The file .env cannot be read (${code}). Check its permissions.`);
  }
  throw new CannotStart(
    "The file .env is not text in UTF-8, but probably in UTF-16. Save it as UTF-8.",
  );
}
