import { exampleEvent } from "@/db/enums";

/** Request that publishes an event. */
export const publishExample = `POST /v1/events
{"event":"${exampleEvent}","data":{"videoId":"video-1"}}`;

/** The same with its scope, for empty states. */
export const publishCurl = { request: publishExample, scope: "events:write" } as const;
