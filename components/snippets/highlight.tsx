import type { ReactNode } from "react";
import { createCssVariablesTheme, createHighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import type { Language } from "./verify-snippets";

export type Highlighted = Language | "bash" | "json" | "http";

/** Names instead of colours: the stylesheet knows both themes, and the page's policy allows no style in markup. */
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

/** Code with its parts told apart, worked out on the server: the browser gets spans and no highlighter. */
export async function highlight(code: string, language: Highlighted): Promise<ReactNode> {
  const made = await highlighter;
  const { tokens } = made.codeToTokens(code.trimEnd(), { lang: language, theme: "names" });
  return tokens.map((line, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: code does not move
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
