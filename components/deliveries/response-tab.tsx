import { BodyView } from "@/components/body/body-view";
import type { AttemptDetail } from "@/lib/deliveries/queries";
import { formatBytes } from "@/lib/format";
import { causeWords } from "./causes";
import { HeaderTable } from "./header-table";
import { Part } from "./part";

type Props = { attempt: AttemptDetail; fileName: string };
type Response = NonNullable<AttemptDetail["response"]>;

export function ResponseTab({ attempt: { number, response, error, cause }, fileName }: Props) {
  if (!response) {
    return (
      <p className="wrap-anywhere text-soft">
        Attempt {number} got no response. {error ?? (cause && causeWords[cause].what)}
      </p>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="font-mono text-xs">
        <span className="font-semibold">HTTP {response.statusCode}</span>{" "}
        {headerOf(response, "content-type")}
      </p>
      <Part name="Body">
        {response.body === "" ? (
          <p className="text-soft">
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
      </Part>
      <Part name="Headers">
        <HeaderTable caption="Response headers" headers={response.headers} />
      </Part>
    </div>
  );
}

function remarkOn(response: Response): string | undefined {
  const said = Number(headerOf(response, "content-length"));
  const cut =
    said > 0
      ? `truncated; the full body has ${formatBytes(said)}`
      : "truncated; the rest was not stored";
  const page = /html/i.test(headerOf(response, "content-type") ?? "") && "HTML, shown as text";
  return [response.truncated && cut, page].filter(Boolean).join(", ") || undefined;
}

function headerOf({ headers }: Response, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
