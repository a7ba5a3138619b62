import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { choosePort } from "@/server/supervisor/ports";
import { makeAuthority } from "@/tests/certificates";
import { until } from "@/tests/product";

export const proxies = ["nginx", "haproxy"] as const;
export type ProxyName = (typeof proxies)[number];

/**
 * Starts a load balancer with the configuration of this folder in front of two web processes. Only addresses and certificates are
 * other ones. It speaks TLS with a certificate for `localhost`, which the authority `ca` has signed.
 */
export async function startProxy(name: ProxyName, [first, second]: [string, string]) {
  const dir = await mkdtemp(path.join(tmpdir(), `postback-${name}-`));
  // The workers of nginx have an account of their own.
  await chmod(dir, 0o711);
  const authority = makeAuthority();
  const { certFile, keyFile } = authority.certificate("DNS:localhost");
  const port = await choosePort();
  const addressed = (file: string) =>
    readFileSync(`deploy/proxy/${file}`, "utf8")
      .replaceAll("127.0.0.1:3000", `127.0.0.1:${first}`)
      .replaceAll("127.0.0.1:3001", `127.0.0.1:${second}`);

  const starts = {
    async nginx() {
      const server = addressed("nginx.conf")
        .replace("listen 443 ", `listen 127.0.0.1:${port} `)
        .replace("/etc/ssl/postback.pem", certFile)
        .replace("/etc/ssl/postback.key", keyFile);
      await mkdir(path.join(dir, "logs"));
      const main = `daemon off; pid nginx.pid; error_log logs/error.log; events {} http { access_log off; ${server} }`;
      const config = await write("nginx.conf", main);
      return spawn("nginx", ["-p", dir, "-e", "logs/error.log", "-c", config]);
    },
    async haproxy() {
      const pair = [certFile, keyFile].map((file) => readFileSync(file, "utf8")).join("");
      const certificate = await write("postback.pem", pair);
      const whole = addressed("haproxy.cfg")
        .replace("bind :443 ", `bind 127.0.0.1:${port} `)
        .replace("/etc/haproxy/postback.pem", certificate);
      return spawn("haproxy", ["-db", "-f", await write("haproxy.cfg", whole)]);
    },
  };

  async function write(file: string, text: string): Promise<string> {
    const target = path.join(dir, file);
    await writeFile(target, text);
    return target;
  }

  const child = await starts[name]();
  let output = "";
  child.stderr.on("data", (chunk) => (output += chunk));
  const ended = once(child, "exit");
  const isListening = async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output}`);
    const socket = connect(port, "127.0.0.1");
    const answer = await once(socket, "connect").catch(() => null);
    socket.destroy();
    return answer !== null;
  };
  await until(isListening);
  return {
    origin: `https://localhost:${port}`,
    ca: authority.pem,
    async close(): Promise<void> {
      child.kill("SIGTERM");
      await ended;
      authority.close();
      await rm(dir, { recursive: true });
    },
  };
}
