import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { cleanupOnExit } from "@/tests/cleanup-on-exit";

/** Why no tmpfs can be mounted here; null if it can. */
export const noSmallDisk: string | null = whyNot();

/** Mounts a tmpfs of this many megabytes. */
export function mountSmallDisk(megabytes: number) {
  const dir = mkdtempSync(path.join(tmpdir(), "postback-disk-"));
  const ballast = path.join(dir, "ballast");
  cleanupOnExit('while mountpoint -q "$1"; do umount "$1" || sleep 0.5; done; rmdir "$1"', dir);
  mount(dir, megabytes);
  return {
    dir,
    /** Fills the file system. */
    async fill(): Promise<void> {
      const file = await open(ballast, "a");
      const some = Buffer.alloc(8192, 1);
      const isFull = () =>
        file.write(some).then(
          () => false,
          () => true,
        );
      while (!(await isFull()));
      await file.close();
    },
    free: () => rm(ballast),
    async unmount(): Promise<void> {
      execFileSync("umount", [dir]);
      rmdirSync(dir);
    },
  };
}

function mount(dir: string, megabytes: number): void {
  const options = `size=${megabytes}m,mode=711`;
  execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", dir], { stdio: "pipe" });
}

function whyNot(): string | null {
  const dir = mkdtempSync(path.join(tmpdir(), "postback-disk-"));
  try {
    mount(dir, 1);
    execFileSync("umount", [dir]);
    return null;
  } catch (error) {
    return String((error as Error).message).trim();
  } finally {
    rmdirSync(dir);
  }
}
