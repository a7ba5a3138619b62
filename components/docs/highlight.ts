import { createCssVariablesTheme, createHighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";

export type Language =
  | "bash"
  | "javascript"
  | "typescript"
  | "json"
  | "python"
  | "go"
  | "ruby"
  | "php"
  | "http";
export type Piece = { text: string; kind: string };

/** Colours are classes, for the page's policy lets no inline style in. */
const theme = createCssVariablesTheme({ variablePrefix: "--code-" });

const highlighter = createHighlighterCore({
  themes: [theme],
  langs: [
    import("shiki/langs/bash.mjs"),
    import("shiki/langs/javascript.mjs"),
    import("shiki/langs/typescript.mjs"),
    import("shiki/langs/json.mjs"),
    import("shiki/langs/python.mjs"),
    import("shiki/langs/go.mjs"),
    import("shiki/langs/ruby.mjs"),
    import("shiki/langs/php.mjs"),
    import("shiki/langs/http.mjs"),
  ],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

/** The lines of a text, each in pieces of one kind. */
export async function highlight(code: string, lang: Language): Promise<Piece[][]> {
  const { codeToTokensBase } = await highlighter;
  const lines = codeToTokensBase(code, { lang, theme: theme.name ?? "css-variables" });
  return lines.map((line) =>
    line.map(({ content, color = "" }) => ({
      text: content,
      kind: /--code-token-([\w-]+)/.exec(color)?.[1] ?? "",
    })),
  );
}
