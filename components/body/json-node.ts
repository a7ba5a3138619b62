/** A JSON syntax tree that keeps the original text of numbers and escapes. */
export type JsonNode =
  | { kind: "leaf"; text: string }
  | { kind: "object" | "array"; members: JsonMember[] };
export type JsonMember = { name: string | undefined; node: JsonNode };

type Branch = Extract<JsonNode, { members: JsonMember[] }>;

const begun: Record<string, Branch["kind"]> = { "{": "object", "[": "array" };
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Parses JSON; null for invalid text. Uses an explicit stack, so that depth cannot overflow the call stack. */
export function readJson(text: string): JsonNode | null {
  if (!isJson(text)) return null;
  const root: Branch = { kind: "array", members: [] };
  const open = [root];
  let name: string | undefined;

  const add = (node: JsonNode) => {
    open.at(-1)?.members.push({ name, node });
    name = undefined;
  };
  for (const [word] of text.matchAll(token)) {
    const kind = begun[word];
    if (kind) {
      const branch: Branch = { kind, members: [] };
      add(branch);
      open.push(branch);
    } else if (/^[\]}]$/.test(word)) open.pop();
    else if (word === ":") name = takeName(open.at(-1));
    else if (word !== ",") add({ kind: "leaf", text: word });
  }
  return root.members[0]?.node ?? null;
}

/** Turns the string before a colon, read as a member, into the name of the next member. */
function takeName(branch: Branch | undefined): string | undefined {
  const latest = branch?.members.pop();
  return latest?.node.kind === "leaf" ? latest.node.text : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
