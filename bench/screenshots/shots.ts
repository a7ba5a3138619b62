import type { Page } from "@playwright/test";
import type { lookAround } from "../ui/subject";

type Shot = {
  name: string;
  address: string;
  dark?: boolean;
  height?: number;
  /** Waits until the content of the picture is visible. */
  ready: (page: Page) => Promise<void>;
};

/** Screenshots of the README. */
export function shots({
  delivery,
  webhook,
  replay,
}: Awaited<ReturnType<typeof lookAround>>): Shot[] {
  return [
    { name: "overview", address: "/", height: 1000, ready: titled("Overview") },
    { name: "overview-dark", address: "/", dark: true, height: 1000, ready: titled("Overview") },
    {
      name: "deliveries",
      address: `/deliveries?status=pending&d=${delivery.id}`,
      ready: titled("Deliveries"),
    },
    {
      name: "delivery",
      address: `/deliveries/${delivery.id}`,
      height: 1000,
      ready: shows(/Attempt/),
    },
    { name: "webhooks", address: "/webhooks", ready: titled("Webhooks") },
    {
      name: "webhook",
      address: `/webhooks/${webhook}`,
      height: 1000,
      ready: shows(/^Last failure$/),
    },
    { name: "replay", address: `/replays/${replay}`, ready: shows(/1,204/) },
  ];
}

function titled(name: string) {
  return (page: Page) => page.getByRole("heading", { level: 1, name }).waitFor();
}

function shows(text: RegExp) {
  return (page: Page) => page.getByText(text).first().waitFor();
}
