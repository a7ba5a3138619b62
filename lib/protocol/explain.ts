import type * as z from "zod";

type RawIssue = z.core.$ZodRawIssue;

/** Expected value, by Zod's name of its type. */
const wanted: Record<string, string> = {
  string: "Give a string",
  number: "Give a number",
  int: "Give a whole number",
  boolean: "Give true or false",
  array: "Give a list",
  object: "Give a JSON object",
  record: "Give a JSON object",
};

const formats: Record<string, string> = {
  uuid: "Give an id: a UUID such as 01920000-0000-7000-8000-000000000000",
  datetime: "Give a time such as 2026-01-31T12:00:00Z or 2026-01-31T13:00:00+01:00",
  email: "Enter an e-mail address",
};

/** Begins the message about a key that the schema does not have, by the part of the request it is in. */
export const unknownKey = { body: "Unknown property.", query: "Unknown query parameter." };

const units: Record<string, string> = { string: " characters", array: " items" };

/**
 * Returns the message of an issue whose schema has none, so that every endpoint words errors the same way. Pass it as
 * `error` to every parse of a request.
 */
export const explain: z.core.$ZodErrorMap = (issue) => {
  const message = messageOf(issue);
  return issue.input === undefined && issue.code === "invalid_type"
    ? `Required. ${message}`
    : message;
};

function messageOf(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return wanted[issue.expected] ?? "Give a value of the documented type";
    case "invalid_format":
      return formats[issue.format] ?? "Give a value in the documented format";
    case "invalid_value":
      return `Choose from ${issue.values.map(String).join(", ")}`;
    case "too_big":
      return sizeMessage("at most", issue.origin, issue.maximum);
    case "too_small":
      return sizeMessage("at least", issue.origin, issue.minimum);
    case "unrecognized_keys":
      return `${unknownKey.body} ${remedyOf(issue)}`;
    case "invalid_union":
      return "Give a value of one of the documented types";
    default:
      return "Give a value that the API reference allows";
  }
}

/** A misspelt key is one of those that the schema has. */
function remedyOf({ inst }: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>): string {
  const def = inst?._zod.def;
  const known = def && "shape" in def ? Object.keys(def.shape as object) : [];
  return known.length > 0 ? `Remove it, or use one of ${known.join(", ")}` : "Remove it";
}

function sizeMessage(bound: string, origin: string, limit: number | bigint): string {
  const verb = origin === "string" ? "Use" : "Give";
  return `${verb} ${bound} ${Number(limit).toLocaleString("en")}${units[origin] ?? ""}`;
}
