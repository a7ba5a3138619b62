import * as z from "zod";
import { type EventName, eventNames } from "@/db/enums";
import { eventTypes } from "@/db/event-types";

/** Longest id of a video or an avatar, in characters. Ids are indexed, and an index entry must fit into a page. */
export const subjectLimit = 256;

const required = (name: string) =>
  z
    .string({ error: `Give ${name} as a string` })
    .min(1, `${name} must not be empty`)
    .max(subjectLimit, `Use at most ${subjectLimit} characters`);
const optional = z.string({ error: "Give a string, or leave it out" }).optional();

/** Meanings of the known members. */
const meanings: Record<string, string> = {
  videoId: "Id of the video; finds its events and deliveries",
  videoName: "Name of the video",
  videoUrl: "Address of the finished video",
  avatarId: "Id of the avatar; finds its events and deliveries",
  avatarName: "Name of the avatar",
  voiceId: "Id of the voice that belongs to the avatar",
};

const described = <T extends z.ZodType>(name: string, schema: T) =>
  schema.describe(meanings[name] ?? "");

const extrasLimit = 10;

/** Known receivers answer 500 when `extras` is null or a string. */
const extras = z
  .record(z.string(), z.string({ error: "Give a string" }), {
    error: `Give an object of at most ${extrasLimit} strings, or leave it out`,
  })
  .refine(
    (entries) => Object.keys(entries).length <= extrasLimit,
    `Give at most ${extrasLimit} extras`,
  )
  .describe(`At most ${extrasLimit} members`)
  .optional();

type Data = (typeof eventTypes)[EventName]["data"];

const schemaOf = ({ schema, subject, optional: names }: Data) =>
  z
    .looseObject({
      [subject]: described(subject, required(subject)),
      ...Object.fromEntries(names.map((name) => [name, described(name, optional)])),
      extras,
    })
    .meta({ id: schema });

const schemas = new Map<Data, ReturnType<typeof schemaOf>>();

function sharedSchemaOf(data: Data) {
  const schema = schemas.get(data) ?? schemaOf(data);
  schemas.set(data, schema);
  return schema;
}

/** Schemas of `data` by event. Unknown members are kept: receivers read a failure's reason there. */
export const payloads = Object.fromEntries(
  eventNames.map((event) => [event, sharedSchemaOf(eventTypes[event].data)]),
) as Record<EventName, ReturnType<typeof schemaOf>>;
