import { spawnSync } from "node:child_process";
import { root } from "@/server/supervisor/root";
import { postback } from "@/tests/postback";
import { makeHome } from "@/tests/product";

const admin = { email: "admin@example.com", password: "correct horse battery" };

/** A fresh product with sample data and a signed-in user. `runner` is a program that starts the product. */
export async function startWithSample(flags: string[], runner: string[] = []) {
  const home = await makeHome();
  const env = { ...process.env, POSTBACK_DIR: home.dir };
  const command = ["--import", "tsx", "server/cli/postback.ts", "seed", ...flags];
  const { status } = spawnSync(process.execPath, command, { cwd: root, env, stdio: "inherit" });
  if (status !== 0) throw new Error("The sample data could not be added");
  const product = home.start(
    {
      HOST: "127.0.0.1",
      REQUESTS_PER_MINUTE: "1000000",
      PAGES_PER_MINUTE: "10000000",
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
    [...runner, ...postback, "start"],
  );
  const origin = await product.address();
  return { origin, cookie: await signIn(origin), close: () => home.close() };
}

/** Session cookie, as sent with a request. */
export async function signIn(origin: string, person = admin): Promise<string> {
  const answer = await fetch(new URL("/v1/session", origin), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(person),
  });
  if (!answer.ok) throw new Error(`Signing in failed: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
}
