/** A delivery as carried by another queue. */
export type Job = {
  deliveryId: string;
  webhookId: string;
  eventId: string;
  data: string;
  callbackUrl: string;
  secret: string;
};
