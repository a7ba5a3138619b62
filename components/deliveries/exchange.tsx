"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ProblemCard } from "@/components/shell/problem-card";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { type Attempt, type AttemptDetail, deliveryQueries } from "@/lib/deliveries/queries";
import { BodyView } from "./body-view";
import { HeaderTable } from "./header-table";

type Props = { deliveryId: string; attempt: Attempt };

/** What was sent and what came back; first the one that is asked for first. */
export function Exchange({ deliveryId, attempt }: Props) {
  const { data, error, refetch, isFetching } = useQuery(
    deliveryQueries.attempt(deliveryId, attempt.number),
  );
  if (error && !data) {
    return (
      <ProblemCard
        what={`Attempt ${attempt.number} could not be loaded`}
        error={error}
        retry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  if (!data) return <Skeleton className="h-96 w-full rounded-lg" />;
  const parts = [<Answer key="response" attempt={data} />, <Sent key="request" attempt={data} />];
  return (
    <div className="grid min-w-0 grid-cols-1 gap-6">{attempt.cause ? parts : parts.reverse()}</div>
  );
}

function Sent({ attempt: { number, request } }: { attempt: AttemptDetail }) {
  if (!request) {
    return <Card title="Request">Nothing was sent in attempt {number}.</Card>;
  }
  return (
    <Card title="Request" hint={`Attempt ${number}, exactly as it was sent`}>
      <div className="grid grid-cols-1 gap-4">
        <p className="wrap-anywhere font-mono text-xs">
          {request.method} {request.url}
        </p>
        <Part name="Headers">
          <HeaderTable caption="Request headers" headers={request.headers} />
        </Part>
        <Part name="Body">
          <BodyView label="request body" body={request.body} preferred="exact" />
        </Part>
      </div>
    </Card>
  );
}

function Answer({ attempt: { number, response, error } }: { attempt: AttemptDetail }) {
  if (!response) {
    return (
      <Card title="Response" hint={`Attempt ${number}`}>
        No answer came. {error && <span className="wrap-anywhere">{error}</span>}
      </Card>
    );
  }
  const binary = response.encoding === "base64";
  return (
    <Card title={`Response: HTTP ${response.statusCode}`} hint={`Attempt ${number}`}>
      <div className="grid grid-cols-1 gap-4">
        <Part name="Headers">
          <HeaderTable caption="Response headers" headers={response.headers} />
        </Part>
        <Part name={binary ? "Body (not text, shown in base64)" : "Body"}>
          {response.body === "" ? (
            <p className="text-soft">
              {response.truncated ? "Nothing of the body was kept." : "The answer had no body."}
            </p>
          ) : (
            <BodyView
              label="response body"
              body={response.body}
              preferred={binary ? "exact" : "formatted"}
            />
          )}
          {response.truncated && response.body !== "" && (
            <p className="mt-1.5 text-soft text-sm">Cut here: the rest was not kept.</p>
          )}
        </Part>
      </div>
    </Card>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 font-medium text-sm text-soft">{name}</h3>
      {children}
    </div>
  );
}
