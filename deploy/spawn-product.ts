import { spawn } from "node:child_process";
import { once } from "node:events";
import { choosePort } from "@/server/supervisor/ports";
import { until } from "@/tests/product";

type Options = {
  cwd: string;
  uid?: number;
  gid?: number;
  settings?: Record<string, string>;
};

const port = await choosePort();

/** Starts an installed product as its users do, without the environment of this process. */
export function spawnProduct([command = "", ...args]: string[], { settings, ...place }: Options) {
  const startedAt = Date.now();
  const origin = `http://127.0.0.1:${port}`;
  const { PATH } = process.env;
  const basics = { PATH, HOME: place.cwd, NODE_ENV: "production" as const };
  const env = { ...basics, ...settings, PORT: String(port) };
  const child = spawn(command, args, { ...place, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close").then(([code]) => code as number | null);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
    });
  }

  return {
    origin,
    port,
    output: () => output,
    /** Waits for the first 200 and returns the milliseconds since the start. */
    async healthy(): Promise<number> {
      await until(async () => {
        if (child.exitCode !== null) throw new Error(`The product ended: ${output}`);
        return (await fetch(`${origin}/healthz`).catch(() => null))?.ok;
      });
      return Date.now() - startedAt;
    },
    api: (key: string) => apiOf(origin, key),
    /** Returns the cookie of a new session. */
    async signIn(credentials: { email: string; password: string }): Promise<string> {
      const answer = await fetch(`${origin}/v1/session`, {
        method: "POST",
        headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
        body: JSON.stringify(credentials),
      });
      if (!answer.ok) throw new Error(`Sign-in: ${answer.status} ${await answer.text()}`);
      return answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";", 1)[0])
        .join("; ");
    },
    async stop(): Promise<number | null> {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      return ended;
    },
  };
}

/** Returns a client of the API. */
export function apiOf(origin: string, key: string) {
  async function call(line: string, body?: object) {
    const [method = "GET", at] = line.split(" ");
    const answer = await fetch(`${origin}/v1${at}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${line}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }
  return { origin, call };
}
export type Api = ReturnType<typeof apiOf>;
