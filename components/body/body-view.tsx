"use client";

import { type ReactNode, useMemo, useState } from "react";
import { formatBytes } from "@/lib/format";
import { BodyTools } from "./body-tools";
import { bytesOf, hexLines } from "./hex-lines";
import { readJson } from "./json-node";
import { JsonTree } from "./json-tree";
import { visible } from "./visible";

type Props = {
  /** Name of the region and its buttons. */
  label: string;
  body: string;
  encoding?: "utf8" | "base64";
  /** Remark after the size. */
  remark?: string | undefined;
  fileName: string;
};

/** A body as formatted text or as bytes; never rendered as HTML. */
export function BodyView({ label, body, encoding = "utf8", remark, fileName }: Props) {
  const binary = encoding === "base64";
  const bytes = useMemo(
    () => (binary ? bytesOf(body) : new TextEncoder().encode(body)),
    [body, binary],
  );
  const json = useMemo(() => (binary ? null : readJson(body)), [body, binary]);
  const [pretty, setPretty] = useState(true);
  const [wrap, setWrap] = useState(true);
  const tree = pretty && json;
  const text = useMemo(() => (binary ? hexLines(bytes) : visible(body)), [binary, bytes, body]);
  return (
    <div className="min-w-0 rounded-md border border-line">
      <BodyTools
        label={label}
        bytes={bytes}
        text={binary ? text : body}
        fileName={`${fileName}.${json ? "json" : binary ? "bin" : "txt"}`}
        pretty={json ? pretty : undefined}
        onPretty={setPretty}
        wrap={tree || binary ? undefined : wrap}
        onWrap={setWrap}
      >
        {formatBytes(bytes.length)}
        {binary && ", binary: shown as bytes"}
        {remark && `, ${remark}`}
      </BodyTools>
      <BodyText label={label}>
        {tree ? (
          <JsonTree node={tree} label={label} />
        ) : (
          <pre
            dir="ltr"
            className={`p-3 font-mono text-xs leading-5 ${wrap && !binary ? "whitespace-pre-wrap wrap-anywhere" : ""}`}
          >
            {text}
          </pre>
        )}
      </BodyText>
    </div>
  );
}

/** Scroll container of a body. */
function BodyText({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus for keyboard users
      tabIndex={0}
      aria-label={label}
      className="-outline-offset-2! max-h-128 overflow-auto rounded-b-md bg-sunken print:max-h-none"
    >
      {children}
    </section>
  );
}
