import { highlight } from "./highlight";
import { SnippetTabs } from "./snippet-tabs";
import { verifySnippets } from "./verify-snippets";

/** Verification code by language, for one signature scheme; highlighted on the server. */
export async function VerifySnippetTabs({ scheme = "v1" }: { scheme?: "v1" | "v1a" }) {
  const panels = await Promise.all(
    verifySnippets.map(async ({ name, language, [scheme]: code }) => ({
      name,
      code,
      shown: await highlight(code, language),
    })),
  );
  return <SnippetTabs panels={panels} of={scheme === "v1" ? "" : "public-key "} />;
}
