import { Problem } from "@/lib/protocol/problem";
import type { Part } from "./judged";

const unknown = (name: string): Part => ({
  name,
  tone: "idle",
  value: "Unknown",
  detail: "not to be asked now",
});

/** How far one got: an answer with a request id came from the server itself. */
export function reachOf(error: Error): { title: string; parts: Part[] } {
  const answered = error instanceof Problem && error.requestId !== undefined;
  const away = error instanceof Problem && error.code === 50300;
  const rest = [unknown("Queue"), unknown("Workers")];
  if (!answered) {
    return {
      title: "Postback itself does not answer",
      parts: [
        { name: "API", tone: "bad", value: "No answer", detail: "not reached by this browser" },
        unknown("Database"),
        ...rest,
      ],
    };
  }
  const api: Part = { name: "API", tone: "good", value: "Answers", detail: "the web process runs" };
  const database: Part = away
    ? { name: "Database", tone: "bad", value: "Unreachable", detail: "it does not answer" }
    : unknown("Database");
  return {
    title: away ? "The database is unreachable" : "The system could not be looked at",
    parts: [api, database, ...rest],
  };
}
