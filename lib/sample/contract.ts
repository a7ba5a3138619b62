import * as z from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";
import { present } from "@/lib/protocol/wire";

const SampleData = z
  .object({
    present: z.boolean().describe("There is sample data"),
    adding: z.boolean().describe("True while it is being added"),
    accountId: present(Id).describe("Account of all sample data"),
  })
  .meta({ id: "SampleData" });

/** Tens of thousands of rows are added or removed at once. */
const dbTimeoutMs = 120_000;

export const sampleApi = {
  read: endpoint({
    method: "GET",
    path: "/v1/sample-data",
    summary: "Read the state of the sample data",
    description:
      "Returns whether there is sample data, whether it is being added, and the account that holds it.",
    access: "any",
    response: SampleData,
    status: 200,
  }),
  add: endpoint({
    method: "POST",
    path: "/v1/sample-data",
    summary: "Add sample data",
    description:
      "Adds sample webhooks and two weeks of deliveries to an account of their own. None of them is sent. Does nothing when they exist. Needs a service key or an operator.",
    errors: [40900],
    access: "admin",
    response: SampleData,
    // Written by a connection of its own for longer than the transaction of an idempotency key may idle.
    load: "outside",
    status: 201,
    dbTimeoutMs,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/sample-data",
    summary: "Remove sample data",
    description: "Removes the sample data and nothing else. Needs a service key or an operator.",
    access: "admin",
    response: z.void(),
    status: 204,
    dbTimeoutMs,
  }),
};
