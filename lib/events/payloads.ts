import { z } from "zod";
import type { EventName } from "@/db/enums";

/** Longest id of a video or an avatar, in characters. Ids are indexed, and an index entry must fit into a page. */
export const subjectLimit = 256;

const required = (name: string) =>
  z
    .string({ error: `Give ${name} as a string` })
    .min(1, `${name} must not be empty`)
    .max(subjectLimit, `Use at most ${subjectLimit} characters`);
const optional = z.string({ error: "Give a string, or leave it out" }).optional();

/** Known receivers answer 500 when `extras` is null or a string. */
const extras = z
  .record(z.string(), z.string({ error: "Give a string" }), {
    error: "Give an object of at most 10 strings, or leave it out",
  })
  .refine((entries) => Object.keys(entries).length <= 10, "Give at most 10 extras")
  .optional();

const VideoData = z
  .looseObject({ videoId: required("videoId"), videoName: optional, videoUrl: optional, extras })
  .meta({ id: "VideoData" });

const AvatarTrainingSuccessData = z
  .looseObject({
    avatarId: required("avatarId"),
    voiceId: optional,
    avatarName: optional,
    extras,
  })
  .meta({ id: "AvatarTrainingSuccessData" });

const AvatarTrainingFailedData = z
  .looseObject({ avatarId: required("avatarId"), avatarName: optional, extras })
  .meta({ id: "AvatarTrainingFailedData" });

/** Schemas of `data` by event. Unknown members are kept: receivers read a failure's reason there. */
export const payloads = {
  AVATAR_TRAINING_SUCCESS: AvatarTrainingSuccessData,
  AVATAR_TRAINING_FAILED: AvatarTrainingFailedData,
  VIDEO_GENERATION_SUCCESS: VideoData,
  VIDEO_GENERATION_FAILED: VideoData,
} satisfies Record<EventName, z.ZodObject>;
