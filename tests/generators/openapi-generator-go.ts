import type { Generator } from "./generator";
import { generate } from "./openapi-generator";

const client = `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	postback "example.com/postback"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	configuration := postback.NewConfiguration()
	configuration.Servers = postback.ServerConfigurations{{URL: os.Getenv("POSTBACK_URL")}}
	configuration.AddDefaultHeader("x-api-key", os.Getenv("POSTBACK_KEY"))
	api, ctx := postback.NewAPIClient(configuration), context.Background()

	names := []postback.EventName{postback.VIDEO_GENERATION_SUCCESS}
	draft := postback.NewWebhookDraft(os.Getenv("CALLBACK_URL"), names)
	webhook, _, err := api.WebhooksAPI.WebhooksCreate(ctx).WebhookDraft(*draft).Execute()
	check(err)

	events, listed := []string{}, []string{}
	for _, video := range []string{"one", "two"} {
		event := postback.NewVideoGenerationSuccessDraft("VIDEO_GENERATION_SUCCESS", *postback.NewVideoData(video))
		body := postback.VideoGenerationSuccessDraftAsEventDraft(event)
		published, _, err := api.EventsAPI.EventsPublish(ctx).EventDraft(body).Execute()
		check(err)
		events = append(events, published.GetId())
	}

	statuses := []postback.DeliveryStatusFilter{"pending", "delivered"}
	kinds := []postback.EventName{"VIDEO_GENERATION_SUCCESS", "VIDEO_GENERATION_FAILED"}
	list := api.DeliveriesAPI.DeliveriesList(ctx).Webhook([]string{webhook.GetId()}).Status(statuses).Event(kinds).Limit(1)
	for {
		page, _, err := list.Execute()
		check(err)
		for _, delivery := range page.GetDeliveries() {
			listed = append(listed, delivery.GetEventId())
		}
		if !page.HasNextCursor() {
			break
		}
		list = list.Cursor(page.GetNextCursor())
	}
	calls, err := json.Marshal(map[string]any{"webhook": webhook.GetId(), "events": events, "listed": listed})
	check(err)
	fmt.Println(string(calls))
}
`;

export const openapiGeneratorGo: Generator = {
  name: "openapi-generator for Go",
  tool: "go",
  async run(workspace) {
    await generate(workspace, "go", ["packageName=postback"]);
    await workspace.run("go", ["mod", "edit", "-module", "example.com/postback"]);
    // Its sample tests name a module that does not exist.
    await workspace.run("rm", ["-rf", "test"]);
    await workspace.write("cmd/client.go", client);
    await workspace.run("go", ["mod", "tidy"]);
    await workspace.run("go", ["vet", "."]);
    return workspace.run("go", ["run", "./cmd"]);
  },
};
