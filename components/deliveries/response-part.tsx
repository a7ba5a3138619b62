import { BodyView } from "@/components/body/body-view";
import type { AttemptDetail } from "@/lib/deliveries/queries";
import { formatBytes } from "@/lib/format";
import { causeMeanings } from "./cause-meanings";
import { CollapsedHeaders } from "./collapsed-headers";

type Props = { attempt: AttemptDetail; fileName: string };
type Response = NonNullable<AttemptDetail["response"]>;

export function ResponsePart({ attempt: { number, response, error, cause }, fileName }: Props) {
  if (!response) {
    return (
      <p className="wrap-anywhere rounded-md border border-line bg-sunken px-3 py-2 text-soft">
        Attempt {number} got no response. {error ?? (cause && causeMeanings[cause])}
      </p>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      {response.body === "" ? (
        <p className="rounded-md border border-line bg-sunken px-3 py-2 text-soft">
          {response.truncated ? "The body was not stored." : "The response had no body."}
        </p>
      ) : (
        <BodyView
          label="response body"
          body={response.body}
          encoding={response.encoding}
          remark={remarkOn(response)}
          fileName={fileName}
        />
      )}
      <CollapsedHeaders caption="Response headers" headers={response.headers} />
    </div>
  );
}

function remarkOn(response: Response): string | undefined {
  const type = headerOf(response, "content-type");
  const said = Number(headerOf(response, "content-length"));
  const cut =
    said > 0
      ? `truncated; the full body has ${formatBytes(said)}`
      : "truncated; the rest was not stored";
  const page = /html/i.test(type ?? "") && "HTML, shown as text";
  return [type, response.truncated && cut, page].filter(Boolean).join(", ") || undefined;
}

function headerOf({ headers }: Response, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
