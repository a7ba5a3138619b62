import { once } from "node:events";
import { connect, type Socket } from "node:net";

type Answer = { status: number; body: string };

/** HTTP client with one reused connection and one request at a time, cheap compared with what it measures. */
export class Wire {
  readonly #socket: Socket;
  #text = "";
  #waiting: { done(answer: Answer): void; fail(error: Error): void } | undefined;

  static async open(origin: string): Promise<Wire> {
    const { hostname, port } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, "connect");
    return new Wire(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      this.#text += chunk;
      this.#settle();
    });
    socket.on("error", () => {});
    socket.on("close", () => this.#waiting?.fail(new Error("connection closed")));
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /** @throws Error when the connection is closed before the response */
  ask(request: string): Promise<Answer> {
    return new Promise((done, fail) => {
      if (!this.isOpen) return fail(new Error("connection closed"));
      this.#text = "";
      this.#waiting = { done, fail };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #settle(): void {
    const headEnd = this.#text.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const head = this.#text.slice(0, headEnd).toLowerCase();
    const body = this.#text.slice(headEnd + 4);
    const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
    const complete = length ? body.length >= Number(length) : body.endsWith("0\r\n\r\n");
    if (!complete) return;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.done({ status: Number(head.slice(9, 12)), body });
  }
}

export function requestText(url: string, headers: Record<string, string>, body: string): string {
  const { host, pathname } = new URL(url);
  const all = { host, "content-length": String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}
