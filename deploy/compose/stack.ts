import { rmSync } from "node:fs";
import path from "node:path";
import { choosePort } from "@/server/supervisor/ports";
import type { Receiver } from "@/tests/receiver";
import { saveImage } from "../image/build-image";
import { startEngine } from "./engine";
import { makePostgresImage, makeProfileImages } from "./images";

/** Port of the engine's network at which containers reach the receiver. */
const callbackPort = 9000;

/** Prepares an engine that runs compose.yaml with this image. */
export async function openStack(image: string, receiver: Receiver) {
  const engine = await startEngine();
  const archive = path.join(engine.folder, "image.tar");
  saveImage(image, archive, "postback:latest");
  engine.docker("load", "--input", archive);
  rmSync(archive);
  makePostgresImage(engine);
  const port = await choosePort();
  engine.publish(3000, port);
  engine.admit(Number(new URL(receiver.url).port), callbackPort);

  return {
    origin: `http://127.0.0.1:${port}`,
    /** Returns the commands of Docker Compose with these variables. */
    with(variables: Record<string, string>) {
      const compose = (...args: string[]) => engine.compose(args, variables);
      return {
        compose,
        /** Returns service, state, health and exit code of each container. */
        states: () =>
          compose("ps", "--all", "--format", "{{.Service}} {{.State}} {{.Health}} {{.ExitCode}}")
            .trim()
            .split("\n")
            .sort(),
        /** Requests JSON in a container of the service, with the program of its health check. */
        get: (service: string, url: string) =>
          JSON.parse(compose("exec", "-T", service, "wget", "-q", "-O", "-", url)),
        /** Makes the images of the enabled profiles. */
        makeProfileImages() {
          const { services } = JSON.parse(compose("config", "--format", "json"));
          makeProfileImages(engine, (service) => services[service].image);
        },
      };
    },
    /** Returns the receiver's URL for containers, once their network exists. */
    callbackUrl(): string {
      const format = ["--format", "{{(index .IPAM.Config 0).Gateway}}"];
      const gateway = engine.docker("network", "inspect", "postback_default", ...format).trim();
      return `http://${gateway}:${callbackPort}/hook`;
    },
    close: engine.close,
  };
}
export type Stack = Awaited<ReturnType<typeof openStack>>;
