import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { log } from "@/lib/log";
import { root } from "@/server/supervisor/root";
import { keepMessages, keptMessages } from "./kept-pages";
import { type FromRenderer, looks, type Template, type ToRenderer } from "./template";

const program = path.join(root, "dist/prepare-pages.js");

type Waiting = { promise: Promise<Template | undefined>; resolve(template?: Template): void };

/**
 * Templates of the public pages for the settings of this process. Those of the default look are prepared at the start,
 * those of another look at its first request.
 */
export class PreparedPages {
  readonly #looks = new Map<string, PreparedLook>();
  readonly #stopping = new AbortController();

  start(): void {
    this.#of("");
  }

  /** Returns whether no page has this path. False while the paths are unknown. */
  isUnknown(path: string): boolean {
    return this.#of("").isUnknown(path);
  }

  /** Resolves with the template when it is rendered, or with undefined when none will be. */
  get(path: string, look: string): Promise<Template | undefined> {
    return this.#of(look).get(path);
  }

  stop(): void {
    this.#stopping.abort();
  }

  #of(look: string): PreparedLook {
    const known = this.#looks.get(look);
    if (known) return known;
    const prepared = new PreparedLook(look);
    this.#looks.set(look, prepared);
    void prepared.prepare(this.#stopping.signal);
    return prepared;
  }
}

/**
 * The templates of one look: as another start left them, or rendered by a process of its own. They belong to one build,
 * which deletes those of earlier builds.
 */
class PreparedLook {
  readonly #look: string;
  readonly #templates = new Map<string, Template>();
  readonly #waiting = new Map<string, Waiting>();
  #paths: ReadonlySet<string> | undefined;
  #isComplete = false;
  #renderer: ChildProcess | undefined;

  constructor(look: string) {
    this.#look = look;
  }

  /** Never rejects. Without templates, `get` resolves with undefined. */
  async prepare(stopping: AbortSignal): Promise<void> {
    const folder = path.join(root, "dist/pages", String(looks.indexOf(this.#look)));
    const build = await currentBuild();
    const kept = await keptMessages(folder, build);
    for (const message of kept ?? []) this.#accept(message);
    if (!kept) {
      const messages: FromRenderer[] = [];
      const isRendered = await this.#renderApart(stopping, (message) => {
        messages.push(message);
        this.#accept(message);
      }).catch((error: unknown) => {
        log.warn({ err: error }, "preparing public pages failed");
        return false;
      });
      if (isRendered) await keepMessages(folder, build, messages);
    }
    this.#isComplete = true;
    for (const { resolve } of this.#waiting.values()) resolve();
    this.#waiting.clear();
  }

  isUnknown(path: string): boolean {
    return this.#paths !== undefined && !this.#paths.has(path);
  }

  async get(path: string): Promise<Template | undefined> {
    const known = this.#templates.get(path);
    if (known || this.#isComplete) return known;
    const waiting = this.#waiting.get(path) ?? deferred();
    this.#waiting.set(path, waiting);
    this.#request(path);
    return waiting.promise;
  }

  #request(path: ToRenderer): void {
    // With a callback, a renderer that has just ended is no error.
    if (this.#renderer?.connected) this.#renderer.send(path, () => {});
  }

  /** Resolves with whether all pages were rendered. Rejects if the system could not start the process. */
  #renderApart(signal: AbortSignal, accept: (message: FromRenderer) => void): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const child = fork(program, [this.#look], {
        serialization: "advanced",
        signal,
        stdio: ["ignore", "ignore", "pipe", "ipc"],
      });
      this.#renderer = child;
      for (const path of this.#waiting.keys()) this.#request(path);
      let complaints = "";
      child.stderr?.on("data", (chunk) => {
        complaints = `${complaints}${chunk}`.slice(-2000);
      });
      // Safe: the program sends nothing else.
      child.on("message", (message) => accept(message as FromRenderer));
      child.on("error", (error) => (signal.aborted ? resolve(false) : reject(error)));
      child.on("close", (code) => {
        // Negative after an error of the system, which `reject` passed on.
        if (code && code > 0) log.warn({ code, complaints }, "preparing public pages failed");
        resolve(code === 0);
      });
    });
  }

  #accept(message: FromRenderer): void {
    if ("paths" in message) {
      this.#paths = new Set(message.paths);
    } else if ("template" in message) {
      this.#templates.set(message.path, message.template);
      this.#waiting.get(message.path)?.resolve(message.template);
      this.#waiting.delete(message.path);
    }
  }
}

/** Returns the id that Next gave to its build; empty without one. */
function currentBuild(): Promise<string> {
  return readFile(path.join(root, ".next/BUILD_ID"), "utf8").catch(() => "");
}

function deferred(): Waiting {
  let resolve: Waiting["resolve"] = () => {};
  const promise = new Promise<Template | undefined>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
