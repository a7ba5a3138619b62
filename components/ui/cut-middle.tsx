import { withoutIsolation } from "@/lib/format";

/** Enough to tell names apart that differ at their end. */
const keptAtEnd = 6;
/** The last word of a name with the sign before it, such as "/browser". A longer one is cut itself. */
const lastWord = /[^\p{L}\p{N}][\p{L}\p{N}]{5,11}$/u;

/**
 * Letters that can be taken apart anywhere: those of scripts written from left to right without joined or composed letters.
 * A cut elsewhere could reverse the parts of a name, separate joined letters or split an emoji.
 */
const separable =
  /^[\u0020-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u3000-\u9fff\uac00-\ud7a3]*$/;

/** Returns where the part begins that stays at the end of a name. */
export function cutAt(text: string): number {
  return lastWord.exec(text)?.index ?? Math.max(0, text.length - keptAtEnd);
}

/** A name in one line. Where it does not fit, its middle is cut, or its end if its letters cannot be taken apart. */
export function CutMiddle({ text }: { text: string }) {
  if (!separable.test(text)) {
    // The element isolates the name itself, and takes its direction, which decides the end that is cut.
    const name = withoutIsolation(text);
    return (
      <bdi className="block truncate" title={name}>
        {name}
      </bdi>
    );
  }
  const end = cutAt(text);
  return (
    <>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="flex min-w-0 whitespace-pre">
        <span className="overflow-hidden text-ellipsis">{text.slice(0, end)}</span>
        <span className="max-w-full shrink-0 overflow-hidden text-ellipsis">{text.slice(end)}</span>
      </span>
    </>
  );
}
