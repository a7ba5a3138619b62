import type { Generator } from "./generator";
import { installPython, python } from "./python-tools";

const client = `
import json, os
from postback import AuthenticatedClient
from postback.api.deliveries import deliveries_list
from postback.api.events import events_publish
from postback.api.webhooks import webhooks_create
from postback.models import (
    DeliveryStatusFilter, EventName, VideoData, VideoGenerationSuccessDraft,
    VideoGenerationSuccessDraftEvent, WebhookDraft,
)
from postback.types import UNSET

api = AuthenticatedClient(
    base_url=os.environ["POSTBACK_URL"],
    token=os.environ["POSTBACK_KEY"],
    prefix="",
    auth_header_name="x-api-key",
    raise_on_unexpected_status=True,
)
webhook = webhooks_create.sync(
    client=api,
    body=WebhookDraft(
        callback_url=os.environ["CALLBACK_URL"], events=[EventName.VIDEO_GENERATION_SUCCESS]
    ),
)
events = []
for video in ["one", "two"]:
    draft = VideoGenerationSuccessDraft(
        event=VideoGenerationSuccessDraftEvent.VIDEO_GENERATION_SUCCESS,
        data=VideoData(video_id=video),
    )
    events.append(str(events_publish.sync(client=api, body=draft).id))
listed, cursor = [], UNSET
while True:
    page = deliveries_list.sync(
        client=api,
        webhook=[webhook.id],
        status=[DeliveryStatusFilter.PENDING, DeliveryStatusFilter.DELIVERED],
        event=[EventName.VIDEO_GENERATION_SUCCESS, EventName.VIDEO_GENERATION_FAILED],
        limit=1,
        cursor=cursor,
    )
    listed += [str(delivery.event_id) for delivery in page.deliveries]
    cursor = page.next_cursor
    if cursor is UNSET:
        break
print(json.dumps({"webhook": str(webhook.id), "events": events, "listed": listed}))
`;

const skipped = /Unable to|skipping|unsupported/i;

export const openapiPythonClient: Generator = {
  name: "openapi-python-client",
  tool: "python",
  async run(workspace) {
    await installPython(workspace, ["openapi-python-client==0.29.1"]);
    await workspace.write("config.yaml", "post_hooks: []\n");
    const flags = ["--path", workspace.document, "--output-path", "postback", "--meta", "none"];
    const args = ["-m", "openapi_python_client", "generate", ...flags, "--config", "config.yaml"];
    const output = await workspace.run(python, [...args, "--fail-on-warning"]);
    if (skipped.test(output)) throw new Error(`It left out a part of the document: ${output}`);
    await workspace.run(python, ["-m", "compileall", "-q", "postback"]);
    await workspace.write("client.py", client);
    return workspace.run(python, ["client.py"]);
  },
};
