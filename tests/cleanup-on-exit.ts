import { spawn } from "node:child_process";

/**
 * Runs a shell script once this process has exited, even by SIGKILL: the kernel closes the pipe that the shell reads.
 * Use it for servers and folders that a test or a benchmark must not leave behind.
 */
export function cleanupOnExit(script: string, ...args: string[]): void {
  if (process.platform === "win32") return;
  const shell = spawn("sh", ["-c", `read -r _; ${script}`, "sh", ...args], {
    // Ctrl-C reaches the whole process group; the shell must survive it.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.unref();
  shell.stdin.on("error", () => {});
  if ("unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
}

/** Stops the Postgres of a temporary folder and removes the folder once this process has exited. */
export function stopPostgresOnExit(dir: string): void {
  cleanupOnExit(
    `pid=$(head -n 1 "$1/postgres/postmaster.pid") && kill -QUIT "$pid"
    while kill -0 "$pid"; do sleep 0.1; done
    rm -rf "$1"`,
    dir,
  );
}
