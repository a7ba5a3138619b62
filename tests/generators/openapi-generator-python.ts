import type { Generator } from "./generator";
import { generate } from "./openapi-generator";
import { installPython, python } from "./python-tools";

const client = `
import json, os
import postback
from postback.models import (
    DeliveryStatusFilter, EventDraft, EventName, VideoData, VideoGenerationSuccessDraft, WebhookDraft,
)

configuration = postback.Configuration(
    host=os.environ["POSTBACK_URL"], api_key={"apiKey": os.environ["POSTBACK_KEY"]}
)
with postback.ApiClient(configuration) as api:
    webhook = postback.WebhooksApi(api).webhooks_create(
        WebhookDraft(
            callbackUrl=os.environ["CALLBACK_URL"], events=[EventName.VIDEO_GENERATION_SUCCESS]
        )
    )
    events = []
    for video in ["one", "two"]:
        draft = VideoGenerationSuccessDraft(
            event="VIDEO_GENERATION_SUCCESS", data=VideoData(videoId=video)
        )
        events.append(str(postback.EventsApi(api).events_publish(EventDraft(draft)).id))
    listed, cursor = [], None
    while True:
        page = postback.DeliveriesApi(api).deliveries_list(
            webhook=[webhook.id],
            status=[DeliveryStatusFilter.PENDING, DeliveryStatusFilter.DELIVERED],
            event=[EventName.VIDEO_GENERATION_SUCCESS, EventName.VIDEO_GENERATION_FAILED],
            limit=1,
            cursor=cursor,
        )
        listed += [str(delivery.event_id) for delivery in page.deliveries]
        cursor = page.next_cursor
        if cursor is None:
            break
print(json.dumps({"webhook": str(webhook.id), "events": events, "listed": listed}))
`;

export const openapiGeneratorPython: Generator = {
  name: "openapi-generator for Python",
  tool: "python",
  async run(workspace) {
    await generate(workspace, "python", ["packageName=postback"]);
    await installPython(workspace, ["."]);
    await workspace.run(python, ["-m", "compileall", "-q", "postback"]);
    await workspace.write("client.py", client);
    return workspace.run(python, ["client.py"]);
  },
};
