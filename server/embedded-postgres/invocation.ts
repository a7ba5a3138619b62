import path from "node:path";
import type { Account } from "./account";

/** How to run a Postgres program under an account. It is given none of our environment's secrets. */
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
