/**
 * `npm run test:generators [name …]`: generates clients from the OpenAPI document of a running product, compiles them
 * and runs their calls. Needs the registries of npm, PyPI, Go and Maven; not part of `npm test`.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeHome } from "../product";
import { startReceiver } from "../receiver";
import type { Calls, Generator } from "./generator";
import { heyApi } from "./hey-api";
import { redocly, spectral } from "./linters";
import { installNodeTools } from "./node-tools";
import { oapiCodegen } from "./oapi-codegen";
import { openapiGeneratorGo } from "./openapi-generator-go";
import { openapiGeneratorJava } from "./openapi-generator-java";
import { openapiGeneratorPython } from "./openapi-generator-python";
import { openapiPythonClient } from "./openapi-python-client";
import { openapiTypescript } from "./openapi-typescript";
import { ensureToolchain } from "./toolchains";
import { makeWorkspace } from "./workspace";

const generators = [
  spectral,
  redocly,
  openapiTypescript,
  heyApi,
  openapiGeneratorPython,
  openapiGeneratorGo,
  openapiGeneratorJava,
  openapiPythonClient,
  oapiCodegen,
];

const wanted = process.argv.slice(2);
const chosen = generators.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
const dir = await mkdtemp(path.join(tmpdir(), "postback-generators-"));
const home = await makeHome();
const receiver = await startReceiver();
const failed: string[] = [];

try {
  const origin = await home.start({ ALLOW_PRIVATE_CIDRS: "127.0.0.0/8" }).address();
  const description = await fetch(new URL("/openapi.json", origin)).then((answer) => answer.text());
  const document = path.join(dir, "openapi.json");
  await writeFile(document, description);
  console.log("Installing the generators …");
  await installNodeTools(dir);
  const key = await home.apiKey();
  for (const generator of chosen) await report(generator, { origin, document, key });
} finally {
  await receiver.close();
  await home.close();
  await rm(dir, { recursive: true, force: true });
}
console.log(`${chosen.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

type Product = { origin: string; document: string; key: string };

async function report(generator: Generator, product: Product): Promise<void> {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  try {
    await pass(generator, product);
    console.log(`✓ ${generator.name} (${seconds()} s)`);
  } catch (error) {
    failed.push(generator.name);
    console.log(
      `✗ ${generator.name} (${seconds()} s)\n${error instanceof Error ? error.message : error}`,
    );
  }
}

async function pass({ name, tool, run }: Generator, { origin, document, key }: Product) {
  ensureToolchain(tool);
  const slug = name.replace(/\W+/g, "-");
  const callbackUrl = `${receiver.url}/${slug}/ü`;
  const env = {
    POSTBACK_URL: new URL(origin).origin,
    POSTBACK_KEY: key,
    CALLBACK_URL: callbackUrl,
  };
  const output = await run(await makeWorkspace(path.join(dir, slug), document, env));
  if (output === undefined) return;
  const calls: Calls = JSON.parse(output.trim().split("\n").at(-1) ?? "");
  await assertHappened(calls, callbackUrl, env);
}

/** Checks that the client's results match what the product returns to another client. */
async function assertHappened(
  { webhook, events, listed }: Calls,
  callbackUrl: string,
  { POSTBACK_URL, POSTBACK_KEY }: { POSTBACK_URL: string; POSTBACK_KEY: string },
): Promise<void> {
  const read = async (address: string) => {
    const answer = await fetch(POSTBACK_URL + address, { headers: { "x-api-key": POSTBACK_KEY } });
    return answer.json();
  };
  const kept = await read(`/v1/webhooks/${webhook}`);
  if (kept.callbackUrl !== callbackUrl) throw new Error(`The webhook is ${JSON.stringify(kept)}.`);
  const { deliveries } = await read(`/v1/deliveries?webhook=${webhook}`);
  const real = deliveries.map(({ eventId }: { eventId: string }) => eventId);
  const newestFirst = [...events].reverse();
  for (const found of [real, listed]) {
    if (events.length === 2 && found.join() === newestFirst.join()) continue;
    throw new Error(`Published ${events}; listed ${listed}; the product has ${real}.`);
  }
}
