import { Link2 } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Code } from "./code";
import { curlOf } from "./curl";
import { Described } from "./described";
import type { Operation, Resolve, Schema } from "./document";
import { exampleOf } from "./example";
import { Fields, rowsOfParameters, rowsOfSchema } from "./fields";

type Props = { operation: Operation; resolve: Resolve; origin: string };

/** One operation: description on the left, request and response on the right. */
export function OperationSection({ operation, resolve, origin }: Props) {
  const { id, summary, description } = operation;
  return (
    <section
      id={id}
      className="grid scroll-mt-16 gap-x-10 gap-y-6 border-line border-t py-12 xl:grid-cols-2 2xl:grid-cols-[34rem_minmax(0,1fr)] 2xl:gap-x-14"
    >
      <div className="min-w-0">
        <h2 className="group font-semibold text-lg leading-6 tracking-tight">
          {summary}
          <a
            href={`#${id}`}
            aria-label={`Link to “${summary}”`}
            className="ml-1.5 inline-flex size-6 items-center justify-center rounded align-middle text-faint opacity-0 hover:text-ink focus:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100 [&>svg]:size-3.5"
          >
            <Link2 aria-hidden="true" />
          </a>
        </h2>
        <Address operation={operation} />
        <p className="mt-3 max-w-[42rem] text-soft">
          <Described text={description} />
        </p>
        <Parts operation={operation} resolve={resolve} />
      </div>
      <div className="min-w-0 space-y-4 xl:sticky xl:top-20 xl:self-start">
        <Code
          code={curlOf(operation, origin, resolve)}
          language="bash"
          title="Request"
          about={summary}
        />
        <Answer operation={operation} resolve={resolve} />
        <Errors operation={operation} />
      </div>
    </section>
  );
}

function Address({ operation: { method, path } }: Pick<Props, "operation">) {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <Method method={method} />
      <code className="wrap-anywhere font-mono text-[0.8125rem]">{path}</code>
    </p>
  );
}

const tones: Record<string, "good" | "busy" | "warn" | "bad"> = {
  GET: "good",
  POST: "busy",
  PUT: "warn",
  DELETE: "bad",
};

function Method({ method }: { method: string }) {
  return <Badge tone={tones[method] ?? "busy"}>{method}</Badge>;
}

function Parts({ operation, resolve }: Omit<Props, "origin">) {
  const { parameters, body, response } = operation;
  const places = [
    { title: "Path", rows: rowsOfParameters(parameters.filter((one) => one.in === "path")) },
    { title: "Query", rows: rowsOfParameters(parameters.filter((one) => one.in === "query")) },
    { title: "Header", rows: rowsOfParameters(parameters.filter((one) => one.in === "header")) },
    { title: "Body", rows: body ? rowsOfSchema(body, resolve) : [] },
    { title: titleOf(response, resolve), rows: response ? rowsOfSchema(response, resolve) : [] },
  ];
  return places
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => (
      <div key={title} className="mt-7">
        <h3 className="mb-2 font-medium text-faint text-sm">{title}</h3>
        <Fields
          rows={rows}
          resolve={resolve}
          label={`${title} of ${operation.summary}`}
          marksRequired={!title.startsWith("Response")}
        />
      </div>
    ));
}

function titleOf(response: Schema | null, resolve: Resolve): string {
  return response && resolve(response).type === "array" ? "Response, a list of" : "Response";
}

function Answer({ operation, resolve }: Omit<Props, "origin">) {
  const { response, status, mediaType } = operation;
  if (!response) {
    return (
      <p className="text-faint text-sm">
        Responds with <code className="font-mono text-xs">{status}</code> and no body.
      </p>
    );
  }
  if (mediaType !== "application/json") {
    return (
      <p className="text-faint text-sm">
        Responds with {mediaType === "text/event-stream" ? "a stream of " : "a file of "}
        <code className="font-mono text-xs">{mediaType}</code>.
      </p>
    );
  }
  const sample = JSON.stringify(exampleOf(response, resolve), null, 2);
  return (
    <Code code={sample} language="json" title="Response" about={operation.summary} note={status} />
  );
}

/** Error statuses of one operation with their codes, collapsed. */
function Errors({ operation: { errors, summary } }: Pick<Props, "operation">) {
  return (
    <details>
      <summary className="inline-flex min-h-6 items-center rounded text-accent text-sm hover:underline">
        Errors<span className="sr-only"> of {summary}</span>
      </summary>
      <dl className="mt-2 space-y-2 text-sm">
        {errors.map(({ status, meaning }) => (
          <div key={status} className="flex gap-3">
            <dt className="font-mono text-soft text-xs leading-5">{status}</dt>
            <dd className="min-w-0 text-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
