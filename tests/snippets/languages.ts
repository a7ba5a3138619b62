import { spawnSync } from "node:child_process";
import type { verifySnippets } from "@/components/snippets/verify-snippets";
import { installFromDebian } from "../install-from-debian";

type Name = (typeof verifySnippets)[number]["name"];
type Files = Record<string, string>;
/** Turns a snippet from the docs into a program that prints its verdict on each case of `cases.json`. */
type Language = {
  /** Commands that run a program; the first one for which `probe` succeeds is used. */
  commands: string[];
  probe: string[];
  debian: string[];
  files: (snippet: string) => Files;
  run: string[];
};

/** A verdict is true, false, or "throws". */
export const languages: Record<Name, Language> = {
  Node: {
    commands: [process.execPath],
    probe: ["--version"],
    debian: [],
    run: ["main.mjs"],
    files: (snippet) => ({
      "verify.mjs": snippet,
      "main.mjs": `import { readFileSync } from "node:fs";
import { isFromPostback } from "./verify.mjs";
const judge = ({ headers, body, secret }) => {
  try { return isFromPostback(headers, Buffer.from(body, "base64"), secret); } catch { return "throws"; }
};
console.log(JSON.stringify(JSON.parse(readFileSync("cases.json", "utf8")).map(judge)));`,
    }),
  },
  Python: {
    commands: ["python3", "/usr/bin/python3"],
    probe: ["-c", "import sys, cryptography; sys.exit(sys.version_info < (3, 9))"],
    debian: ["python3", "python3-cryptography"],
    run: ["main.py"],
    files: (snippet) => ({
      "verify.py": snippet,
      "main.py": `import base64, json
from verify import is_from_postback
def judge(c):
    # Some frameworks, such as aiohttp, decode bytes that are no UTF-8 like this.
    headers = {name: value.replace("ÿ", "\\udcff") for name, value in c["headers"].items()}
    try:
        return is_from_postback(headers, base64.b64decode(c["body"]), c["secret"])
    except ValueError:
        return "throws"
print(json.dumps([judge(c) for c in json.load(open("cases.json", encoding="utf-8"))]))`,
    }),
  },
  Go: {
    commands: ["go"],
    probe: ["version"],
    debian: ["golang-go"],
    run: ["run", "."],
    files: (snippet) => ({
      "go.mod": "module snippet\n\ngo 1.19\n",
      "postback/verify.go": snippet,
      "main.go": `package main
import ("encoding/json"; "fmt"; "net/http"; "os"; "snippet/postback")
func main() {
	var cases []struct{ Headers map[string]string; Body []byte; Secret string }
	text, _ := os.ReadFile("cases.json")
	if err := json.Unmarshal(text, &cases); err != nil { panic(err) }
	results := []any{}
	for _, c := range cases {
		h := http.Header{}
		for name, value := range c.Headers { h.Set(name, value) }
		genuine, err := postback.IsFromPostback(h, c.Body, c.Secret)
		if err != nil && !genuine { results = append(results, "throws") } else { results = append(results, genuine) }
	}
	out, _ := json.Marshal(results)
	fmt.Println(string(out))
}`,
    }),
  },
  Ruby: {
    commands: ["ruby"],
    probe: ["-ropenssl", "-rjson", "-e", "exit"],
    debian: ["ruby"],
    run: ["main.rb"],
    files: (snippet) => ({
      "verify.rb": snippet,
      "main.rb": `require "json"
require_relative "verify"
cases = JSON.parse(File.read("cases.json", encoding: "UTF-8"))
puts JSON.generate(cases.map { |c|
  begin
    # "ÿ" arrives as a byte that is no UTF-8.
    headers = c["headers"].transform_values { |value| value.gsub("ÿ", "\\xff") }
    from_postback?(headers, c["body"].unpack1("m0"), c["secret"])
  rescue ArgumentError
    "throws"
  end
})`,
    }),
  },
  PHP: {
    commands: ["php"],
    probe: ["-r", "exit(function_exists('sodium_crypto_sign_verify_detached') ? 0 : 1);"],
    debian: ["php-cli"],
    run: ["main.php"],
    files: (snippet) => ({
      "verify.php": snippet,
      "main.php": `<?php require "verify.php";
$judge = function ($c) {
    try { return isFromPostback($c["headers"], base64_decode($c["body"]), $c["secret"]); }
    catch (InvalidArgumentException $e) { return "throws"; }
};
echo json_encode(array_map($judge, json_decode(file_get_contents("cases.json"), true)));`,
    }),
  },
};

/** Returns the command that runs programs of a language, installed now if necessary. */
export function commandOf({ commands, probe, debian }: Language): string | undefined {
  const find = () => commands.find((command) => spawnSync(command, probe).status === 0);
  return find() ?? (installFromDebian(...debian) ? find() : undefined);
}
