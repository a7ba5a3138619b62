import { highlight } from "./highlight";
import { SnippetTabs } from "./snippet-tabs";
import { verifySnippets } from "./verify-snippets";

/** How to verify a signature, language by language; highlighted on the server. */
export async function VerifySnippetTabs() {
  const panels = await Promise.all(
    verifySnippets.map(async ({ name, language, code }) => ({
      name,
      code,
      shown: await highlight(code, language),
    })),
  );
  return <SnippetTabs panels={panels} />;
}
