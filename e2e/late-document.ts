import type { Page } from "@playwright/test";
import { connectSql } from "@/db/client";

type Product = { url: string; databaseUrl: () => Promise<string> };

/**
 * Locks the log until the server has sent the beginning of a document, with the loading state, and then reads the rest, with
 * the content. Returns the document as an answer for `route.fulfill`.
 */
export async function lateDocument(page: Page, { url, databaseUrl }: Product, path: string) {
  const cookies = await page.context().cookies(url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const release = await holdLog(await databaseUrl());
  const response = await fetch(url + path, { headers: { cookie } });
  let body = "";
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    body += text;
    await release();
  }
  const policy = response.headers.get("content-security-policy") ?? "";
  return { contentType: "text/html", headers: { "content-security-policy": policy }, body };
}

/** Lets statements that read the log wait until the returned function is called. */
async function holdLog(databaseUrl: string): Promise<() => Promise<void>> {
  const sql = connectSql(databaseUrl, 1);
  const holder = await sql.reserve();
  await holder`begin`;
  await holder`lock table deliveries in access exclusive mode`;
  let released: Promise<void> | undefined;
  return () => {
    released ??= sql.end({ timeout: 0 });
    return released;
  };
}
