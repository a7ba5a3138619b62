import { expect } from "vitest";
import { anyAddress, origin } from "./client";

export type Told = {
  event: string;
  id?: string;
  data: {
    missed?: boolean;
    current?: boolean;
    changes?: { kind: string; ids: string[]; more: boolean }[];
  };
};

/** Opens the stream of changes and reads it as a browser's EventSource does. */
export async function listen(headers: Record<string, string>, query = "") {
  const ending = new AbortController();
  const answer = await fetch(`${origin}/v1/stream${query}`, {
    headers: { "x-forwarded-for": anyAddress(), ...headers },
    signal: ending.signal,
  });
  expect(answer.status).toBe(200);
  const stream = messages(answer.body!);
  return {
    headers: answer.headers,
    close: () => ending.abort(),
    next: async () => (await stream.next()).value,
    /** Returns all events up to the first match, without the beats before it. */
    async until(fits: (one: Told) => boolean): Promise<Told[]> {
      const heard: Told[] = [];
      for (;;) {
        const { value } = await stream.next();
        if (!value) throw new Error("The stream ended.");
        if (fits(value)) return [...heard, value];
        if (value.event !== "beat") heard.push(value);
      }
    },
    /** Reads to the end. */
    async ended(): Promise<void> {
      while (!(await stream.next()).done);
    },
  };
}

async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<Told, undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/, 2)));
      if (fields.data) yield { event: fields.event, id: fields.id, data: JSON.parse(fields.data) };
    }
  }
  return undefined;
}
