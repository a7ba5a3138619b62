import path from "node:path";
import type { Account } from "./account";

/** Returns the command for a Postgres program under an account. Secrets of the environment are not passed on. */
export function invocation({ prefix, owner }: Account, program: string, programArgs: string[]) {
  const [command = program, ...args] = [...prefix, program, ...programArgs];
  const { PATH, SystemRoot, TEMP, NODE_ENV } = process.env;
  const env = { PATH, SystemRoot, TEMP, NODE_ENV, LC_ALL: "C" };
  return {
    command,
    args,
    options: { ...owner, env, cwd: path.dirname(program), windowsHide: true },
  };
}
