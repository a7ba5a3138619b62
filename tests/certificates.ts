import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const key = ["-newkey", "rsa:2048", "-nodes"];

/** Creates an authority, which signs certificates of servers. */
export function makeAuthority() {
  const dir = mkdtempSync(path.join(tmpdir(), "postback-ca-"));
  const openssl = (...args: string[]) =>
    execFileSync("openssl", args, { cwd: dir, stdio: "ignore" });
  const file = path.join(dir, "ca.pem");
  openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", file, "-subj", "/CN=CA");
  let made = 0;

  return {
    file,
    pem: readFileSync(file, "utf8"),
    /**
     * Returns the files of a certificate and its key.
     * @param name such as `DNS:localhost`
     * @param days until it expires; may be negative
     */
    certificate(name: string, days = 1): { certFile: string; keyFile: string } {
      const of = (end: string) => path.join(dir, `${made}.${end}`);
      made++;
      const [certFile, keyFile, request] = [of("cert"), of("key"), of("request")];
      const subject = ["-subj", "/CN=server", "-addext", `subjectAltName=${name}`];
      openssl("req", ...key, "-keyout", keyFile, "-out", request, ...subject);
      const signing = ["-CA", file, "-CAkey", "ca.key", "-CAcreateserial", "-days", String(days)];
      const copying = ["-copy_extensions", "copy"];
      openssl("x509", "-req", "-in", request, ...signing, ...copying, "-out", certFile);
      return { certFile, keyFile };
    },
    close: () => rmSync(dir, { recursive: true }),
  };
}
