/** A delivery as another queue carries it. */
export type Job = {
  deliveryId: string;
  webhookId: string;
  eventId: string;
  data: string;
  callbackUrl: string;
  secret: string;
};
