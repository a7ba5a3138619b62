import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext, type SecureContext } from "node:tls";

/** How a URL asks for TLS. The driver knows the modes that need no file. */
type Tls = string | TlsOptions;
type TlsOptions = {
  /** Read anew for each connection, so that a renewed certificate needs no restart. */
  readonly secureContext: SecureContext;
  rejectUnauthorized: boolean;
  /** Only in mode `verify-ca`, which accepts any name. */
  checkServerIdentity?: () => undefined;
};
type Files = { sslrootcert: string | null; sslcert: string | null; sslkey: string | null };

const modes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
const withFiles = modes.slice(3);
const strictest = "verify-full";

export class TlsMisconfigured extends Error {}

/**
 * Returns the URL without its parameters of TLS, and what they ask for: `sslmode`, `sslrootcert`, `sslcert` and `sslkey` with their
 * meaning in libpq (https://www.postgresql.org/docs/18/libpq-ssl.html). As there, `require` with a file of authorities verifies it.
 * Without `sslmode`, a file asks for `verify-full`.
 * @throws TlsMisconfigured with the parameter that is wrong
 */
export function tlsOf(withTls: URL): { url: URL; tls: Tls | undefined } {
  const url = new URL(withTls);
  const take = (name: string) => {
    const text = url.searchParams.get(name);
    url.searchParams.delete(name);
    return text;
  };
  const [given, root] = [take("sslmode"), take("sslrootcert")];
  // The word that libpq has for the authorities of the system, which it accepts with the strictest mode only. Node brings its own.
  const isSystem = root === "system";
  const files = {
    sslrootcert: isSystem ? null : root,
    sslcert: take("sslcert"),
    sslkey: take("sslkey"),
  };
  const hasFiles = Object.values(files).some((file) => file !== null);
  const mode = isSystem ? strictest : (given ?? (hasFiles ? strictest : "disable"));
  if (!modes.includes(mode))
    throw new TlsMisconfigured(`sslmode=${mode} is unknown. Use one of ${modes.join(", ")}.`);
  if (mode === "disable") return { url, tls: undefined };
  return { url, tls: hasFiles || mode === "verify-ca" ? fromFiles(mode, files) : mode };
}

function fromFiles(mode: string, files: Files): TlsOptions {
  if (!withFiles.includes(mode))
    throw new TlsMisconfigured(
      `sslmode=${mode} reads no certificates. Use one of ${withFiles.join(", ")}.`,
    );
  let context = contextOf(files);
  return {
    get secureContext() {
      try {
        context = contextOf(files);
      } catch {
        // The files are being replaced. The connection uses those read last.
      }
      return context;
    },
    rejectUnauthorized: mode !== "require" || files.sslrootcert !== null,
    ...(mode !== strictest && { checkServerIdentity: () => undefined }),
  };
}

/** @throws TlsMisconfigured for a file that is missing or has other content */
function contextOf({ sslrootcert, sslcert, sslkey }: Files): SecureContext {
  if ((sslcert === null) !== (sslkey === null))
    throw new TlsMisconfigured("sslcert and sslkey belong together. Set both or neither.");
  const ca = read("sslrootcert", sslrootcert);
  // Node ignores authorities that it cannot parse.
  if (ca !== undefined) attempt("sslrootcert", () => new X509Certificate(ca));
  const [cert, key] = [read("sslcert", sslcert), read("sslkey", sslkey)];
  return attempt("sslcert and sslkey", () => createSecureContext({ ca, cert, key }));
}

function read(name: string, file: string | null): string | undefined {
  return file === null ? undefined : attempt(name, () => readFileSync(file, "utf8"));
}

function attempt<T>(names: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    const reason = (error as Error).message;
    throw new TlsMisconfigured(`${names} must name a readable file in PEM format (${reason}).`);
  }
}
