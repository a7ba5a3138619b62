import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startReceiver } from "@/tests/receiver";
import { curlCommand, placeholdersIn } from "./curl-command";

const request = {
  method: "POST" as const,
  url: "http://example.com/hook?a='b'&c=$HOME",
  headers: [
    ["host", "example.com"],
    ["webhook-id", "1"],
    ["webhook-signature", "v1,abc"],
    ["x-odd", `"quotes" and 'quotes' and \`ticks\``],
  ] as [string, string][],
  body: '{"name":"it\'s $(rm -rf /)"}',
};

/** Returns the words into which a shell splits the command, one per line. */
function words(command: string): string[] {
  const printed = execFileSync("sh", ["-c", command.replace(/^curl/, "printf '%s\\n'")]);
  return printed.toString().trimEnd().split("\n");
}

test("a shell reads the command as it was meant, whatever stands in it", () => {
  expect(words(curlCommand(request, true))).toEqual([
    ...["-X", "POST", request.url],
    ...["-H", "webhook-id: 1", "-H", "webhook-signature: v1,abc"],
    ...["-H", `x-odd: "quotes" and 'quotes' and \`ticks\``],
    ...["--data-raw", request.body],
  ]);
});

test("unsigned it has no signature, and nothing that only a signature is about", () => {
  expect(curlCommand(request, false)).not.toMatch(/signature|timestamp/);
});

test("values that the log does not show are to be filled in", () => {
  expect(placeholdersIn(request)).toEqual([]);
  const headers: [string, string][] = [["authorization", "***"]];
  expect(placeholdersIn({ ...request, headers })).toEqual([
    "Replace *** with the values of the custom headers.",
  ]);
  const url = "https://example.com/?token=•••";
  expect(placeholdersIn({ ...request, url, headers })).toHaveLength(2);
});

test.each([
  ["braces in the query", "/a?b={1,2}", '{"data":1}'],
  ["brackets in the path and the query", "/a[1-3]?filter[x]={1,2}", '{"data":1}'],
  ["a body that is too long for an argument", "/long", `{"data":"${"é'".repeat(50_000)}"}`],
])("curl sends one request, with the URL and the body as they were: %s", async (_, path, body) => {
  const receiver = await startReceiver();
  const url = new URL(path, receiver.url).href;
  const command = curlCommand({ ...request, url, body }, false);
  await promisify(execFile)("bash", [await written(command)]);
  expect(receiver.received.map((one) => [one.path, one.body])).toEqual([[path, body]]);
  await receiver.close();
});

/** Returns a file with the command, which is too long for an argument itself. */
async function written(command: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "curl-")), "command");
  await writeFile(file, command);
  return file;
}
