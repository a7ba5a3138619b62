import { createElement as h, type ReactNode, Suspense, use } from "react";
import { renderToReadableStream } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { placeContent } from "./place-content";

/** React streams content of this length after the loading state, also when it is there already. */
const long = "x".repeat(20_000);
const hostile = `${long}</div><script>$RC("B:0","S:0")</script><div hidden id="S:0"><!--/$--><!--$-->`;

/** Makes an element that is rendered after the beginning of the document was sent. */
type Late = (content: ReactNode) => ReactNode;
type Page = (late: Late) => ReactNode;
type Options = Parameters<typeof renderToReadableStream>[1];

function render(page: Page, beginningSent: Promise<void>, options: Options) {
  const Late = ({ children }: { children: ReactNode }) => {
    use(beginningSent);
    return children;
  };
  const content = page((children) => h(Late, null, children));
  const html = h("html", null, h("body", null, content));
  return renderToReadableStream(html, { nonce: "bm9uY2U=", ...options });
}

async function streamed(page: Page, options: Options = {}): Promise<string> {
  let send = () => {};
  const beginningSent = new Promise<void>((resolve) => {
    send = resolve;
  });
  const stream = await render(page, beginningSent, options);
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    send();
  }
  return text;
}

/** Returns what React renders when it may send all of the content in its place. */
async function whole(page: Page): Promise<string> {
  const options = { progressiveChunkSize: Number.POSITIVE_INFINITY };
  const stream = await render(page, Promise.resolve(), options);
  await stream.allReady;
  return new Response(stream).text();
}

/** React measures the first frame of a streamed document; a whole one needs no such script. */
const frameTimer = /<script nonce="[^"]*" id="_R_">[^<]*<\/script>/;

const paragraph = (content: ReactNode) => h("p", null, content);
const boundary = (content: ReactNode, fallback: ReactNode = "Loading") =>
  h(Suspense, { fallback }, content);

const pages: Record<string, Page> = {
  "content that is longer than React sends in its place": () => boundary(paragraph(long)),
  "late content": (late) => boundary(late(paragraph("late"))),
  "a boundary within late content": (late) =>
    boundary(h("main", null, late(paragraph(long)), boundary(late(paragraph(long))))),
  "several boundaries with several late parts": (late) =>
    h(
      "main",
      null,
      boundary(h("div", null, late(paragraph("1")), paragraph(long), late(paragraph("2")))),
      boundary(late(paragraph("3"))),
    ),
  "a loading state that has boundaries": (late) =>
    boundary(late(paragraph("late")), h("div", null, boundary("…"), boundary("…"))),
  "nested divisions": (late) =>
    boundary(late(h("div", null, h("div", null, long), h("div", { title: "</div>" })))),
  "text that looks like a part": (late) => boundary(late(h("p", { title: hostile }, hostile))),
};

describe("places the content where React does in a document of one part", () => {
  test.each(Object.entries(pages))("%s", async (_, page) => {
    const document = await streamed(page);
    expect(document).toContain('<div hidden id="S:');
    expect(placeContent(document)?.replace(frameTimer, "")).toBe(await whole(page));
  });
});

test("a document without streamed parts stays as it is", async () => {
  const document = await streamed(() => paragraph(hostile));
  expect(placeContent(document)).toBe(document);
});

function Failing(): ReactNode {
  throw new Error("refused");
}

const others: Record<string, Page> = {
  "a row of a table": (late) =>
    h("table", null, h("tbody", null, boundary(late(h("tr", null, h("td"))), null))),
  "a shape of a drawing": (late) => h("svg", null, boundary(late(h("g")), null)),
  "a boundary that failed": (late) => boundary(late(h(Failing))),
};

test.each(Object.entries(others))("%s is left to the browser", async (_, page) => {
  const document = await streamed(page, { onError: () => "" });
  expect(placeContent(document)).toBeNull();
});

test("a document that ends before its parts is left to the browser", async () => {
  const document = await streamed(() => boundary(paragraph(long)));
  const beginning = document.slice(0, document.indexOf('<div hidden id="S:0">'));
  expect(placeContent(beginning)).toBeNull();
});
