import { BodyView } from "@/components/body/body-view";
import type { AttemptDetail } from "@/lib/deliveries/queries";
import { escapeUnseen } from "@/lib/format";
import { CollapsedHeaders } from "./collapsed-headers";
import { CopyCurl } from "./copy-curl";

type Props = { attempt: AttemptDetail; fileName: string };

export function RequestPart({ attempt, fileName }: Props) {
  const { number, request, error, startedAt } = attempt;
  if (!request) {
    return (
      <p className="wrap-anywhere text-soft">
        Attempt {number} sent no request. {error}
      </p>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0 font-mono text-xs leading-7">
          <span className="font-semibold">{request.method}</span> {escapeUnseen(request.url)}
        </p>
        <CopyCurl request={request} sentAt={startedAt} />
      </div>
      <CollapsedHeaders caption="Request headers" headers={request.headers} />
      <BodyView
        label="request body"
        body={request.body}
        remark="exact bytes sent"
        fileName={fileName}
      />
    </div>
  );
}
