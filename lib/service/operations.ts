import { commit, service } from "@/lib/version";

export async function describeService() {
  return { ...service, commit, documentation: "/v1/openapi.json" };
}
