import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Tests of the mutated code only: none of them needs a database. */
export default defineConfig({
  root,
  resolve: { alias: { "@": root } },
  test: {
    env: { MASTER_KEY: Buffer.alloc(32, "postback").toString("base64") },
    include: [
      "lib/outbound/{address,target,policy,signature,key-ring}.test.ts",
      "lib/api-keys/*.test.ts",
      "lib/session/*.test.ts",
      "lib/vault/vault.test.ts",
    ],
  },
});
