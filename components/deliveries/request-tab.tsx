import { BodyView } from "@/components/body/body-view";
import type { AttemptDetail } from "@/lib/deliveries/queries";
import { CopyCurl } from "./copy-curl";
import { HeaderTable } from "./header-table";
import { Part } from "./part";

type Props = { attempt: AttemptDetail; fileName: string };

export function RequestTab({ attempt: { number, request, error, startedAt }, fileName }: Props) {
  if (!request) {
    return (
      <p className="wrap-anywhere text-soft">
        Nothing was sent in attempt {number}. {error}
      </p>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0 font-mono text-xs leading-7">
          <span className="font-semibold">{request.method}</span> {request.url}
        </p>
        <CopyCurl request={request} sentAt={startedAt} />
      </div>
      <Part name="Headers">
        <HeaderTable caption="Request headers" headers={request.headers} />
      </Part>
      <Part name="Body">
        <BodyView
          label="request body"
          body={request.body}
          remark="exact bytes sent"
          fileName={fileName}
        />
      </Part>
    </div>
  );
}
