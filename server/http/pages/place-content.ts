/** Calls by which React moves a streamed part, at the end of a script: into a boundary, or into a gap of another part. */
const call =
  /\$R(?:C\("(?<boundary>B:[0-9a-f]+)","(?<content>S:[0-9a-f]+)"|S\("(?<filler>S:[0-9a-f]+)","(?<gap>P:[0-9a-f]+)")\)<\/script>/;
const divs = /<(\/?)div[ >]/g;
/** Comments around a boundary, as React's `$RV` counts them. */
const boundaries = /<!--(\/?)[$&][?!~]?-->/g;
/** Parts and calls that are left. */
const unplaced = /<template id="[BP]:|\$R[CSXR]\("/;

/**
 * Moves the streamed parts of a whole document to their places, as the scripts of React 19 in it would do. A browser then lays
 * out the content with its first frame, and not again after a loading state. Text is never taken for a part, because React
 * escapes `<` and `"`.
 *
 * Returns null if a part has another form, such as a row of a table or a boundary that failed: then the browser moves all parts.
 */
export function placeContent(html: string): string | null {
  let placed = html;
  for (let found = call.exec(placed); found; found = call.exec(placed)) {
    const { boundary, content, filler, gap } = found.groups ?? {};
    const script = placed.lastIndexOf("<script", found.index);
    placed = placed.slice(0, script) + placed.slice(found.index + found[0].length);
    const part = find(placed, `<div hidden id="${content ?? filler}">`, divs);
    if (!part) return null;
    placed = placed.slice(0, part.start) + placed.slice(part.end + "</div>".length);
    const next = boundary
      ? complete(placed, boundary, part.inner)
      : replace(placed, `<template id="${gap}"></template>`, part.inner);
    if (next === null) return null;
    placed = next;
  }
  return unplaced.test(placed) ? null : placed;
}

/** Replaces the loading state of a boundary, and marks the boundary as complete. */
function complete(html: string, id: string, content: string): string | null {
  const fallback = find(html, `<!--$?--><template id="${id}"></template>`, boundaries);
  if (!fallback) return null;
  return `${html.slice(0, fallback.start)}<!--$-->${content}${html.slice(fallback.end)}`;
}

function replace(html: string, gap: string, content: string): string | null {
  const start = html.indexOf(gap);
  return start < 0 ? null : html.slice(0, start) + content + html.slice(start + gap.length);
}

/** Returns the place of what `opening` begins and what is inside. `end` is the place of the mark that closes it. */
function find(html: string, opening: string, marks: RegExp) {
  const start = html.indexOf(opening);
  if (start < 0) return null;
  const from = start + opening.length;
  marks.lastIndex = from;
  let depth = 1;
  for (let mark = marks.exec(html); mark; mark = marks.exec(html)) {
    depth += mark[1] ? -1 : 1;
    if (depth === 0) return { start, end: mark.index, inner: html.slice(from, mark.index) };
  }
  return null;
}
