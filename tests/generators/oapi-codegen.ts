import type { Generator } from "./generator";

const program = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
const runtime = "github.com/oapi-codegen/runtime";

const client = `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"example.com/client/postback"
	"github.com/google/uuid"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	ctx := context.Background()
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("x-api-key", os.Getenv("POSTBACK_KEY"))
		return nil
	}
	api, err := postback.NewClientWithResponses(os.Getenv("POSTBACK_URL"), postback.WithRequestEditorFn(withKey))
	check(err)

	names := []postback.EventName{"VIDEO_GENERATION_SUCCESS"}
	created, err := api.WebhooksCreateWithResponse(ctx, nil, postback.WebhookDraft{CallbackUrl: os.Getenv("CALLBACK_URL"), Events: names})
	check(err)
	webhook := created.JSON201.Id

	events, listed := []string{}, []string{}
	for _, video := range []string{"one", "two"} {
		var draft postback.EventDraft
		check(draft.FromVideoGenerationSuccessDraft(postback.VideoGenerationSuccessDraft{
			Event: "VIDEO_GENERATION_SUCCESS",
			Data:  postback.VideoData{VideoId: video},
		}))
		published, err := api.EventsPublishWithResponse(ctx, nil, draft)
		check(err)
		events = append(events, published.JSON202.Id.String())
	}

	statuses := []postback.DeliveryStatusFilter{"pending", "delivered"}
	kinds := []postback.EventName{"VIDEO_GENERATION_SUCCESS", "VIDEO_GENERATION_FAILED"}
	limit := int32(1)
	query := &postback.DeliveriesListParams{Webhook: &[]uuid.UUID{webhook}, Status: &statuses, Event: &kinds, Limit: &limit}
	for {
		page, err := api.DeliveriesListWithResponse(ctx, query)
		check(err)
		for _, delivery := range page.JSON200.Deliveries {
			listed = append(listed, delivery.EventId.String())
		}
		if query.Cursor = page.JSON200.NextCursor; query.Cursor == nil {
			break
		}
	}
	calls, err := json.Marshal(map[string]any{"webhook": webhook, "events": events, "listed": listed})
	check(err)
	fmt.Println(string(calls))
}
`;

export const oapiCodegen: Generator = {
  name: "oapi-codegen",
  tool: "go",
  async run(workspace) {
    await workspace.write("main.go", client);
    await workspace.write("postback/doc.go", "package postback\n");
    await workspace.run("go", ["mod", "init", "example.com/client"]);
    const flags = ["-generate", "types,client", "-package", "postback"];
    const target = ["-o", "postback/postback.go", workspace.document];
    await workspace.run("go", ["run", program, ...flags, ...target]);
    await workspace.run("go", ["get", `${runtime}@v1.7.0`]);
    await workspace.run("go", ["mod", "tidy"]);
    await workspace.run("go", ["vet", "./..."]);
    return workspace.run("go", ["run", "."]);
  },
};
