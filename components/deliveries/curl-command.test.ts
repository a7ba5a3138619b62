import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlCommand } from "./curl-command";

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
