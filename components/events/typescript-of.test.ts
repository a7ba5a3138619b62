import { expect, test } from "vitest";
import { listEventTypes } from "@/lib/events/operations";
import { typescriptOf } from "./typescript-of";

test("a type names what is required, and what may be left out", async () => {
  const { eventTypes } = await listEventTypes();
  const texts = Object.fromEntries(eventTypes.map((type) => [type.name, typescriptOf(type)]));
  expect(texts.AVATAR_TRAINING_SUCCESS).toBe(`type AvatarTrainingSuccess = {
  event: "AVATAR_TRAINING_SUCCESS";
  data: {
    avatarId: string;
    voiceId?: string;
    avatarName?: string;
    extras?: Record<string, string>;
    [other: string]: unknown;
  };
};`);
  expect(texts.VIDEO_GENERATION_FAILED).toContain("    videoId: string;\n    videoName?: string;");
});
