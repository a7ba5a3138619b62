import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, test } from "vitest";
import { verifySnippets } from "@/components/snippets/verify-snippets";
import { newSecret } from "@/lib/outbound/signature";
import { root } from "@/server/supervisor/root";
import { type Case, type Cases, publicKeyCases, sharedSecretCases } from "./snippets/cases";
import { commandOf, languages } from "./snippets/languages";

const folder = mkdtempSync(path.join(tmpdir(), "postback-snippets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const schemes = [
  ["v1", sharedSecretCases()],
  ["v1a", publicKeyCases()],
] as const;

describe.each(verifySnippets)("the code shown for verifying in $name", ({ name, ...snippet }) => {
  const language = languages[name];
  const command = commandOf(language);

  test.for(schemes)(
    "by %s accepts what is genuine, refuses the rest and throws without a secret",
    // Go compiles its standard library when its cache is empty.
    { timeout: 600_000 },
    ([scheme, cases], { skip }) => {
      if (!command)
        return skip(`${name} is not here, and Debian's ${language.debian} cannot be installed`);
      const within = path.join(folder, `${name}-${scheme}`);
      const files = {
        ...language.files(snippet[scheme]),
        "cases.json": JSON.stringify(Object.values(cases)),
      };
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(within, file)), { recursive: true });
        writeFileSync(path.join(within, file), text);
      }
      const GOCACHE = path.join(tmpdir(), "postback-go-cache");
      const env = { ...process.env, GOCACHE, GO111MODULE: "on", GOTOOLCHAIN: "local" };
      const output = execFileSync(command, language.run, { cwd: within, env, encoding: "utf8" });
      const verdicts: Case["verdict"][] = JSON.parse(output);
      const names = Object.keys(cases);
      expect(Object.fromEntries(names.map((name, n) => [name, verdicts[n]]))).toEqual(
        expected(cases),
      );
    },
  );
});

describe("docs/receiver.mjs", () => {
  test.each(["", "whsec_", "whsec_AAAA", "whsec_!", "secret"])(
    "does not start with the secret %j",
    async (WEBHOOK_SECRET) => {
      const { child, said } = receiver({ WEBHOOK_SECRET });
      const [code] = await once(child, "close");
      expect(code).not.toBe(0);
      expect(said()).toContain("WEBHOOK_SECRET must be whsec_");
    },
  );

  test("answers 204 to valid signatures and 401 to invalid ones", async () => {
    const cases = Object.entries(sharedSecretCases()).filter(([, one]) => one.verdict !== "throws");
    const [[, { secret }] = ["", { secret: "" }]] = cases;
    const { child } = receiver({ WEBHOOK_SECRET: secret });
    const [line] = await once(createInterface(child.stdout), "line");
    const [url = ""] = /http:\S+/.exec(line) ?? [];
    const answers: Record<string, number | undefined> = {};
    for (const [name, one] of cases) answers[name] = await statusOf(url, one);
    child.kill();
    await once(child, "close");
    expect(answers).toEqual(
      Object.fromEntries(cases.map(([name, { verdict }]) => [name, verdict ? 204 : 401])),
    );
  });
});

test("docs/receiver.mjs outlives a sender that ends the connection within a body", async () => {
  const { child, said } = receiver({ WEBHOOK_SECRET: newSecret() });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const [url = ""] = /http:\S+/.exec((await lines.next()).value) ?? [];
  const cut = request(url, {
    method: "POST",
    headers: { "content-length": 9, "webhook-id": "e1" },
  });
  cut.on("error", () => {}).write("half", () => cut.destroy());
  expect((await lines.next()).value, said()).toBe("REQUEST CUT OFF e1");
  child.kill();
  await once(child, "close");
});

function expected(cases: Cases) {
  return Object.fromEntries(Object.entries(cases).map(([name, { verdict }]) => [name, verdict]));
}

function receiver(variables: Record<string, string>) {
  const env = { ...process.env, PORT: "0", ...variables };
  const child = spawn(process.execPath, ["docs/receiver.mjs"], { cwd: root, env });
  let text = "";
  child.stderr.on("data", (chunk) => {
    text += chunk;
  });
  return { child, said: () => text };
}

async function statusOf(url: string, { headers, body }: Case): Promise<number | undefined> {
  const sent = request(url, { method: "POST", headers });
  sent.end(Buffer.from(body, "base64"));
  const [answer] = await once(sent, "response");
  answer.resume();
  return answer.statusCode;
}
