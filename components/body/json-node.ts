/** JSON as it was written: numbers and escapes keep their very text, which parsing would change. */
export type JsonNode =
  | { kind: "leaf"; text: string }
  | { kind: "object" | "array"; members: JsonMember[] };
export type JsonMember = { name: string | undefined; node: JsonNode };

type Branch = Extract<JsonNode, { members: JsonMember[] }>;

const begun: Record<string, Branch["kind"]> = { "{": "object", "[": "array" };
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Null for what is no JSON. Walks with a stack of its own, so that no depth exhausts the browser's. */
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

/** The string before a colon was read as a member of its own; it is the name of the next. */
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
