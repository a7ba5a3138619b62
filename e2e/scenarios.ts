import type { APIRequestContext } from "@playwright/test";
import type { EventName } from "@/db/enums";
import { expect } from "./fixtures";
import type { Program } from "./program";

type Means = { api: APIRequestContext; program: Program };

/** Leaves 15 deliveries: ten or more were attempted, an open circuit holds back the others. */
export async function openCircuit(
  { api, program }: Means,
  id: string,
  event: EventName,
): Promise<void> {
  for (let n = 0; n < 12; n++) await program.publish(event);
  const tried = async () =>
    (await program.deliveriesTo(id)).filter(({ attempts }) => attempts > 0).length;
  await expect.poll(tried).toBeGreaterThanOrEqual(10);
  await expect
    .poll(async () => (await read(api, `/v1/webhooks/${id}/health`)).state)
    .toBe("failing");
  const isOpen = async () =>
    (await read(api, `/v1/webhooks/${id}/health`)).restsUntil !== undefined;
  await expect.poll(isOpen).toBe(true);
  for (let n = 0; n < 3; n++) await program.publish(event);
}

/** Leaves one failed delivery, one that a resend delivered, and two that a pause holds back. */
export async function failAndResendOne(
  { api, program }: Means,
  id: string,
  event: EventName,
  mend: () => void,
): Promise<void> {
  const failed = async () =>
    (await program.deliveriesTo(id)).filter(({ status }) => status === "failed").length;
  for (const count of [1, 2]) {
    await program.publish(event);
    await expect.poll(failed).toBe(count);
    if (count === 1) await api.put(`/v1/webhooks/${id}/settings`, { data: { paused: false } });
  }
  for (let n = 0; n < 2; n++) await program.publish(event);
  mend();
  const one = (await program.deliveriesTo(id)).find(({ status }) => status === "failed");
  expect((await api.post(`/v1/deliveries/${one?.id}/resend`)).ok()).toBe(true);
  await expect.poll(failed).toBe(1);
  const delivered = async () =>
    (await program.deliveriesTo(id)).some(({ status }) => status === "delivered");
  await expect.poll(delivered).toBe(true);
}

/** Leaves one cancelled delivery, and one that a pause holds back. */
export async function cancelOneOfTwo({ api, program }: Means, id: string, event: EventName) {
  await api.put(`/v1/webhooks/${id}/settings`, { data: { paused: true } });
  for (let n = 0; n < 2; n++) await program.publish(event);
  const [one] = await program.deliveriesTo(id);
  expect((await api.post(`/v1/deliveries/${one!.id}/cancel`)).ok()).toBe(true);
}

/** Reads what the API answers at a path. */
export async function read(api: APIRequestContext, path: string) {
  const answer = await api.get(path);
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}
