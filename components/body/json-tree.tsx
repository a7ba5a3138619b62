"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { JsonMember, JsonNode } from "./json-node";
import { visible } from "./visible";

/** Deeper nodes, and nodes in large documents, stay collapsed until clicked. */
const openTo = 4;
const openUpTo = 60;
const portion = 100;
const brackets = { object: ["{", "}"], array: ["[", "]"] } as const;

/** JSON as a tree. Collapsed nodes are not rendered, so size and depth cost nothing. */
export function JsonTree({ node, label }: { node: JsonNode; label: string }) {
  return (
    <div className="p-2 font-mono text-xs leading-6">
      <Place member={{ name: undefined, node }} depth={0} label={label} last />
    </div>
  );
}

type PlaceProps = { member: JsonMember; depth: number; label: string; last: boolean };

function Place({ member, last, ...place }: PlaceProps) {
  const { name, node } = member;
  const comma = last ? "" : ",";
  if (node.kind !== "leaf" && node.members.length > 0) {
    return <Branch name={name} node={node} comma={comma} {...place} />;
  }
  const text = node.kind === "leaf" ? node.text : brackets[node.kind].join("");
  return (
    <div className="pl-6">
      <Name name={name} />
      <bdi className={`wrap-anywhere ${inkOf(text)}`}>{visible(text)}</bdi>
      {comma}
    </div>
  );
}

type BranchProps = {
  name: string | undefined;
  node: Extract<JsonNode, { members: JsonMember[] }>;
  depth: number;
  label: string;
  comma: string;
};

function Branch({ name, node: { kind, members }, depth, label, comma }: BranchProps) {
  const size = members.length;
  const [open, setOpen] = useState(depth === 0 || (depth < openTo && size <= openUpTo));
  const [begin, end] = brackets[kind];
  const path = name === undefined ? label : name.slice(1, -1);
  return (
    <div>
      <div className="flex">
        <button
          type="button"
          aria-expanded={open}
          aria-label={`${open ? "Fold" : "Unfold"} ${path}`}
          onClick={() => setOpen(!open)}
          className="-outline-offset-2! grid size-6 min-h-0! min-w-0! shrink-0 place-items-center rounded-sm text-faint hover:text-ink print:invisible"
        >
          <ChevronRight
            aria-hidden="true"
            className={`size-3.5 transition-transform ${open ? "rotate-90" : ""}`}
          />
        </button>
        <span className="min-w-0">
          <Name name={name} />
          {begin}
          {!open && <span className="text-faint">{` ${size} ${end}${comma}`}</span>}
        </span>
      </div>
      {open && (
        <>
          <Members members={members} depth={depth} label={path} />
          <div className="pl-6">
            {end}
            {comma}
          </div>
        </>
      )}
    </div>
  );
}

type MembersProps = { members: JsonMember[]; depth: number; label: string };

function Members({ members, depth, label }: MembersProps) {
  const [shown, setShown] = useState(portion);
  const more = members.length - shown;
  return (
    <div className="ml-3 border-line border-l pl-1.5">
      {members.slice(0, shown).map((member, position) => (
        <Place
          // biome-ignore lint/suspicious/noArrayIndexKey: members of a body keep their order
          key={position}
          member={member}
          depth={depth + 1}
          label={`${label} ${position}`}
          last={position === members.length - 1}
        />
      ))}
      {more > 0 && (
        <button
          type="button"
          onClick={() => setShown(shown + 10 * portion)}
          className="ml-6 rounded-sm text-accent underline-offset-2 hover:underline"
        >
          {more} more
        </button>
      )}
    </div>
  );
}

function Name({ name }: { name: string | undefined }) {
  if (name === undefined) return null;
  return (
    <>
      <bdi className="text-accent">{visible(name)}</bdi>
      {": "}
    </>
  );
}

function inkOf(text: string): string {
  if (text.startsWith('"')) return "text-good";
  return /^[-\d]/.test(text) ? "text-busy" : "text-soft";
}
