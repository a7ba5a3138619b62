import { type Highlighted, highlight } from "@/components/snippets/highlight";
import { CopyButton } from "@/components/ui/copy-button";

type Props = {
  code: string;
  language: Highlighted;
  /** Title, and name of the region and its copy button. */
  title: string;
  /** Context, where a page has several blocks of that title. */
  about?: string;
  /** Shown beside the title, such as a status. */
  note?: string;
};

/** Highlighted on the server; the browser receives text. */
export async function Code({ code, language, title, about, note }: Props) {
  const label = about ? `${title}: ${about}` : title;
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-sunken">
      <figcaption className="flex min-h-9 items-center gap-2 border-line border-b pr-1 pl-3.5 text-sm">
        <span className="min-w-0 truncate font-medium text-soft">{title}</span>
        {note && <span className="font-mono text-faint text-xs">{note}</span>}
        <span className="ml-auto">
          <CopyButton text={code} label={`Copy ${label}`} />
        </span>
      </figcaption>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus for keyboard users
        tabIndex={0}
        aria-label={label}
        className="max-h-96 overflow-auto -outline-offset-2"
      >
        <pre className="w-max min-w-full p-3.5 font-mono text-[0.78125rem] leading-[1.65]">
          {await highlight(code, language)}
        </pre>
      </section>
    </figure>
  );
}
