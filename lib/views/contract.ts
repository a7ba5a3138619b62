import { z } from "zod";
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
      .regex(/^[^\s#?\p{Cc}]*$/u, "Give the filters as a query string, without ? and #")
      .meta({ pattern: `^[^\\s#?${controls}]*$` })
      .describe("Filters of the log as its page's address names them, such as status=failed"),
  })
  .meta({ id: "SavedViewDraft" });
export type SavedViewDraft = z.output<typeof SavedViewDraft>;

export const SavedView = z
  .object({ id: Id, name: z.string(), query: z.string(), createdAt: Timestamp })
  .meta({ id: "SavedView" });

export const viewsApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/views",
    summary: "The views of the log that the person who asks has saved, by name",
    access: "any",
    response: z.object({ views: z.array(SavedView) }),
    status: 200,
  }),
  save: endpoint({
    method: "POST",
    path: "/v1/views",
    summary: "Save a view under a name; one of the same name is replaced",
    access: "any",
    body: SavedViewDraft,
    response: SavedView,
    status: 201,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/views/{id}",
    summary: "Forget a saved view",
    access: "any",
    params: ById,
    response: z.void(),
    status: 204,
  }),
};
