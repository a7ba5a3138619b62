import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyInGo } from "@/components/snippets/verify-in-go";
import { verifyInNode } from "@/components/snippets/verify-in-node";
import { verifyInPhp } from "@/components/snippets/verify-in-php";
import { verifyInPython } from "@/components/snippets/verify-in-python";
import { verifyInRuby } from "@/components/snippets/verify-in-ruby";
import { newSecret, sign } from "@/lib/outbound/signature";
import { newPrivateKey, signingKey } from "@/lib/outbound/signing-key";

type Case = { headers: Record<string, string>; body: string; secret: string };

const body = '{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"v1","videoName":"Grüße 🎬"}}';
const secret = newSecret();

function signed(secrets: string[], timestamp = Math.floor(Date.now() / 1000)) {
  return {
    "webhook-id": "e1",
    "webhook-timestamp": String(timestamp),
    "webhook-signature": sign({ keys: secrets.map(signingKey), id: "e1", timestamp, body }),
  };
}

const genuine: Record<string, Case> = {
  "what Postback signs": { headers: signed([secret]), body, secret },
  "the second of two signatures": { headers: signed([newSecret(), secret]), body, secret },
  "one beside an asymmetric signature": {
    headers: signed([newPrivateKey(), secret]),
    body,
    secret,
  },
};
const forged: Record<string, Case> = {
  "another body": { headers: signed([secret]), body: `${body} `, secret },
  "another secret": { headers: signed([newSecret()]), body, secret },
  "an old request": { headers: signed([secret], 1_614_265_330), body, secret },
  "a time to come": {
    headers: signed([secret], Math.floor(Date.now() / 1000) + 900),
    body,
    secret,
  },
  "no time": { headers: { ...signed([secret]), "webhook-timestamp": "soon" }, body, secret },
  "no signature": { headers: { ...signed([secret]), "webhook-signature": "" }, body, secret },
  "no headers": { headers: {}, body, secret },
};
const cases = [...Object.values(genuine), ...Object.values(forged)];
const expected = [
  ...Object.values(genuine).map(() => true),
  ...Object.values(forged).map(() => false),
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "postback-snippets-"));
  writeFileSync(path.join(folder, "cases.json"), JSON.stringify(cases));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isThere = (command: string, flag: string) => spawnSync(command, [flag]).status === 0;

/** The very text a customer copies, as part of a program that prints what it thinks of each case. */
function judged(files: Record<string, string>, command: string, args: string[]): boolean[] {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const env = {
    ...process.env,
    GOCACHE: path.join(tmpdir(), "postback-go-cache"),
    GO111MODULE: "on",
  };
  return JSON.parse(execFileSync(command, args, { cwd: folder, env, encoding: "utf8" }));
}

describe("the code shown for verifying accepts what is genuine and nothing else", () => {
  test("in Node", () => {
    const main = `import { readFileSync } from "node:fs";
import { isFromPostback } from "./verify.mjs";
const cases = JSON.parse(readFileSync("cases.json", "utf8"));
console.log(JSON.stringify(cases.map((c) => isFromPostback(c.headers, Buffer.from(c.body), c.secret))));`;
    const files = { "verify.mjs": verifyInNode, "main.mjs": main };
    expect(judged(files, process.execPath, ["main.mjs"])).toEqual(expected);
  });

  test.runIf(isThere("python3", "--version"))("in Python", () => {
    const main = `import json
from verify import is_from_postback
cases = json.load(open("cases.json", encoding="utf-8"))
print(json.dumps([is_from_postback(c["headers"], c["body"].encode(), c["secret"]) for c in cases]))`;
    const files = { "verify.py": verifyInPython, "main.py": main };
    expect(judged(files, "python3", ["main.py"])).toEqual(expected);
  });

  test.runIf(isThere("go", "version"))(
    "in Go",
    () => {
      const main = `package main
import ("encoding/json"; "fmt"; "net/http"; "os"; "snippet/postback")
func main() {
	var cases []struct{ Headers map[string]string; Body, Secret string }
	text, _ := os.ReadFile("cases.json")
	if err := json.Unmarshal(text, &cases); err != nil { panic(err) }
	results := []bool{}
	for _, c := range cases {
		h := http.Header{}
		for name, value := range c.Headers { h.Set(name, value) }
		results = append(results, postback.IsFromPostback(h, []byte(c.Body), c.Secret))
	}
	out, _ := json.Marshal(results)
	fmt.Println(string(out))
}`;
      execFileSync("mkdir", ["-p", path.join(folder, "postback")]);
      const files = {
        "go.mod": "module snippet\n",
        "postback/verify.go": verifyInGo,
        "main.go": main,
      };
      expect(judged(files, "go", ["run", "."])).toEqual(expected);
    },
    120_000,
  );

  test.runIf(isThere("ruby", "--version"))("in Ruby", () => {
    const main = `require "json"
require_relative "verify"
cases = JSON.parse(File.read("cases.json", encoding: "UTF-8"))
puts JSON.generate(cases.map { |c| from_postback?(c["headers"], c["body"], c["secret"]) })`;
    const files = { "verify.rb": verifyInRuby, "main.rb": main };
    expect(judged(files, "ruby", ["main.rb"])).toEqual(expected);
  });

  test.runIf(isThere("php", "--version"))("in PHP", () => {
    const main = `<?php require "verify.php";
$cases = json_decode(file_get_contents("cases.json"), true);
echo json_encode(array_map(fn($c) => isFromPostback($c["headers"], $c["body"], $c["secret"]), $cases));`;
    const files = { "verify.php": verifyInPhp, "main.php": main };
    expect(judged(files, "php", ["main.php"])).toEqual(expected);
  });
});
