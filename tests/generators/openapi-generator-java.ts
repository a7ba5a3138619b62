import type { Generator } from "./generator";
import { generate } from "./openapi-generator";

const client = `package example;

import java.util.*;
import example.postback.*;
import example.postback.api.*;
import example.postback.model.*;

public class Client {
  public static void main(String[] args) throws Exception {
    var api = new ApiClient();
    api.updateBaseUri(System.getenv("POSTBACK_URL"));
    api.setRequestInterceptor(request -> request.header("x-api-key", System.getenv("POSTBACK_KEY")));

    var draft = new WebhookDraft()
        .callbackUrl(System.getenv("CALLBACK_URL"))
        .events(List.of(EventName.VIDEO_GENERATION_SUCCESS));
    var webhook = new WebhooksApi(api).webhooksCreate(draft, null, null).getId();

    var events = new ArrayList<String>();
    for (var video : List.of("one", "two")) {
      var event = new VideoGenerationSuccessDraft()
          .event(VideoGenerationSuccessDraft.EventEnum.VIDEO_GENERATION_SUCCESS)
          .data(new VideoData().videoId(video));
      events.add(new EventsApi(api).eventsPublish(new EventDraft(event), null).getId().toString());
    }

    var listed = new ArrayList<String>();
    String cursor = null;
    do {
      var page = new DeliveriesApi(api).deliveriesList(
          List.of(DeliveryStatusFilter.PENDING, DeliveryStatusFilter.DELIVERED),
          List.of(EventName.VIDEO_GENERATION_SUCCESS, EventName.VIDEO_GENERATION_FAILED),
          null, null, List.of(webhook), null, null, null, null, null, 1, cursor);
      for (var delivery : page.getDeliveries()) listed.add(delivery.getEventId().toString());
      cursor = page.getNextCursor();
    } while (cursor != null);

    var calls = Map.of("webhook", webhook.toString(), "events", events, "listed", listed);
    System.out.println(api.getObjectMapper().writeValueAsString(calls));
  }
}
`;

export const openapiGeneratorJava: Generator = {
  name: "openapi-generator for Java",
  tool: "java",
  async run(workspace) {
    const packages = ["invokerPackage=example.postback", "apiPackage=example.postback.api"];
    const model = ["modelPackage=example.postback.model"];
    await generate(workspace, "java", ["library=native", ...packages, ...model]);
    await workspace.write("src/main/java/example/Client.java", client);
    const classpath = ["dependency:build-classpath", "-Dmdep.outputFile=classpath"];
    await workspace.run("mvn", ["-q", "-B", "-Dmaven.test.skip=true", "compile", ...classpath]);
    await workspace.write(
      "run.sh",
      'exec java -cp "target/classes:$(cat classpath)" example.Client\n',
    );
    return workspace.run("sh", ["run.sh"]);
  },
};
