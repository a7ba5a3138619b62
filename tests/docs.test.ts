import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { contents } from "@/app/docs/contents";
import { publishAnswers } from "@/app/docs/publish-answers";
import { curlOf } from "@/components/docs/curl";
import { type OpenApi, operationsOf, resolverOf } from "@/components/docs/document";
import { groupsOf } from "@/components/docs/groups";
import { searchNav } from "@/components/docs/search-nav";
import { readEnvironment } from "@/lib/env";
import { openApiDocument } from "@/lib/openapi/document";
import { endpoints } from "@/lib/openapi/endpoints";
import { transportProblems } from "@/lib/protocol/transport-problems";
import { connectionsBeside, connectionsOfWorker } from "@/server/cli/doctor/database";
import { root } from "@/server/supervisor/root";

const document = openApiDocument() as unknown as OpenApi;
const operations = operationsOf(document);
const resolve = resolverOf(document);
const schemas = Object.fromEntries(endpoints);

test("every operation stands in exactly one group", () => {
  const shown = groupsOf(document, operations).flatMap((group) =>
    group.operations.map(({ id }) => id),
  );
  expect(new Set(shown)).toEqual(new Set(endpoints.map(([name]) => name)));
  expect(shown).toHaveLength(endpoints.length);
});

test.each([
  ["outbox", "/docs/publishing#rule"],
  ["202", "/docs/publishing#answers"],
  ["hmac", "/docs/verify#request"],
  ["verify", "/docs/verify#code"],
  ["ip allowlist", "/docs/verify#network"],
  ["timeout", "/docs/causes#timeout"],
  ["ordering", "/docs/retries#order"],
  ["duplicate", "/docs/retries#order"],
  ["rate limit", "/docs/limits#limits"],
  ["backoff", "/docs/retries#schedule"],
  ["pagination", "/docs/limits#pages"],
  ["http_5xx", "/docs/causes#http_5xx"],
  ["authentication", "/docs#key"],
])("the search of the docs finds %j", (text, href) => {
  expect(searchNav(contents(), text).map((place) => place.href)).toContain(href);
});

test("connections of the processes are the same in the settings, the docs and the doctor", () => {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const web = readEnvironment({}).DATABASE_POOL_SIZE + connectionsBeside;
  expect(read(".env.example")).toContain(`opens up to ${connectionsBeside} more`);
  expect(read(".env.example")).toContain(`A worker opens up to ${connectionsOfWorker}.`);
  const scaling = read("docs/scaling.md");
  expect(scaling).toContain(`a web process opens ${web}, a worker ${connectionsOfWorker} `);
  expect(scaling).toContain(`opens up to ${web} and a worker up to ${connectionsOfWorker}.`);
});

test("the guide for publishers says what to do about every status that publishing answers", () => {
  const explained = new Set(publishAnswers.flatMap(([answer]) => answer.match(/\d{3}/g) ?? []));
  const publishing = operations.filter(({ path }) => path.startsWith("/v1/events"));
  const answered = publishing
    .filter(({ method }) => method === "POST")
    .flatMap(({ status, errors }) => [status, ...errors.map((error) => error.status)]);
  const beforeThem = [40401, 40500, ...Object.keys(transportProblems)].map((code) =>
    `${code}`.slice(0, 3),
  );
  expect([...answered, ...beforeThem].filter((status) => !explained.has(status))).toEqual([]);
});

test("every operation that a message or a guide names exists", () => {
  const known = new Set(operations.map(({ method, path }) => `${method} ${path}`));
  const texts = ["lib", "docs", "app/docs", "README.md", "SECURITY.md"].flatMap(textsIn);
  const named = texts.flatMap(
    (text) => text.match(/\b(GET|POST|PUT|PATCH|DELETE) \/v1[\w/{}.-]*/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(100);
  const paths = named.map((one) => one.replace(/[./]+$/, ""));
  expect(paths.filter((one) => !known.has(one))).toEqual([]);
});

/** Returns the texts of a file, or of a folder without its tests. */
function textsIn(place: string): string[] {
  const files = place.includes(".")
    ? [place]
    : readdirSync(path.join(root, place), { recursive: true }).map((file) => `${place}/${file}`);
  return files
    .filter((file) => /\.(md|tsx?)$/.test(file) && !/\.test\.ts$/.test(file))
    .map((file) => readFileSync(path.join(root, file), "utf8"));
}

const written = operations.filter(({ body }) => body !== null);

test.each(written.map((one) => [one.id, one] as const))(
  "the command of %s sends a valid request",
  (id, operation) => {
    const [, sent = "null"] = /-d '([^']*)'$/.exec(curlOf(operation, "http://a", resolve)) ?? [];
    const { error } = schemas[id]?.body?.safeParse(JSON.parse(sent)) ?? {};
    expect(error?.issues ?? [], sent).toEqual([]);
  },
);

test.each(operations.map((one) => [one.id, one] as const))(
  "the command of %s is one that a shell understands",
  (_, operation) => {
    const command = curlOf(operation, "http://127.0.0.1:3000", resolve);
    expect(command).toMatch(/^curl (-N )?(-X [A-Z]+ )?http:\/\/127\.0\.0\.1:3000\/v1/m);
    expect(command).not.toMatch(/[{}](?![^']*')/);
    const { isPublic, needsSession } = operation;
    expect(command.includes("$POSTBACK_KEY")).toBe(!isPublic && !needsSession);
    expect(command.includes("-b postback.cookies")).toBe(needsSession);
  },
);

test("commands that open a session store its cookies", () => {
  const storing = operations.filter((one) =>
    curlOf(one, "http://a", resolve).includes(" -c postback.cookies"),
  );
  expect(new Set(storing.map(({ id }) => id))).toEqual(
    new Set([
      ...["invitations.accept", "session.changePassword", "session.setup", "session.signIn"],
      "signInLinks.use",
    ]),
  );
});

test("the signature of the samples is one of their secret", () => {
  const checking = operations.find(({ id }) => id === "signatureCheck.check")!;
  const [, sent = ""] = /-d '([^']*)'$/.exec(curlOf(checking, "http://a", resolve)) ?? [];
  const { secret, headers, body } = JSON.parse(sent);
  const hmac = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"));
  hmac.update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
  const signature = `v1,${hmac.digest("base64")}`;
  expect(headers["webhook-signature"]).toBe(signature);
  for (const file of ["app/docs/(guides)/verify/page.tsx", "lib/openapi/webhooks.ts"])
    expect(readFileSync(path.join(root, file), "utf8")).toContain(signature);
});
