import * as z from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { controls, name, Timestamp } from "@/lib/protocol/wire";

export const SavedViewDraft = z
  .strictObject({
    name: name("Enter a name"),
    query: z
      .string({ error: "Give the filters as a query string" })
      .min(1, "Give the filters as a query string")
      .max(4000, "Use at most 4,000 characters")
      .regex(
        /^[^\s#?\p{Cc}\p{Cs}]*$/u,
        "Give the filters as a query string, without ?, # and spaces",
      )
      .meta({ pattern: `^[^\\s#?${controls}]*$` })
      .describe("Filters of the log as in the page's URL, such as status=failed"),
  })
  .meta({ id: "SavedViewDraft" });
export type SavedViewDraft = z.output<typeof SavedViewDraft>;

const SavedView = z
  .object({
    id: Id,
    name: z.string(),
    query: z.string().describe("Filters of the log as in the page's URL"),
    createdAt: Timestamp,
  })
  .meta({ id: "SavedView" });

const SavedViewList = z.object({ views: z.array(SavedView) }).meta({ id: "SavedViewList" });

export const viewsApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/views",
    summary: "List saved views",
    description: "Returns the saved views of the signed-in person, by name. An API key has none.",
    access: "any",
    response: SavedViewList,
    status: 200,
  }),
  save: endpoint({
    method: "POST",
    path: "/v1/views",
    summary: "Save a view",
    description:
      "Saves filters of the delivery log under a name. A view of the same name is replaced. Answers 404 to an API key.",
    errors: [40400, 40901],
    sessionOnly: true,
    access: "any",
    body: SavedViewDraft,
    response: SavedView,
    status: 201,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/views/{id}",
    summary: "Read a saved view",
    description: "Returns a view that the signed-in person saved. Answers 404 to an API key.",
    sessionOnly: true,
    access: "any",
    params: ById,
    response: SavedView,
    status: 200,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/views/{id}",
    summary: "Remove a saved view",
    description: "Removes a view that the signed-in person saved. Answers 404 to an API key.",
    sessionOnly: true,
    access: "any",
    params: ById,
    response: z.void(),
    status: 204,
  }),
};
