import type { ReactNode } from "react";
import { createCssVariablesTheme, createHighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import type { Language } from "./verify-snippets";

export type Highlighted = Language | "bash" | "json" | "http";

/** Tokens map to class names: the stylesheet has both themes, and the page's policy forbids inline styles. */
const theme = createCssVariablesTheme({ name: "names", variablePrefix: "--code-" });

const highlighter = createHighlighterCore({
  themes: [theme],
  langs: [
    import("shiki/langs/javascript.mjs"),
    import("shiki/langs/python.mjs"),
    import("shiki/langs/go.mjs"),
    import("shiki/langs/ruby.mjs"),
    import("shiki/langs/php.mjs"),
    import("shiki/langs/bash.mjs"),
    import("shiki/langs/json.mjs"),
    import("shiki/langs/http.mjs"),
  ],
  engine: createJavaScriptRegexEngine(),
});

/** Highlights code on the server; the browser receives spans only. */
export async function highlight(code: string, language: Highlighted): Promise<ReactNode> {
  const made = await highlighter;
  const { tokens } = made.codeToTokens(code.trimEnd(), { lang: language, theme: "names" });
  return tokens.map((line, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of code keep their order
    <span key={n}>
      {line.map(({ content, color, offset }) => (
        <span key={offset} className={classOf(color)}>
          {content}
        </span>
      ))}
      {"\n"}
    </span>
  ));
}

/** "var(--code-token-keyword)" is the class "code-keyword". */
function classOf(color = ""): string | undefined {
  const [, name] = /--code-token-([a-z-]+)/.exec(color) ?? [];
  return name && `code-${name}`;
}
