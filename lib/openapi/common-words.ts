/** Descriptions of members that mean the same wherever they occur. A contract describes every other one itself. */
const ofMembers: Record<string, string> = {
  id: "Id, a UUID that sorts by time",
  nextCursor: "Cursor of the next page; left out on the last one",
  accountId: "Id of the account",
  webhookId: "Id of the webhook",
  deliveryId: "Id of the delivery",
  eventId: "Id of the published event",
  event: "Name of the event type",
  events: "Names of the subscribed event types",
  data: "Payload, delivered byte for byte as published",
  callbackUrl: "URL that receives the POST requests",
  createdAt: "Time of creation",
  updatedAt: "Time of the last change",
  startedAt: "Time of the start",
  finishedAt: "Time of the end; left out until then",
  expiresAt: "Time of expiry",
  lastUsedAt: "Time of the last use, to the minute",
  lastTriggeredAt: "Time of the last request to the webhook; left out until the first one is sent",
  durationMs: "Duration in milliseconds",
  statusCode: "HTTP status of the response, if there was one",
  cause: "Cause of the failure",
  attempts: "Number of attempts",
  scopes: "Permissions",
  role: "Role, which decides what the user may do",
  email: "E-mail address for signing in",
  password: "At least 12 characters",
  secret: "Signing secret",
  label: "Display name",
  name: "Display name",
  userId: "Id of the user",
  requestId: "Id of the request, as in its header x-request-id",
  version: "Version of Postback",
  trigger: "Reason for sending: the event itself, a test, a resend or a replay",
  delivered: "Number of delivered deliveries",
  failed: "Number of failed deliveries",
  cancelled: "Number of cancelled deliveries",
  nextAttemptAt: "Time of the next attempt, if there will be one",
  lastSuccessAt: "Time of the last successful attempt",
  lastFailureAt: "Time of the last failed attempt",
  receivedAt: "Time of arrival",
  method: "HTTP method",
  paused: "Deliveries wait while this is true",
  deadlineSeconds: "Seconds within which the receiver has to respond",
};

const ofParameters: Record<string, string> = {
  id: "Id, a UUID that sorts by time",
  limit: "Maximum number of results",
  cursor: "The nextCursor of the previous page",
  webhook: "Returns only those of this webhook",
};

type Json = Record<string, unknown>;

/** Adds descriptions to the members of an object that have none. */
export function describeMembers(schema: Json): Json {
  const { properties } = schema as { properties?: Record<string, Json> };
  if (!properties) return schema;
  const described = Object.entries(properties).map(([name, member]) => {
    const description = member.description ?? ofMembers[name];
    return [name, description === undefined ? member : { ...member, description }];
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

/** Returns the description of a parameter that its contract does not describe. */
export function commonParameter(name: string): string | undefined {
  return ofParameters[name];
}
