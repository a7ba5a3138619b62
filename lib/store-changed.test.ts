import { queryOptions } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { queryClient } from "./query-client";
import { storeChanged } from "./store-changed";

test("an older read that is answered late does not undo a change", async () => {
  const client = queryClient();
  let resolve = (_state: string) => {};
  const answer = new Promise<string>((settle) => {
    resolve = settle;
  });
  const query = queryOptions({ queryKey: ["settings", "1"], queryFn: () => answer });
  client.setQueryData(query.queryKey, "active");
  const read = client.fetchQuery({ ...query, staleTime: 0 });
  await storeChanged(client, query, "paused");
  resolve("active");
  await Promise.allSettled([read]);
  expect(client.getQueryData(query.queryKey)).toBe("paused");
});
