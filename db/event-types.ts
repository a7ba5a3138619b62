import type { EventName } from "./enums";

/**
 * The event types. Their schemas, forms, tags and docs are derived from this list; a new type is added here and in `enums.ts`.
 * Imports no library, so that the browser can import it.
 */
type EventType = {
  /** Subject and outcome in words. Types of one family share a tag. */
  family: string;
  outcome: "Succeeded" | "Failed";
  description: string;
  data: {
    /** Id of the schema in the OpenAPI document. */
    schema: string;
    /** Required member: the id by which events are found, such as `videoId`. */
    subject: `${string}Id`;
    /** Members that may be left out: strings, beside `extras`. */
    optional: readonly string[];
  };
  /** Sample `data`, for the reference and for test events. */
  sample: Record<string, unknown>;
};

const video = {
  schema: "VideoData",
  subject: "videoId",
  optional: ["videoName", "videoUrl"],
} as const;

export const eventTypes = {
  AVATAR_TRAINING_SUCCESS: {
    family: "Avatar training",
    outcome: "Succeeded",
    description: "An avatar was trained and can speak.",
    data: {
      schema: "AvatarTrainingSuccessData",
      subject: "avatarId",
      optional: ["voiceId", "avatarName"],
    },
    sample: {
      avatarId: "5f8c2b1e-7a40-4f3e-9d61-0c2f6f1a9b77",
      voiceId: "b7d4e9a2-31c6-4d0b-8f55-6a9e2c7d1f04",
      avatarName: "Sample avatar",
      extras: {},
    },
  },
  AVATAR_TRAINING_FAILED: {
    family: "Avatar training",
    outcome: "Failed",
    description: "Training an avatar failed.",
    data: { schema: "AvatarTrainingFailedData", subject: "avatarId", optional: ["avatarName"] },
    sample: {
      avatarId: "5f8c2b1e-7a40-4f3e-9d61-0c2f6f1a9b77",
      avatarName: "Sample avatar",
      extras: {},
    },
  },
  VIDEO_GENERATION_SUCCESS: {
    family: "Video generation",
    outcome: "Succeeded",
    description: "A video was rendered and can be fetched.",
    data: video,
    sample: {
      videoId: "0d9e6c3a-52b8-4e17-a4f0-8b1c7e2d3f96",
      videoName: "Sample video",
      videoUrl: "https://example.com/sample-video.mp4",
      extras: {},
    },
  },
  VIDEO_GENERATION_FAILED: {
    family: "Video generation",
    outcome: "Failed",
    description: "Rendering a video failed.",
    data: video,
    sample: {
      videoId: "0d9e6c3a-52b8-4e17-a4f0-8b1c7e2d3f96",
      videoName: "Sample video",
      videoUrl: "",
      extras: {},
    },
  },
} as const satisfies Record<EventName, EventType>;
