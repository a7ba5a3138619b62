import { CopyButton } from "./copy-button";

type Props = {
  code: string;
  /** Name of the region and of its copy button. */
  label: string;
  wrap?: boolean;
  tall?: boolean;
};

/** Verbatim text with a copy button; scrolls inside its region. */
export function CodeBlock({ code, label, wrap = false, tall = false }: Props) {
  return (
    <div className="relative rounded-md border border-line bg-sunken">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus for keyboard users
        tabIndex={0}
        aria-label={label}
        className={`overflow-auto ${tall ? "max-h-128" : "max-h-96"} rounded-md`}
      >
        <pre
          className={`p-3 pr-12 font-mono text-xs leading-5 ${wrap ? "whitespace-pre-wrap wrap-anywhere" : ""}`}
        >
          {code}
        </pre>
      </section>
      <div className="absolute top-1.5 right-1.5 rounded-md bg-sunken">
        <CopyButton text={code} label={`Copy ${label}`} />
      </div>
    </div>
  );
}
