import { originHere } from "@/app/docs/origin";
import { reference } from "@/app/docs/reference";
import { llmsText } from "@/components/docs/llms";

export async function GET(): Promise<Response> {
  const text = llmsText({ ...reference(), origin: await originHere() });
  return new Response(text, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
