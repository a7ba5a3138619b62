import { spawn } from "node:child_process";

/**
 * A shell script that runs once this process is gone, however it died: it waits for a pipe to close, and the
 * system closes it. For what is started beside a test or a measurement and must not stay behind.
 */
export function lastWill(script: string, ...args: string[]): void {
  if (process.platform === "win32") return;
  const heir = spawn("sh", ["-c", `read -r _; ${script}`, "sh", ...args], {
    // Ctrl-C is not for it.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  heir.unref();
  heir.stdin.on("error", () => {});
  if ("unref" in heir.stdin && typeof heir.stdin.unref === "function") heir.stdin.unref();
}

/** Ends the Postgres that then runs in a temporary folder, and removes the folder. */
export function leaveNoPostgres(dir: string): void {
  lastWill(
    `pid=$(head -n 1 "$1/postgres/postmaster.pid") && kill -QUIT "$pid"
    while kill -0 "$pid"; do sleep 0.1; done
    rm -rf "$1"`,
    dir,
  );
}
