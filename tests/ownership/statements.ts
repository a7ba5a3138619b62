import { readFileSync } from "node:fs";
import path from "node:path";
import { parseAst } from "rolldown/parseAst";

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** A statement that names a row by id without its owner. */
export type Unowned = { file: string; within: string; text: string };

/** Returns every operations.ts and all that they import in `lib`, transitively. */
export function operationFiles(begin: string[]): string[] {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const imported of importsOf(file)) visit(imported);
  };
  begin.forEach(visit);
  return [...seen].sort();
}

function importsOf(file: string): string[] {
  const source = readFileSync(file, "utf8");
  const found = source.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from "([^"]+)"/gm);
  return [...found].flatMap(([, from = ""]) => {
    const at = from.startsWith("@/lib/") ? from.slice(2) : path.join(path.dirname(file), from);
    const isOurs = from.startsWith("@/lib/") || from.startsWith(".");
    return isOurs ? [`${at}.ts`] : [];
  });
}

/** Returns look-ups by id in one source without the owner in the same conjunction. */
export function unownedIn(file: string, source = readFileSync(file, "utf8")): Unowned[] {
  const names = namesRow(tablesIn(source));
  const owners = ownersIn(source);
  const found: Unowned[] = [];
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  walk(parse(source), [], (node, above) => {
    if (!names(node, textOf(node))) return;
    const around = above.filter((one) => one.type === "CallExpression" && calleeOf(one) === "and");
    if (around.some((one) => owners.test(textOf(one)))) return;
    found.push({ file, within: functionAround(above), text: textOf(node).replace(/\s+/g, " ") });
  });
  return found;
}

function parse(source: string): Node {
  return parseAst(source, { lang: "ts" }) as unknown as Node;
}

/** Tables that the file imports: a comparison with one of their columns is the other side of a join. */
function tablesIn(source: string): string {
  const lists = source.matchAll(/import \{([^}]+)\} from "@\/db\/schema\/[^"]+"/g);
  return [...lists]
    .flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))
    .concat("no table")
    .join("|");
}

/**
 * Matches `eq(webhooks.id, id)`, and the same in SQL: `where d.id = ${id}`. The account id is excluded: comparing it
 * states the owner.
 */
function namesRow(tables: string) {
  const column = `(?:${tables})\\.`;
  const call = new RegExp(
    `^(?:eq|inArray|anyOf)\\(\\s*(?:\\w+\\.)?(?!accountId)(?:id|\\w+Id)\\s*,(?!\\s*${column})`,
  );
  const words = new RegExp(
    `\\b(?!account_id)(?:id|\\w+_id)\\}?\\s*(?:=|in|=\\s*any)\\s*\\(?\\s*\\$\\{(?!${column})`,
  );
  return ({ type }: Node, text: string): boolean =>
    (type === "CallExpression" && call.test(text)) ||
    (type === "TaggedTemplateExpression" && words.test(text));
}

const wrappers = ["owned", "ownedById", "accountById", "webhookById", "toWhere", "searchFilter"];

/** Conditions that compare the owner: `owned`, the functions of `lib` that wrap it, and such functions of this file. */
function ownersIn(source: string): RegExp {
  const functions = source.split(/^(?=(?:export )?(?:async )?function )/m);
  const local = functions
    .filter((text) => /^function (?:own|visible)\w*/.test(text) && /\bowned\(/.test(text))
    .map((text) => /function (\w+)/.exec(text)?.[1] ?? "");
  return new RegExp(`\\b(?:${[...wrappers, ...local].join("|")})\\(`);
}

function functionAround(above: Node[]): string {
  const named = above.findLast(({ type }) => type === "FunctionDeclaration");
  return ((named?.id as { name?: string } | undefined)?.name ?? "the module") as string;
}

function calleeOf({ callee }: Node): unknown {
  return (callee as { name?: string } | undefined)?.name;
}

function walk(node: Node, above: Node[], visit: (node: Node, above: Node[]) => void): void {
  visit(node, above);
  for (const part of Object.values(node)) {
    for (const child of Array.isArray(part) ? part : [part]) {
      if (child && typeof child === "object" && "type" in child)
        walk(child, [...above, node], visit);
    }
  }
}
