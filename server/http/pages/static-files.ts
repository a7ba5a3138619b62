import { readdirSync } from "node:fs";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import path from "node:path";
import Negotiator from "negotiator";
import send from "send";
import { root } from "@/server/supervisor/root";

/** Names of these files contain a hash of their content, so they never change. */
const ofBuild = "/_next/static/";
const yearMs = 365 * 24 * 60 * 60 * 1000;

/** Compressed forms, the smallest first, with the endings that `compressAssets` gives them. */
const forms = [
  { encoding: "br", ending: ".br" },
  { encoding: "gzip", ending: ".gz" },
];
const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

type Folder = { folder: string; maxAge: number };
/** A file below a folder, and the compressed forms of it that lie beside it. */
type StaticFile = Folder & { name: string; forms: typeof forms };

/**
 * Files beside the pages: scripts, styles and fonts of the build, and those in `public`. They are sent as they lie on the disk, compressed
 * if the client accepts it. Next would compress each anew: 25 scripts took 50 ms of CPU, half of them on the main thread. Below
 * `/_next/static/` every path is answered here, if only with 404, so that Next is not loaded for it.
 */
export class StaticFiles {
  readonly #files: Map<string, StaticFile>;

  /** Reads the names of the files below `home`, the folder of the program. */
  constructor(home = root) {
    this.#files = new Map([
      ...filesIn("/", { folder: path.join(home, "public"), maxAge: 0 }),
      ...filesIn(ofBuild, { folder: path.join(home, ".next/static"), maxAge: yearMs }),
    ]);
  }

  /** Returns whether `answer` answers a path, which must be decodable. */
  has(pathname: string): boolean {
    return pathname.startsWith(ofBuild) || this.#files.has(decodeURIComponent(pathname));
  }

  /** Answers a GET or HEAD request. */
  answer(request: IncomingMessage, response: ServerResponse, pathname: string): void {
    const file = this.#files.get(decodeURIComponent(pathname));
    if (file) sendFile(file, request, response);
    else refuse(response, 404);
  }
}

function sendFile(file: StaticFile, request: IncomingMessage, response: ServerResponse): void {
  const { folder, name, maxAge } = file;
  const accepted = new Negotiator(request).encodings(file.forms.map(({ encoding }) => encoding));
  const form = file.forms.find(({ encoding }) => accepted.includes(encoding));
  const options = { root: folder, index: false as const, maxAge, immutable: maxAge > 0 };
  send(request, encodeURI(name + (form?.ending ?? "")), options)
    .on("headers", () => {
      const type = types[path.extname(name)];
      if (type) response.setHeader("content-type", type);
      if (file.forms.length > 0) response.setHeader("vary", "accept-encoding");
      if (form) response.setHeader("content-encoding", form.encoding);
    })
    // A missing one was removed by an update.
    .on("error", ({ status = 404 }: { status?: number }) => refuse(response, status))
    .pipe(response);
}

function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of ["content-encoding", "etag", "last-modified"]) response.removeHeader(name);
  response.setHeader("cache-control", "no-store");
  response.setHeader("content-type", "text/plain; charset=utf-8");
  const reason =
    status === 404
      ? "There is no such file. After an update, reload the page."
      : STATUS_CODES[status];
  response.writeHead(status).end(`${reason}\n`);
}

/** Returns the files below a folder by their paths in URLs, which begin with `prefix`. A folder that is missing has none. */
function filesIn(prefix: string, { folder, maxAge }: Folder): [string, StaticFile][] {
  const names = new Set(namesIn(folder));
  return [...names].map((name) => {
    const found = forms.filter(({ ending }) => names.has(name + ending));
    return [prefix + name, { folder, maxAge, name, forms: found }];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
      .map((name) => name.replaceAll(path.sep, "/"));
  } catch {
    return [];
  }
}
