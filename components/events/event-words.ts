import type { EventName } from "@/db/enums";

/** Event types in words. */
export const eventWords = {
  AVATAR_TRAINING_SUCCESS: { family: "Avatar training", outcome: "Succeeded" },
  AVATAR_TRAINING_FAILED: { family: "Avatar training", outcome: "Failed" },
  VIDEO_GENERATION_SUCCESS: { family: "Video generation", outcome: "Succeeded" },
  VIDEO_GENERATION_FAILED: { family: "Video generation", outcome: "Failed" },
} as const satisfies Record<EventName, { family: string; outcome: string }>;
