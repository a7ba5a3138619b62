import { z } from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";
import { present } from "@/lib/protocol/wire";

export const SampleData = z
  .object({
    present: z.boolean(),
    accountId: present(Id).describe("All of the sample data belongs to this account"),
  })
  .meta({ id: "SampleData" });

/** Tens of thousands of rows go in or out at once. */
const patienceMs = 120_000;

export const sampleApi = {
  read: endpoint({
    method: "GET",
    path: "/v1/sample-data",
    summary: "Whether there is sample data",
    access: "any",
    response: SampleData,
    status: 200,
  }),
  add: endpoint({
    method: "POST",
    path: "/v1/sample-data",
    summary: "Add sample webhooks and two weeks of deliveries, none of which is ever sent",
    access: "admin",
    response: SampleData,
    status: 201,
    patienceMs,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/sample-data",
    summary: "Remove the sample data, all of it and nothing else",
    access: "admin",
    response: z.void(),
    status: 204,
    patienceMs,
  }),
};
