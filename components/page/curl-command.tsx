"use client";

import { useChosenAccount } from "@/components/scope/account-scope";
import { CodeBlock } from "@/components/ui/code-block";
import { accountRequest } from "./account-request";
import { useOrigin } from "./origin";

type Props = { request: string; apiKey?: string };

/**
 * A curl command for this installation and the chosen account; it runs as pasted once `POSTBACK_KEY` is set. A given key may
 * be of another account.
 */
export function CurlCommand({ request, apiKey }: Props) {
  const origin = useOrigin();
  const account = useChosenAccount();
  const [line = "", ...body] = (apiKey ? request : accountRequest(request, account)).split("\n");
  const [method, path = ""] = line.split(" ");
  // Unquoted, zsh takes the question mark of a query for a pattern.
  const address = path.includes("?") ? `"${origin}${path}"` : `${origin}${path}`;
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${address}`,
    `-H "x-api-key: ${apiKey ?? "$POSTBACK_KEY"}"`,
    ...(body.length > 0 ? ['-H "content-type: application/json"', `-d '${body.join("\n")}'`] : []),
  ];
  const code = parts.join(" \\\n  ");
  return (
    <>
      <CodeBlock code={code} label="curl command" wrap />
      {!apiKey && (
        <p className="mt-1.5 text-faint text-sm">
          Put an API key into <code className="font-mono text-xs">POSTBACK_KEY</code> first.
        </p>
      )}
    </>
  );
}
