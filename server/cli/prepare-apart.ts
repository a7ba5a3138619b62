import { spawn } from "node:child_process";
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
    windowsHide: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  return {
    outcome: outcome(once(child, "message"), ended),
    async stop(): Promise<void> {
      if (child.kill("SIGKILL")) await ended;
    },
  };
}

async function outcome(message: Promise<unknown[]>, ended: Promise<unknown[]>): Promise<Prepared> {
  const died = ended.then(() => {
    throw new CannotStart("Preparing the database was interrupted. Start again.");
  });
  const [found] = (await Promise.race([message, died])) as [Outcome];
  if ("refusal" in found) throw new CannotStart(found.refusal);
  return found;
}
