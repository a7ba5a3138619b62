import { service } from "./version";

export async function describeService() {
  return { ...service, documentation: "/v1/openapi.json" };
}
