import postgres from "postgres";
import { afterEach, expect, test } from "vitest";
import { type Home, makeHome, until } from "@/tests/product";

const administrator = { email: "admin@example.com", password: "a password for the tests" };

let home: Home;
afterEach(() => home.close());

test("if the database is too slow, the page is sent, a request to the API is refused with a warning, an export is cut, and nothing is logged as an error", async () => {
  home = await makeHome({ prepared: true });
  const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = administrator;
  const product = home.start({ ADMIN_EMAIL, ADMIN_PASSWORD });
  const address = await product.address();
  const signedIn = await fetch(`${address}/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify(administrator),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");

  // Not by the driver of the product, which limits transactions.
  const sql = postgres(await home.databaseUrl(), { max: 1 });
  await sql.begin(async (tx) => {
    await tx`lock table tallies in access exclusive mode`;
    const page = await fetch(`${address}/`, { headers: { cookie } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("</html>")]);
    await until(() => product.out().includes('"queryKey"'));
    const headers = { cookie, "x-request-id": "slow-read" };
    expect((await fetch(`${address}/v1/stats`, { headers })).status).toBe(503);
  });
  // More than one portion of an export, which is read portion by portion.
  await sql`
    insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger, status)
    select new_id(), (select id from accounts limit 1), new_id(), new_id(), 'VIDEO_GENERATION_SUCCESS', 'https://receiver.example/' || repeat('a', 2000),
      'event', 'delivered'
    from generate_series(1, 8000)`;
  const file = await fetch(`${address}/v1/deliveries/export?format=ndjson`, {
    headers: { cookie },
  });
  expect(file.status).toBe(200);
  await sql.begin(async (tx) => {
    await tx`lock table deliveries in access exclusive mode`;
    // Without the last chunk: a file that was cut does not look complete.
    await expect(file.text()).rejects.toThrow("terminated");
  });
  await sql.end();
  const line = await until(() =>
    product
      .out()
      .split("\n")
      .find((one) => one.includes('"slow-read"')),
  );
  expect(JSON.parse(line)).toMatchObject({ level: 40, msg: "request refused", code: 50300 });
  expect(product.out()).toContain('"msg":"response cut"');
  expect(product.out()).not.toContain('"level":50');
});
