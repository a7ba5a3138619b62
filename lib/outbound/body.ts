/** Most bytes of a response body that are read and stored. */
export const responseBodyLimit = 16 * 1024;

/** Returns the body of a delivery: exactly two members, with `data` byte for byte as published. */
export function deliveryBody(event: string, dataText: string): string {
  return `{"event":${JSON.stringify(event)},"data":${dataText}}`;
}
