"use client";

import { useSyncExternalStore } from "react";
import { CodeBlock } from "@/components/ui/code-block";

type Props = { request: string; apiKey?: string };

/** A command that works as pasted on this very installation, once a key is filled in. */
export function Curl({ request, apiKey = "$POSTBACK_KEY" }: Props) {
  const origin = useOrigin();
  const [line = "", ...body] = request.split("\n");
  const [method, path] = line.split(" ");
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${origin}${path}`,
    `-H "x-api-key: ${apiKey}"`,
    ...(body.length > 0 ? ['-H "content-type: application/json"', `-d '${body.join("\n")}'`] : []),
  ];
  const code = parts.join(" \\\n  ");
  return <CodeBlock code={code} label="curl command" wrap />;
}

/** Known to the browser alone; the server draws the address of a fresh installation. */
function useOrigin(): string {
  return useSyncExternalStore(
    () => () => {},
    () => window.location.origin,
    () => "http://127.0.0.1:3000",
  );
}
