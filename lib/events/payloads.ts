import { z } from "zod";
import type { EventName } from "@/db/enums";

const required = (name: string) =>
  z.string({ error: `Give ${name} as a string` }).min(1, `${name} must not be empty`);
const optional = z.string({ error: "Give a string, or leave it out" }).optional();

/** Known receivers answer 500 to `extras` that is null or a string. */
const extras = z
  .record(z.string(), z.string({ error: "Give a string" }), {
    error: "Give an object of at most 10 strings, or leave it out",
  })
  .refine((entries) => Object.keys(entries).length <= 10, "Give at most 10 extras")
  .optional();

const video = z.looseObject({
  videoId: required("videoId"),
  videoName: optional,
  videoUrl: optional,
  extras,
});

/** `data` of each event. Members it does not know are kept: receivers look for a failure's reason there. */
export const payloads = {
  AVATAR_TRAINING_SUCCESS: z.looseObject({
    avatarId: required("avatarId"),
    voiceId: optional,
    avatarName: optional,
    extras,
  }),
  AVATAR_TRAINING_FAILED: z.looseObject({
    avatarId: required("avatarId"),
    avatarName: optional,
    extras,
  }),
  VIDEO_GENERATION_SUCCESS: video,
  VIDEO_GENERATION_FAILED: video,
} satisfies Record<EventName, z.ZodObject>;
