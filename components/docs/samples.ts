const published = {
  event: "VIDEO_GENERATION_SUCCESS",
  data: { videoId: "video-1", videoUrl: "https://example.com/v/1.mp4" },
};

/** Bodies that say more than their schemas could: by the operation that takes them. */
export const samples: Record<string, unknown> = {
  "webhooks.update": { events: ["VIDEO_GENERATION_SUCCESS"] },
  "settings.update": { label: "Studio", paused: false, ratePerSecond: 10 },
  "events.publish": published,
  "events.publishBatch": { events: [{ ...published, idempotencyKey: "video-1-finished" }] },
  "events.test": { event: "VIDEO_GENERATION_SUCCESS" },
  "replays.create": { filter: { status: "failed" }, ratePerSecond: 20, dryRun: true },
  "signatureCheck.check": {
    webhookId: "01936f0e-5c1a-7b3e-9d24-8f1f6a2c4b70",
    headers: {
      "webhook-id": "01936f0e-5c1a-7b3e-9d24-8f1f6a2c4b71",
      "webhook-timestamp": "1768469400",
      "webhook-signature": "v1,5cc+kPMSUnIuPIFpCEUlzzyCOqOVXJv4xPxIaTvsBQk=",
    },
    body: '{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"video-1"}}',
  },
  "users.create": { email: "ada@example.com", role: "operator", password: "correct horse battery" },
  "users.update": { role: "viewer" },
};
