import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { CannotStart } from "@/server/supervisor/cannot-start";

/** `url` is that of the database without PgBouncer, `setupToken` that of the first administrator's sign-up. */
type Prepared = { url: string; setupToken: string | null };
/** What `prepare-main.ts` sends. */
export type Outcome = Prepared | { refusal: string };

type Preparation = {
  /** Arguments of Node for `prepare-main.ts`. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** File for the first API key of an embedded Postgres. */
  apiKeyFile?: string;
};

/**
 * Prepares the database in a process of its own: the driver, drizzle-orm and the migrations would stay in the memory of the
 * supervisor. `stop` ends it at once.
 */
export function prepareApart({ args, env, apiKeyFile }: Preparation) {
  const child = spawn(process.execPath, [...args, ...(apiKeyFile ? [apiKeyFile] : [])], {
    env,
    // Own process group: Ctrl-C in the terminal is for the supervisor, which then stops this process.
    detached: true,
    windowsHide: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return {
    outcome: outcomeOf(child),
    async stop(): Promise<void> {
      if (child.kill("SIGKILL")) await once(child, "exit");
    },
  };
}

async function outcomeOf(child: ChildProcess): Promise<Prepared> {
  // A message comes before the end of its channel. The exit of the process may be seen before both.
  const over = once(child, "disconnect").then(() => {
    throw new CannotStart("Preparing the database was interrupted. Start again.");
  });
  const [found] = (await Promise.race([once(child, "message"), over])) as [Outcome];
  if ("refusal" in found) throw new CannotStart(found.refusal);
  return found;
}
