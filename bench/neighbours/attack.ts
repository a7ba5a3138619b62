import { setTimeout as delay } from "node:timers/promises";

/** Context of an attack. */
export type Target = {
  origin: string;
  /** Keys of one account: limits by key do not limit the account. */
  keys: string[];
  /** The attacker's server: `/slow` responds after six seconds, `/hang` never, other paths at once. */
  stranger: string;
  /** Strength of the attack, as a factor of its parallel requests. 1 is the original strength. */
  scale: number;
};

/** Runs until the signal aborts. */
export type Attack = (target: Target, signal: AbortSignal) => Promise<unknown>;

type Asked = { line: string; headers: Record<string, string>; body?: string };

/** Sends `parallel` requests at a time until the signal aborts. Counts responses by status. */
export async function hammer(
  target: Target,
  signal: AbortSignal,
  parallel: number,
  ask: (key: string, n: number) => Asked,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let sent = 0;
  const loop = async () => {
    while (!signal.aborted) {
      const n = sent++;
      const status = await request(target.origin, ask(eachKey(target, n), n), signal);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: scaled(target, parallel) }, loop));
  return statuses;
}

/** 0 means no response. */
async function request(origin: string, asked: Asked, signal: AbortSignal): Promise<number> {
  const { line, headers, body = null } = asked;
  const [method = "GET", path = "/"] = line.split(" ");
  try {
    const answer = await fetch(origin + path, {
      method,
      headers,
      body,
      signal,
      redirect: "manual",
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    if (!signal.aborted) await delay(10);
    return 0;
  }
}

export function scaled({ scale }: Target, count: number): number {
  return Math.ceil(count * scale);
}

/** Cycles through the keys. */
export function eachKey({ keys }: Target, n: number): string {
  return keys[n % keys.length] ?? "";
}

export function json(key: string) {
  return { "x-api-key": key, "content-type": "application/json" };
}

/** JSON of one event. */
export function publishText(more: { callbackUrl?: string } = {}): string {
  return JSON.stringify({
    event: "VIDEO_GENERATION_SUCCESS",
    data: { videoId: "v", notes: "x".repeat(300) },
    ...more,
  });
}
