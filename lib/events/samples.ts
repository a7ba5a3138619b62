import type { EventName } from "@/db/enums";

type EventType = { description: string; sample: Record<string, unknown> };

/** Description and sample `data` of each event, for the reference and for test events. */
export const eventTypes: Record<EventName, EventType> = {
  AVATAR_TRAINING_SUCCESS: {
    description: "An avatar was trained and can speak.",
    sample: {
      avatarId: "5f8c2b1e-7a40-4f3e-9d61-0c2f6f1a9b77",
      voiceId: "b7d4e9a2-31c6-4d0b-8f55-6a9e2c7d1f04",
      avatarName: "Sample avatar",
      extras: {},
    },
  },
  AVATAR_TRAINING_FAILED: {
    description: "Training an avatar came to nothing.",
    sample: {
      avatarId: "5f8c2b1e-7a40-4f3e-9d61-0c2f6f1a9b77",
      avatarName: "Sample avatar",
      extras: {},
    },
  },
  VIDEO_GENERATION_SUCCESS: {
    description: "A video was rendered and can be fetched.",
    sample: {
      videoId: "0d9e6c3a-52b8-4e17-a4f0-8b1c7e2d3f96",
      videoName: "Sample video",
      videoUrl: "https://example.com/sample-video.mp4",
      extras: {},
    },
  },
  VIDEO_GENERATION_FAILED: {
    description: "Rendering a video came to nothing.",
    sample: {
      videoId: "0d9e6c3a-52b8-4e17-a4f0-8b1c7e2d3f96",
      videoName: "Sample video",
      videoUrl: "",
      extras: {},
    },
  },
};
