import { exampleEvent } from "@/db/enums";

/** Request that publishes an event, for the curl command of empty lists. */
export const publishExample = `POST /v1/events
{"event":"${exampleEvent}","data":{"videoId":"video-1"}}`;
