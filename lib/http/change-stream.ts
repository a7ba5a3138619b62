import type { Notice } from "@/lib/changes/change";
import type { Hub, Listener } from "@/lib/changes/hub";
import type { Context } from "@/lib/context";
import { Problem } from "@/lib/protocol/problem";
import { streamApi } from "@/lib/stream/contract";
import { mine } from "@/lib/stream/mine";
import { assertStillAdmitted } from "./still-admitted";

const beatMs = 15_000;
const reconnectMs = 2000;
/** Who reads so slowly that this many wait is cut off, and looks at everything again when it is back. */
const waitingLimit = 256;

/** After these, somebody who listens may no longer be allowed to. */
const aboutCallers = new Set(["session", "sessions", "users", "api-keys"]);

const encoder = new TextEncoder();

type Settings = { ctx: Context; hub: Hub; lastId: string | null; ended: () => void };

/** One caller's server-sent events: `ready`, then `changed` as often as something is. */
export class ChangeStream implements Listener {
  readonly body: ReadableStream<Uint8Array>;
  readonly #ctx: Context;
  readonly #lastId: string | null;
  readonly #ended: () => void;
  readonly #beating: NodeJS.Timeout;
  readonly #unhear: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** In the order in which they were heard, whatever has to be looked up for them. */
  #last: Promise<void> = Promise.resolve();

  constructor({ ctx, hub, lastId, ended }: Settings) {
    this.#ctx = ctx;
    this.#lastId = lastId;
    this.#ended = ended;
    this.body = new ReadableStream(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.end(),
      },
      { highWaterMark: waitingLimit },
    );
    this.#write(`retry: ${reconnectMs}\n\n`);
    this.#beating = setInterval(() => this.#beat(), beatMs).unref();
    this.#unhear = hub.hear(this);
  }

  ready(id: string): void {
    const missed = this.#lastId !== id;
    this.#write(`id: ${id}\nevent: ready\ndata: ${JSON.stringify({ missed })}\n\n`);
  }

  changed(notices: Notice[], id: string): void {
    if (notices.some(({ kind }) => aboutCallers.has(kind))) void this.#checkCaller();
    this.#last = this.#last.then(async () => {
      const changes = await mine(this.#ctx, notices).catch(() => undefined);
      // What cannot be told now is told by the next connection: everything is to be looked at.
      if (!changes) this.end();
      else if (changes.length > 0) {
        this.#write(`id: ${id}\nevent: changed\ndata: ${JSON.stringify({ changes })}\n\n`);
      }
    });
  }

  end(): void {
    const controller = this.#controller;
    if (!controller) return;
    this.#controller = undefined;
    clearInterval(this.#beating);
    this.#unhear();
    this.#ended();
    try {
      controller.close();
    } catch {
      // The reader has cancelled it.
    }
  }

  #beat(): void {
    // An event, for a page cannot hear comments and would not know that the connection is lost.
    this.#write("event: beat\ndata: {}\n\n");
    void this.#checkCaller();
  }

  async #checkCaller(): Promise<void> {
    try {
      await assertStillAdmitted(this.#ctx, streamApi.read.access);
    } catch (error) {
      // A database that is away says nothing about the caller.
      if (error instanceof Problem) this.end();
    }
  }

  #write(text: string): void {
    if (!this.#controller) return;
    this.#controller.enqueue(encoder.encode(text));
    if ((this.#controller.desiredSize ?? 0) <= 0) this.end();
  }
}
